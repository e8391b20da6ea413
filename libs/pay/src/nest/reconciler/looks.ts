import { systemClock } from '../../core/values/clock.js';
import { RecentMap } from '../recent-map.js';

const MAX_ORDERS = 100_000;

/** Which order was looked at longest ago. */
export class Looks {
  /** Order code → its place among all looks, the longest ago first. */
  readonly #places = new RecentMap<number>(systemClock, Infinity, MAX_ORDERS);
  #count = 0;

  note(orderCode: string): void {
    this.#places.set(orderCode, ++this.#count);
  }

  /** Those that were never looked at first, then those longest ago. */
  sorted(orderCodes: Iterable<string>): string[] {
    const placeOf = (orderCode: string): number => this.#places.get(orderCode) ?? 0;
    return [...orderCodes].sort((a, b) => placeOf(a) - placeOf(b));
  }
}
