import type { Clock } from '../../../core/clock.js';
import { PayWebhookException } from '../pay-webhook.exception.js';
import type { DedupeStore } from './dedupe-store.js';
import type { PayDelivery, PayInbox, PayInboxOutcome } from '../../../inbox/pay-inbox.js';

/**
 * Handles a delivery before it is answered. Deliveries of one event wait for each other: the next one is a duplicate
 * when the first was handled, and tries itself when it was not. None waits for ever: a handler may hang.
 */
export class InlineInbox implements PayInbox {
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly handled: DedupeStore,
    private readonly clock: Clock,
    private readonly waitMs: number,
  ) {}

  /** @throws PayWebhookException `under-way` when another delivery of the event is not done in time. */
  async receive(delivery: PayDelivery, process: () => Promise<void>): Promise<PayInboxOutcome> {
    const { key } = delivery;
    const until = this.clock.now() + this.waitMs;
    for (let twin = this.#underWay.get(key); twin !== undefined; twin = this.#underWay.get(key)) {
      // A forged twin may fail where this one would not: its failure decides nothing here.
      await this.#waitFor(twin, until);
    }
    const turn = this.#handleOnce(key, process);
    this.#underWay.set(key, turn);
    try {
      return await turn;
    } finally {
      this.#underWay.delete(key);
    }
  }

  #waitFor(twin: Promise<unknown>, until: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.clock.after(Math.max(0, until - this.clock.now()), () => {
        reject(
          new PayWebhookException(
            'under-way',
            `another delivery of the same event is not handled after ${this.waitMs} ms: does a handler hang?`,
          ),
        );
      });
      const done = (): void => {
        stop();
        resolve();
      };
      twin.then(done, done);
    });
  }

  async #handleOnce(key: string, process: () => Promise<void>): Promise<PayInboxOutcome> {
    if (await this.handled.has(key)) return 'duplicate';
    await process();
    await this.handled.add(key);
    return 'handled';
  }
}
