import { Injectable } from '@nestjs/common';
import { systemClock } from '../../core/values/clock.js';
import type { PayWebhookRefusalReason } from './pay-webhook.exception.js';

/** Numbers of deliveries since the process started, by outcome. */
export interface PayWebhookCounts {
  /** POST requests. */
  received: number;
  handled: number;
  duplicate: number;
  stored: number;
  /** Answered 200 because no handler subscribes to these events. */
  ignored: number;
  /** Ignored events whose type this library does not know. */
  unknownType: number;
  /** Answered 200 because the event is for another account, merchant or source. */
  elsewhere: number;
  /** Not answered 200, by reason. */
  refused: Partial<Record<PayWebhookRefusalReason, number>>;
}

/** A count without reasons. */
export type PayWebhookCounted = Exclude<keyof PayWebhookCounts, 'refused'>;

/** Selects the deliveries of an account. */
export interface PayWebhookCountsChoice {
  /** Name of the PayModule, null for the one without a name. @default all accounts */
  account?: string | null;
}

const none = (): PayWebhookCounts => ({
  received: 0,
  handled: 0,
  duplicate: 0,
  stored: 0,
  ignored: 0,
  unknownType: 0,
  elsewhere: 0,
  refused: {},
});

/** Counts deliveries, for each account and in total. Use it in a health check or a metrics exporter. */
@Injectable()
export class PayWebhookStats {
  readonly #all = none();
  readonly #ofAccount = new Map<string | null, PayWebhookCounts>();
  readonly #acceptedAt = new Map<string | null, number>();

  /** Returns the current counts of one account, or of all accounts. */
  snapshot({ account }: PayWebhookCountsChoice = {}): PayWebhookCounts {
    const counts = account === undefined ? this.#all : (this.#ofAccount.get(account) ?? none());
    return { ...counts, refused: { ...counts.refused } };
  }

  /** Names of the accounts with deliveries, null for the account without a name. */
  get accounts(): (string | null)[] {
    return [...this.#ofAccount.keys()];
  }

  /** Returns when the last posted delivery was answered 200, in milliseconds by this process's clock. Null before the first. */
  lastAcceptedAt({ account }: PayWebhookCountsChoice = {}): number | null {
    const times =
      account === undefined ? [...this.#acceptedAt.values()] : [this.#acceptedAt.get(account) ?? 0];
    return Math.max(0, ...times) || null;
  }

  /** Records that a posted delivery is answered 200. */
  noteAccepted(account: string | null): void {
    this.#acceptedAt.set(account, systemClock.now());
  }

  /** Counts one more delivery for an account. */
  count(outcome: PayWebhookCounted, account: string | null): void {
    for (const counts of this.#countsOf(account)) counts[outcome]++;
  }

  /** Counts one more refusal for an account. */
  countRefusal(reason: PayWebhookRefusalReason, account: string | null): void {
    for (const { refused } of this.#countsOf(account)) refused[reason] = (refused[reason] ?? 0) + 1;
  }

  #countsOf(account: string | null): PayWebhookCounts[] {
    const own = this.#ofAccount.get(account) ?? none();
    this.#ofAccount.set(account, own);
    return [this.#all, own];
  }
}
