import { Injectable } from '@nestjs/common';
import type { PayInboxOutcome } from '../../inbox/pay-inbox.js';
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
  /** Not answered with 200, by reason. */
  refused: Partial<Record<PayWebhookRefusalReason, number>>;
}

/** Counts deliveries: for a health check or a metrics exporter. */
@Injectable()
export class PayWebhookStats {
  readonly #counts: PayWebhookCounts = {
    received: 0,
    handled: 0,
    duplicate: 0,
    stored: 0,
    ignored: 0,
    unknownType: 0,
    refused: {},
  };

  /** The counts now. */
  snapshot(): PayWebhookCounts {
    return { ...this.#counts, refused: { ...this.#counts.refused } };
  }

  /** Counts one more delivery. */
  count(what: PayInboxOutcome | 'received' | 'ignored' | 'unknownType'): void {
    this.#counts[what]++;
  }

  /** Counts one more refusal. */
  countRefusal(reason: PayWebhookRefusalReason): void {
    this.#counts.refused[reason] = (this.#counts.refused[reason] ?? 0) + 1;
  }
}
