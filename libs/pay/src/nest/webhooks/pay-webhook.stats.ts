import { Injectable } from '@nestjs/common';
import { systemClock } from '../../core/values/clock.js';
import { getOrAdd } from '../../core/values/get-or-add.js';
import type { PayWebhookErrorReason } from './pay-webhook.exception.js';

/** Numbers of deliveries since the process started, by outcome. */
export type PayWebhookCounts = ReturnType<typeof noCounts>;

/** A count without reasons. */
export type PayWebhookCounted = Exclude<keyof PayWebhookCounts, 'errors'>;

/** Selects the deliveries of an account. */
export interface PayWebhookCountsChoice {
  /** Name of the PayModule, null for the default account. @default all accounts */
  account?: string | null;
}

const noCounts = () => ({
  /** POST requests. */
  received: 0,
  handled: 0,
  duplicate: 0,
  stored: 0,
  /** Responded with 200 because no handler subscribes to these events. */
  ignored: 0,
  /** Ignored events whose type this library does not know. */
  unknownType: 0,
  /** Responded with 200 because the event is for another account, merchant or source. */
  otherRecipient: 0,
  /** Error responses, by reason. `denied`: the service does not confirm the event. */
  errors: {} as Partial<Record<PayWebhookErrorReason, number>>,
});

/** Counts deliveries, for each account and in total. Use it in a health check or a metrics exporter. */
@Injectable()
export class PayWebhookStats {
  readonly #all = noCounts();
  readonly #ofAccount = new Map<string | null, PayWebhookCounts>();
  readonly #acceptedAt = new Map<string | null, number>();

  /** Returns the current counts of one account, or of all accounts. */
  snapshot({ account }: PayWebhookCountsChoice = {}): PayWebhookCounts {
    const counts = account === undefined ? this.#all : (this.#ofAccount.get(account) ?? noCounts());
    return { ...counts, errors: { ...counts.errors } };
  }

  /** Names of the accounts with deliveries, null for the default account. */
  get accounts(): (string | null)[] {
    return [...this.#ofAccount.keys()];
  }

  /** Returns when the last posted delivery got 200, in milliseconds by this process's clock. Null before the first. */
  lastAcceptedAt({ account }: PayWebhookCountsChoice = {}): number | null {
    const times =
      account === undefined ? [...this.#acceptedAt.values()] : [this.#acceptedAt.get(account) ?? 0];
    return Math.max(0, ...times) || null;
  }

  /** Records that a posted delivery gets 200. */
  noteAccepted(account: string | null): void {
    this.#acceptedAt.set(account, systemClock.now());
  }

  /** Counts one more delivery for an account. */
  count(outcome: PayWebhookCounted, account: string | null): void {
    this.#all[outcome]++;
    this.#countsOf(account)[outcome]++;
  }

  /** Counts one more error response for an account. */
  countError(reason: PayWebhookErrorReason, account: string | null): void {
    for (const { errors } of [this.#all, this.#countsOf(account)]) errors[reason] = (errors[reason] ?? 0) + 1;
  }

  #countsOf(account: string | null): PayWebhookCounts {
    return getOrAdd(this.#ofAccount, account, noCounts);
  }
}
