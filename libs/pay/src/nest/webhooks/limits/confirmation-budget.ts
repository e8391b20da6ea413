import type { Clock } from '../../../core/clock.js';
import type { PaySender } from '../../../inbox/pay-inbox.js';
import { Allowance } from './allowance.js';
import { RecentMap } from './recent-map.js';

/** Reads a minute that confirm nothing. */
export interface PayReadBudget {
  /** Of the deliveries from one address. @default 120 */
  perSource?: number;
  /** Of all from the service's own addresses together, and as many of all others together. @default 600 */
  perAccount?: number;
}

/** A read that confirms is what webhooks are for: it counts a twentieth. */
const CONFIRMED = 1 / 20;
const MAX_SOURCES = 10_000;
const MAX_PROVEN = 1_000;
const HOUR = 3_600_000;

/**
 * What an account spends on asking the service whether deliveries are true: forged ones must not use up its quota, nor what true
 * ones need. Addresses that are the service's, or whose event it has confirmed, share nothing with others.
 */
export class ConfirmationBudget {
  readonly #service: Allowance;
  readonly #others: Allowance;
  readonly #sources: RecentMap<Allowance>;
  readonly #proven: RecentMap<true>;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly limits: Required<PayReadBudget>,
  ) {
    this.#service = new Allowance(clock, limits.perAccount);
    this.#others = new Allowance(clock, limits.perAccount);
    this.#sources = new RecentMap(clock, HOUR, MAX_SOURCES);
    this.#proven = new RecentMap(clock, 25 * HOUR, MAX_PROVEN);
  }

  /** Whether an event that came from an address was confirmed. */
  isProven(address: string): boolean {
    return this.#proven.get(address) === true;
  }

  /** Milliseconds until the service may be asked about a delivery of this sender; 0: now. */
  waitMs(sender: PaySender): number {
    return Math.max(...this.#allowances(sender).map(({ waitMs }) => waitMs));
  }

  /** A read came to nothing, or was one that anybody can have made as often as he likes. */
  spend(sender: PaySender): void {
    for (const allowance of this.#allowances(sender)) allowance.spend(1);
  }

  /** A read confirmed an event that there is once only. */
  confirmed(sender: PaySender): void {
    for (const allowance of this.#allowances(sender)) allowance.spend(CONFIRMED);
    if (sender.address !== null) this.#proven.set(sender.address, true);
  }

  #allowances({ address, isService }: PaySender): Allowance[] {
    const source = address ?? '-';
    const own = this.#sources.get(source) ?? new Allowance(this.clock, this.limits.perSource);
    this.#sources.set(source, own);
    return [own, isService ? this.#service : this.#others];
  }
}
