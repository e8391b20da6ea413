import type { FactoryProvider } from '@nestjs/common';
import { systemClock } from '../../core/values/clock.js';
import type { Clock } from '../../core/values/clock.js';
import { withinTime } from '../../core/values/time-limit.js';
import { fingerprintOf } from '../../inbox/inbox-entry.js';
import { MAX_NOTES } from '../../inbox/pay-inbox.js';
import type {
  PayDelivery,
  PayDeliveryProcessor,
  PayInbox,
  PayInboxNote,
  PayInboxOutcome,
} from '../../inbox/pay-inbox.js';
import { canRecur, REDELIVERY_WINDOW_MS } from '../../webhooks/dedupe-key.js';
import type { PayModuleOptions } from '../options/pay.options.js';
import { PAY_INBOX, PAY_OPTIONS } from '../pay.module-tokens.js';
import { RecentMap } from '../recent-map.js';
import { PayWebhookException } from './pay-webhook.exception.js';

const MAX_KEYS = 100_000;
const DUPLICATE_WAIT_MS = 10_000;
const NOT_STARTED = Promise.resolve();

/** Provides the option `webhooks.inbox`, or an inline inbox, for each PayModule. */
export const inboxProvider: FactoryProvider<PayInbox> = {
  provide: PAY_INBOX,
  useFactory: ({ webhooks }: PayModuleOptions) =>
    webhooks?.inbox ?? new InlineInbox(systemClock, DUPLICATE_WAIT_MS),
  inject: [PAY_OPTIONS],
};

/** A delivery that is being confirmed or handled. */
interface DeliveryUnderWay {
  delivery: PayDelivery;
  /** Whether its handlers are running. */
  isRunning: boolean;
  ended: Promise<unknown>;
  /** Computed for the first duplicate, because most deliveries have none. */
  fingerprint?: string;
}

function contentOf(one: DeliveryUnderWay): string {
  return (one.fingerprint ??= fingerprintOf(one.delivery));
}

/**
 * Handles a delivery before it is answered. A duplicate waits for the delivery that is being handled, and runs itself only if that
 * one fails. Deliveries of one event with different contents are confirmed concurrently, so that a forged one does not delay the
 * true one. The keys of handled events stay in this process's memory for 25 hours. If the memory is full, the oldest keys go first.
 */
export class InlineInbox implements PayInbox {
  readonly #underWay = new Map<string, readonly DeliveryUnderWay[]>();
  readonly #confirmedKeys: RecentMap<true>;
  /** Separate, so that events that anyone can post do not displace the keys of confirmed events. */
  readonly #otherKeys: RecentMap<true>;
  readonly #notes: RecentMap<readonly PayInboxNote['value'][]>;

  constructor(
    private readonly clock: Clock,
    private readonly waitMs: number,
    maxKeys = MAX_KEYS,
  ) {
    this.#confirmedKeys = new RecentMap(clock, REDELIVERY_WINDOW_MS, maxKeys);
    this.#otherKeys = new RecentMap(clock, REDELIVERY_WINDOW_MS, maxKeys);
    this.#notes = new RecentMap(clock, REDELIVERY_WINDOW_MS, maxKeys);
  }

  /** @throws PayWebhookException `under-way` if another delivery of the event does not finish in time. */
  async receive(delivery: PayDelivery, process: PayDeliveryProcessor): Promise<PayInboxOutcome> {
    const { key } = delivery;
    const until = this.clock.now() + this.waitMs;
    const own: DeliveryUnderWay = { delivery, isRunning: false, ended: NOT_STARTED };
    const findSame = (): DeliveryUnderWay | undefined =>
      this.#underWay.get(key)?.find((other) => contentOf(other) === contentOf(own));
    // No other delivery can start between the last check of this loop and the entry below.
    for (let other = findSame(); other !== undefined; other = findSame()) await this.#waitFor(other, until);
    if (this.#isHandled(key)) return 'duplicate';
    // Before the work starts, so that the work itself cannot start the same delivery again.
    this.#underWay.set(key, [...(this.#underWay.get(key) ?? []), own]);
    const outcome = this.#handle(own, process);
    own.ended = outcome;
    try {
      return await outcome;
    } finally {
      const others = (this.#underWay.get(key) ?? []).filter((other) => other !== own);
      if (others.length > 0) this.#underWay.set(key, others);
      else this.#underWay.delete(key);
    }
  }

  notes(topic: string): PayInboxNote['value'][] {
    return [...(this.#notes.get(topic) ?? [])];
  }

  async #handle(own: DeliveryUnderWay, process: PayDeliveryProcessor): Promise<PayInboxOutcome> {
    const { key, event } = own.delivery;
    const work = await process(own.delivery);
    const until = this.clock.now() + this.waitMs;
    const findRunning = (): DeliveryUnderWay | undefined =>
      this.#underWay.get(key)?.find(({ isRunning }) => isRunning);
    for (let other = findRunning(); other !== undefined; other = findRunning())
      await this.#waitFor(other, until);
    if (this.#isHandled(key)) return 'duplicate';
    own.isRunning = true;
    await work.run(undefined);
    const isConfirmedOnce = (work.confirmed ?? true) && !canRecur(event.eventTypeId);
    (isConfirmedOnce ? this.#confirmedKeys : this.#otherKeys).set(key, true);
    if (work.note !== undefined)
      this.#notes.set(work.note.topic, [work.note.value, ...this.notes(work.note.topic)].slice(0, MAX_NOTES));
    return 'handled';
  }

  #isHandled(key: string): boolean {
    return this.#confirmedKeys.get(key) === true || this.#otherKeys.get(key) === true;
  }

  async #waitFor({ ended: other }: DeliveryUnderWay, until: number): Promise<void> {
    const message = `another delivery of the same event is still being handled after ${this.waitMs} ms: check whether a handler hangs`;
    try {
      // The other delivery's failure does not fail this one.
      const ended = other.catch(() => undefined);
      await withinTime(this.clock, Math.max(0, until - this.clock.now()), ended, message);
    } catch {
      throw new PayWebhookException('under-way', message);
    }
  }
}
