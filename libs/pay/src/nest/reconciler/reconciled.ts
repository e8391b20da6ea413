import { systemClock } from '../../core/clock.js';
import { MemoryDedupeStore } from '../webhooks/inbox/dedupe-store.js';

const MAX_ORDERS = 100_000;

/** What runs of one account remember: it saves reads, and decides nothing. The inbox alone knows what was handled. */
export class Reconciled extends MemoryDedupeStore {
  /** Order code → its place among all looks, the longest ago first. */
  readonly #looks = new Map<string, number>();
  #count = 0;

  constructor() {
    super(systemClock);
  }

  /** Greater the later an order was looked at; 0: never. */
  lookOf(orderCode: string): number {
    return this.#looks.get(orderCode) ?? 0;
  }

  noteLook(orderCode: string): void {
    this.#looks.delete(orderCode);
    this.#looks.set(orderCode, ++this.#count);
    const [oldest] = this.#looks.keys();
    if (this.#looks.size > MAX_ORDERS && oldest !== undefined) this.#looks.delete(oldest);
  }
}
