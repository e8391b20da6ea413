import type { Clock } from '../../../core/values/clock.js';
import { fingerprintOf } from '../../../inbox/inbox-entry.js';
import type { PayDelivery, PayInbox, PayInboxOutcome, PayTurn } from '../../../inbox/pay-inbox.js';
import { REPEATS_FOR_MS } from '../../../webhooks/repeats.js';
import { RecentMap } from '../../recent-map.js';
import { PayWebhookException } from '../pay-webhook.exception.js';

const MAX_KEYS = 100_000;

/**
 * Handles a delivery before it is answered. Deliveries of one event wait for each other: the next one is a duplicate
 * when the first was handled, and tries itself when it was not. None waits for ever: a handler may hang. Those that say
 * different things are confirmed side by side, so that a forged one does not keep the true one waiting.
 * What was handled is remembered in this process's memory, for 25 hours; when it is full, the oldest go first.
 */
export class InlineInbox implements PayInbox {
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #vouched: RecentMap<true>;
  /** By themselves: what anybody can make up must not push out the memory of true events. */
  readonly #others: RecentMap<true>;

  constructor(
    private readonly clock: Clock,
    private readonly waitMs: number,
    maxKeys = MAX_KEYS,
  ) {
    this.#vouched = new RecentMap(clock, REPEATS_FOR_MS, maxKeys);
    this.#others = new RecentMap(clock, REPEATS_FOR_MS, maxKeys);
  }

  /** @throws PayWebhookException `under-way` when another delivery of the event is not done in time. */
  receive(delivery: PayDelivery, process: (turn?: PayTurn) => Promise<void>): Promise<PayInboxOutcome> {
    const { key } = delivery;
    return this.#oneAtATime(`${key} ${fingerprintOf(delivery)}`, async () => {
      if (this.#isHandled(key)) return 'duplicate';
      let outcome: PayInboxOutcome = 'handled';
      await process((handle, vouched) =>
        this.#oneAtATime(key, async () => {
          if (this.#isHandled(key)) outcome = 'duplicate';
          else {
            await handle();
            (vouched ? this.#vouched : this.#others).set(key, true);
          }
        }),
      );
      return outcome;
    });
  }

  #isHandled(key: string): boolean {
    return this.#vouched.get(key) === true || this.#others.get(key) === true;
  }

  async #oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const until = this.clock.now() + this.waitMs;
    for (let twin = this.#underWay.get(name); twin !== undefined; twin = this.#underWay.get(name)) {
      // A twin may fail where this one would not: its failure decides nothing here.
      await this.#waitFor(twin, until);
    }
    // The name is taken before the work begins.
    const turn = Promise.resolve().then(work);
    this.#underWay.set(name, turn);
    try {
      return await turn;
    } finally {
      this.#underWay.delete(name);
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
}
