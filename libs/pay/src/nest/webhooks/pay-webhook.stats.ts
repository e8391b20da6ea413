import { Injectable } from '@nestjs/common';
import { systemClock } from '../../core/values/clock.js';
import type { PayWebhookRefusalReason } from './pay-webhook.exception.js';

/** What became of the deliveries since the process started. */
export interface PayWebhookCounts {
  /** POST requests. */
  received: number;
  handled: number;
  duplicate: number;
  stored: number;
  /** Answered 200 because nothing handles events of this type. */
  ignored: number;
  /** Among the ignored: event types that this library does not know. */
  unknownType: number;
  /** Answered 200 because they are another account's, merchant's or source's. */
  elsewhere: number;
  /** Not answered with 200, by reason. */
  refused: Partial<Record<PayWebhookRefusalReason, number>>;
}

/** What is counted one by one. */
export type PayWebhookCounted = Exclude<keyof PayWebhookCounts, 'refused'>;

/** Whose deliveries. */
export interface PayWebhookCountsChoice {
  /** The name of the PayModule, null for the one without a name. @default all together */
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

/** Counts deliveries, of each account and of all: for a health check or a metrics exporter. */
@Injectable()
export class PayWebhookStats {
  readonly #all = none();
  readonly #ofAccount = new Map<string | null, PayWebhookCounts>();
  readonly #takenAt = new Map<string | null, number>();

  /** The counts now, of one account or of all together. */
  snapshot({ account }: PayWebhookCountsChoice = {}): PayWebhookCounts {
    const counts = account === undefined ? this.#all : (this.#ofAccount.get(account) ?? none());
    return { ...counts, refused: { ...counts.refused } };
  }

  /** The names of the accounts that anything was counted for, null for the one without a name. */
  get accounts(): (string | null)[] {
    return [...this.#ofAccount.keys()];
  }

  /** When the last delivery that was posted was answered 200, by the clock of this process in milliseconds; null before the first. */
  lastTakenAt({ account }: PayWebhookCountsChoice = {}): number | null {
    const times = account === undefined ? [...this.#takenAt.values()] : [this.#takenAt.get(account) ?? 0];
    return Math.max(0, ...times) || null;
  }

  /** Notes that a delivery that was posted is answered 200. */
  taken(account: string | null): void {
    this.#takenAt.set(account, systemClock.now());
  }

  /** Counts one more delivery for an account. */
  count(what: PayWebhookCounted, account: string | null): void {
    for (const counts of this.#countsOf(account)) counts[what]++;
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
