import type { BackOff } from '../core/values/back-off.js';
import type { Clock } from '../core/values/clock.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { keepLease } from '../stores/lease.js';
import { orderingKeyOf } from './ordering-key.js';
import type { ClaimedInboxDelivery, PayInboxStore } from './inbox-store.js';
import type { PayConfirmationResult, PayDelivery, PaySender } from '../webhooks/delivery.types.js';
import { PollLoop } from './poll-loop.js';
import { deniedWaitMs, MAX_DENIALS, overLimitWaitMs, retryWaitMs } from './retry-waits.js';
import type { PayInboxStart } from './stored-inbox.js';

/** After this number of log lines about dropped deliveries, only every hundredth is logged: anyone can post them. */
const MAX_DROP_LINES = 20;

/** Settings of a loop. */
export interface DeliveryLoopSettings {
  clock: Clock;
  pollMs: number;
  leaseMs: number;
  concurrency: number;
  backOff: BackOff;
  random: () => number;
  /** Called when an event was stored. */
  onEvent: () => void;
  onStoreError: (error: unknown) => void;
}

/** Confirms the stored deliveries of one class of senders, a limited number at a time. The other class has a loop of its own. */
export class DeliveryLoop {
  readonly #running = new Map<ClaimedInboxDelivery, Promise<void>>();
  readonly #poll: PollLoop;
  /** Whether the last claim got all that it asked for, so that more may be due. */
  #hasMore = false;
  #dropLines = 0;

  constructor(
    private readonly store: Pick<
      PayInboxStore,
      'claimDeliveries' | 'renewDelivery' | 'confirm' | 'postponeDelivery' | 'dropDelivery'
    >,
    private readonly sender: PaySender,
    private readonly inbox: Pick<PayInboxStart, 'confirm' | 'logger'>,
    private readonly settings: DeliveryLoopSettings,
  ) {
    this.#poll = new PollLoop(settings.clock, settings.pollMs, () => this.#claim());
  }

  start(): void {
    this.#poll.start();
  }

  wake(): void {
    this.#poll.wake();
  }

  /** Claims no more deliveries, and resolves when those at work are confirmed. */
  async stop(): Promise<void> {
    await this.#poll.stop();
    await Promise.all(this.#running.values());
  }

  /** Gives back deliveries whose confirmation has not ended, so that another process confirms them now. */
  async release(): Promise<void> {
    const retry = { error: 'the process stopped', retryInMs: 0, countsAs: 'none' } as const;
    await Promise.allSettled([...this.#running.keys()].map((one) => this.store.postponeDelivery(one, retry)));
  }

  /** Resolves when no delivery is due or at work. */
  async idle(): Promise<void> {
    do {
      await this.#poll.idle();
      await Promise.all(this.#running.values());
    } while (this.#running.size > 0);
  }

  async #claim(): Promise<void> {
    const room = this.#room;
    this.#hasMore = room === 0;
    if (this.#hasMore) return;
    try {
      const claimed = await this.store.claimDeliveries(this.sender, room, this.settings.leaseMs);
      this.#hasMore = claimed.length === room;
      for (const delivery of claimed) this.#begin(delivery);
    } catch (error) {
      this.settings.onStoreError(error);
    }
  }

  #begin(delivery: ClaimedInboxDelivery): void {
    const work = this.#confirm(delivery).finally(() => {
      this.#running.delete(delivery);
      // Claims in batches cost less.
      if (this.#hasMore && this.#room >= this.settings.concurrency / 2) this.#poll.wake();
    });
    this.#running.set(delivery, work);
  }

  get #room(): number {
    return this.settings.concurrency - this.#running.size;
  }

  async #confirm(claimed: ClaimedInboxDelivery): Promise<void> {
    const { clock, leaseMs } = this.settings;
    const stopRenewing = keepLease(clock, leaseMs, () => this.store.renewDelivery(claimed, leaseMs));
    try {
      await this.#store(claimed);
    } catch (error) {
      // The outcome is not stored, so the delivery is confirmed again when its lease expires.
      this.#log(claimed, `is retried when its lease expires: ${describeThrown(error).message}`);
    } finally {
      stopRenewing();
    }
  }

  async #store(claimed: ClaimedInboxDelivery): Promise<void> {
    const { backOff, random, onEvent } = this.settings;
    const { denials, failures } = claimed;
    const result = await this.#ask(claimed.delivery);
    if (result.outcome === 'confirmed') {
      const { delivery, isConfirmed, note } = result;
      // Anyone can post an event that the service cannot confirm, and it must not hold up others.
      const orderingKey = isConfirmed ? orderingKeyOf(delivery) : null;
      const event = { delivery, orderingKey, confirmed: isConfirmed, note };
      if (await this.store.confirm(claimed, event)) onEvent();
    } else if (result.outcome === 'ignored') {
      await this.store.dropDelivery(claimed);
    } else if (result.outcome === 'over-limit') {
      const retryInMs = overLimitWaitMs(result.waitMs, random);
      await this.store.postponeDelivery(claimed, { error: result.reason, retryInMs, countsAs: 'none' });
    } else if (result.outcome === 'denied' && denials + 1 >= MAX_DENIALS) {
      await this.store.dropDelivery(claimed);
      this.#logDrop(claimed, result.reason);
    } else {
      const isDenied = result.outcome === 'denied';
      const retryInMs = isDenied
        ? deniedWaitMs(denials + 1, backOff, random)
        : retryWaitMs(failures + 1, backOff, random);
      const countsAs = result.outcome;
      await this.store.postponeDelivery(claimed, { error: result.reason, retryInMs, countsAs });
    }
  }

  async #ask(delivery: PayDelivery): Promise<PayConfirmationResult> {
    try {
      return await this.inbox.confirm(delivery);
    } catch (error) {
      return { outcome: 'failed', reason: describeThrown(error).message };
    }
  }

  #logDrop(claimed: ClaimedInboxDelivery, reason: string): void {
    if (this.sender === 'unknown' && ++this.#dropLines > MAX_DROP_LINES && this.#dropLines % 100 > 0) return;
    this.#log(claimed, `is dropped, because the service denied it ${MAX_DENIALS} times: ${reason}`);
  }

  #log({ delivery: { event, endpoint } }: ClaimedInboxDelivery, what: string): void {
    this.inbox.logger.error(
      `${endpoint}: delivery of event ${event.eventTypeId ?? 'of unknown type'} ${what}`,
    );
  }
}
