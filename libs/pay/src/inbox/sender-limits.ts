import { getOrAdd } from '../core/values/get-or-add.js';
import { systemClock } from '../core/values/clock.js';
import type { Clock } from '../core/values/clock.js';
import type { PayOverLimit, PaySender } from '../webhooks/delivery.types.js';
import { PayInboxFullError } from './inbox-errors.js';

/** Deliveries that a process handles at the same time, by class of senders. */
const MAX_CONCURRENT: Readonly<Record<PaySender, number>> = { service: 200, unknown: 100 };
/** Part of `webhooks.readsPerMinute` that each class of senders gets. */
const SHARE_OF_READS: Readonly<Record<PaySender, number>> = { service: 1, unknown: 0.1 };

const MINUTE = 60_000;

/** A token bucket that refills at a steady rate and holds at most one minute's worth of tokens. */
export class TokenBucket {
  /** In 60,000ths of a token, so that each millisecond adds a whole number. */
  #parts: number;
  #filledAt: number;

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly perMinute: number,
  ) {
    this.#parts = perMinute * MINUTE;
    this.#filledAt = clock.now();
  }

  /** Takes a token and returns 0. Without a token, returns the milliseconds until the next one. */
  take(): number {
    const now = this.clock.now();
    // A clock that was set back must not remove tokens.
    const elapsedMs = Math.max(0, now - this.#filledAt);
    this.#parts = Math.min(this.perMinute * MINUTE, this.#parts + elapsedMs * this.perMinute);
    this.#filledAt = now;
    if (this.#parts < MINUTE) return Math.ceil((MINUTE - this.#parts) / this.perMinute);
    this.#parts -= MINUTE;
    return 0;
  }
}

interface ClassState {
  active: number;
  reads: TokenBucket;
}

interface LimitedRoute {
  account: { id: string };
  readsPerMinute: number;
}

/**
 * Limits concurrent deliveries and reads from the service per minute, for each account and class of senders. Deliveries from unknown
 * senders never use the capacity of the service. Deliveries without a sender come from the application itself and are not limited.
 */
export class SenderLimits {
  readonly #accounts = new Map<string, Record<PaySender, ClassState>>();

  /**
   * Begins a delivery, and returns the function that ends it.
   *
   * @throws PayInboxFullError if too many deliveries of the sender's class are being handled.
   */
  begin(route: LimitedRoute, sender: PaySender | undefined): () => void {
    if (sender === undefined) return () => undefined;
    const state = this.#stateOf(route)[sender];
    const max = MAX_CONCURRENT[sender];
    if (state.active >= max) throw new PayInboxFullError(`${max} deliveries are being handled`);
    state.active++;
    return () => {
      state.active--;
    };
  }

  /** Counts a read from the service, also if it fails. Returns a result if the sender's class has no reads left, and null otherwise. */
  takeRead(route: LimitedRoute, sender: PaySender | undefined): PayOverLimit | null {
    if (sender === undefined) return null;
    const waitMs = this.#stateOf(route)[sender].reads.take();
    if (waitMs === 0) return null;
    const share = sender === 'unknown' ? ', and unknown senders get a tenth of it' : '';
    const reason = `too many deliveries to confirm (webhooks.readsPerMinute is ${route.readsPerMinute}${share})`;
    return { outcome: 'over-limit', reason, waitMs };
  }

  #stateOf({ account, readsPerMinute }: LimitedRoute): Record<PaySender, ClassState> {
    const stateFor = (sender: PaySender): ClassState => ({
      active: 0,
      reads: new TokenBucket(systemClock, Math.ceil(readsPerMinute * SHARE_OF_READS[sender])),
    });
    const states = () => ({ service: stateFor('service'), unknown: stateFor('unknown') });
    return getOrAdd(this.#accounts, account.id, states);
  }
}
