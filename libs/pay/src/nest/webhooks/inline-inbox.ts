import type { FactoryProvider } from '@nestjs/common';
import { systemClock } from '../../core/values/clock.js';
import type { Clock } from '../../core/values/clock.js';
import { withinTime } from '../../core/values/time-limit.js';
import { fingerprintOf } from '../../inbox/inbox-entry.js';
import type {
  PayDelivery,
  PayDeliveryProcessor,
  PayEventWork,
  PayInbox,
  PayInboxOutcome,
} from '../../inbox/pay-inbox.js';
import { canRecur, REDELIVERY_WINDOW_MS } from '../../webhooks/dedupe-key.js';
import type { PayModuleOptions } from '../options/pay.options.js';
import { PAY_INBOX, PAY_OPTIONS } from '../pay.module-tokens.js';
import { RecentMap } from '../recent-map.js';
import { PayWebhookException } from './pay-webhook.exception.js';

const MAX_KEYS = 100_000;
const DEFAULT_REPEAT_WAIT_MS = 10_000;

/** Provides the option `webhooks.inbox`, or an inline inbox, for each PayModule. */
export const inboxProvider: FactoryProvider<PayInbox> = {
  provide: PAY_INBOX,
  useFactory: ({ webhooks }: PayModuleOptions) =>
    webhooks?.inbox ?? new InlineInbox(systemClock, webhooks?.repeatWaitMs ?? DEFAULT_REPEAT_WAIT_MS),
  inject: [PAY_OPTIONS],
};

/**
 * Handles a delivery before it is answered. A duplicate waits for the delivery that is being handled, and runs itself only if that
 * one fails. Deliveries of one event with different contents are confirmed concurrently, so that a forged one does not delay the
 * true one. The keys of handled events stay in this process's memory for 25 hours. If the memory is full, the oldest keys go first.
 */
export class InlineInbox implements PayInbox {
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #confirmedKeys: RecentMap<true>;
  /** Separate, so that events that anyone can post do not displace the keys of confirmed events. */
  readonly #otherKeys: RecentMap<true>;

  constructor(
    private readonly clock: Clock,
    private readonly waitMs: number,
    maxKeys = MAX_KEYS,
  ) {
    this.#confirmedKeys = new RecentMap(clock, REDELIVERY_WINDOW_MS, maxKeys);
    this.#otherKeys = new RecentMap(clock, REDELIVERY_WINDOW_MS, maxKeys);
  }

  /** @throws PayWebhookException `under-way` if another delivery of the event does not finish in time. */
  receive(delivery: PayDelivery, process: PayDeliveryProcessor): Promise<PayInboxOutcome> {
    return this.#exclusively(`${delivery.key} ${fingerprintOf(delivery)}`, () =>
      this.#confirm(delivery, process),
    );
  }

  async #confirm(delivery: PayDelivery, process: PayDeliveryProcessor): Promise<PayInboxOutcome> {
    if (this.#isHandled(delivery.key)) return 'duplicate';
    const work = await process(delivery);
    return this.#exclusively(delivery.key, () => this.#run(delivery, work));
  }

  async #run({ key, event }: PayDelivery, work: PayEventWork): Promise<PayInboxOutcome> {
    if (this.#isHandled(key)) return 'duplicate';
    await work.run(undefined);
    const isConfirmedOnce = (work.confirmed ?? true) && !canRecur(event.eventTypeId);
    (isConfirmedOnce ? this.#confirmedKeys : this.#otherKeys).set(key, true);
    return 'handled';
  }

  #isHandled(key: string): boolean {
    return this.#confirmedKeys.get(key) === true || this.#otherKeys.get(key) === true;
  }

  /** Runs work when no other work with the same name is running. */
  async #exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const until = this.clock.now() + this.waitMs;
    for (let other = this.#running.get(name); other !== undefined; other = this.#running.get(name)) {
      await this.#waitFor(other, until);
    }
    // Starts asynchronously, so that the name is reserved first.
    const running = Promise.resolve().then(work);
    this.#running.set(name, running);
    try {
      return await running;
    } finally {
      this.#running.delete(name);
    }
  }

  async #waitFor(other: Promise<unknown>, until: number): Promise<void> {
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
