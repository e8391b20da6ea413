import type { Clock } from '../../../core/clock.js';
import type { PaySender } from '../../../inbox/pay-inbox.js';
import { RecentMap } from '../../recent-map.js';
import { Allowance } from './allowance.js';

/** Reads a minute that confirm nothing. */
export interface PayReadBudget {
  /** Of the deliveries from one address. @default 120 */
  perSource?: number;
  /**
   * Of all from the service's own addresses together; as many of all others from which an event came that was confirmed; and as
   * many of the rest. @default 600
   */
  perAccount?: number;
}

/** A read that confirms is what webhooks are for: it counts a twentieth. */
const CONFIRMED = 1 / 20;
const MAX_SOURCES = 10_000;
const MAX_PROVEN = 1_000;
const HOUR = 3_600_000;

/**
 * What an account spends on asking the service whether deliveries are true: forged ones must not use up its quota, nor what true
 * ones need. The service's own addresses share nothing with others, nor do those whose event it has confirmed: they may be new
 * ones of its own, or somebody who has paid once and was first to say so.
 */
export class ConfirmationBudget {
  readonly #service: Allowance;
  readonly #others: Allowance;
  readonly #provenOthers: Allowance;
  readonly #sources: RecentMap<Allowance>;
  readonly #proven: RecentMap<true>;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly limits: Required<PayReadBudget>,
  ) {
    this.#service = new Allowance(clock, limits.perAccount);
    this.#others = new Allowance(clock, limits.perAccount);
    this.#provenOthers = new Allowance(clock, limits.perAccount);
    this.#sources = new RecentMap(clock, HOUR, MAX_SOURCES);
    this.#proven = new RecentMap(clock, 25 * HOUR, MAX_PROVEN);
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
    const isProven = this.#proven.get(source) === true;
    return [own, isService ? this.#service : isProven ? this.#provenOthers : this.#others];
  }
}
