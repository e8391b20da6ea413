import type { BackOff } from '../core/values/back-off.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import type { PayConfirmationResult, PaySender, PayUnconfirmedResult } from '../webhooks/delivery.types.js';
import type { ClaimWorker } from './claim-loop.js';
import type { ClaimedInboxDelivery, PayInboxStore } from './inbox-store.js';
import { orderingKeyOf } from './ordering-key.js';
import { deniedWaitMs, MAX_DENIALS, overLimitWaitMs, retryWaitMs } from './retry-waits.js';
import type { PayInboxStart } from './stored-inbox.js';

/** After this number of log lines about dropped deliveries, only every hundredth is logged: anyone can post them. */
const MAX_DROP_LINES = 20;

/** Times of confirmations. */
export interface DeliveryWorkerOptions {
  leaseMs: number;
  backOff: BackOff;
  random: () => number;
  /** Called when an event was stored. */
  onEvent: () => void;
}

/** Confirms the stored deliveries of one class of senders, and stores their events. */
export class DeliveryWorker implements ClaimWorker<ClaimedInboxDelivery> {
  readonly isOrdered = false;
  #dropLines = 0;

  constructor(
    private readonly store: Pick<
      PayInboxStore,
      'claimDeliveries' | 'renewDelivery' | 'confirm' | 'postponeDelivery' | 'dropDelivery'
    >,
    private readonly start: Pick<PayInboxStart, 'confirm' | 'logger'>,
    private readonly sender: PaySender,
    private readonly options: DeliveryWorkerOptions,
  ) {}

  claim(limit: number): Promise<ClaimedInboxDelivery[]> {
    return this.store.claimDeliveries(this.sender, limit, this.options.leaseMs);
  }

  renew(claimed: ClaimedInboxDelivery): Promise<boolean> {
    return this.store.renewDelivery(claimed, this.options.leaseMs);
  }

  release(claimed: ClaimedInboxDelivery): Promise<boolean> {
    const retry = { error: 'given back by its process', retryInMs: 0, countsAs: 'none' } as const;
    return this.store.postponeDelivery(claimed, retry);
  }

  async work(claimed: ClaimedInboxDelivery, makeRoom: () => void): Promise<void> {
    let result: PayConfirmationResult;
    try {
      result = await this.start.confirm(claimed.delivery);
    } catch (error) {
      result = { outcome: 'failed', reason: describeThrown(error).message };
    }
    makeRoom();
    if (result.outcome === 'confirmed') {
      const { delivery, isConfirmed, note } = result;
      // Anyone can post an event that the service cannot confirm, and it must not hold up others.
      const orderingKey = isConfirmed ? orderingKeyOf(delivery) : null;
      const event = { delivery, orderingKey, confirmed: isConfirmed, note };
      if (await this.store.confirm(claimed, event)) this.options.onEvent();
    } else if (result.outcome === 'ignored') {
      await this.store.dropDelivery(claimed);
    } else if (result.outcome === 'denied' && claimed.denials + 1 >= MAX_DENIALS) {
      await this.store.dropDelivery(claimed);
      this.#logDrop(claimed, result.reason);
    } else {
      const countsAs = result.outcome === 'over-limit' ? 'none' : result.outcome;
      const retryInMs = this.#retryInMs(claimed, result);
      await this.store.postponeDelivery(claimed, { error: result.reason, retryInMs, countsAs });
    }
  }

  log({ delivery: { event, endpoint } }: ClaimedInboxDelivery, what: string): void {
    this.start.logger.error(
      `${endpoint}: delivery of event ${event.eventTypeId ?? 'of unknown type'} ${what}`,
    );
  }

  #retryInMs(
    { denials, failures }: ClaimedInboxDelivery,
    result: Exclude<PayUnconfirmedResult, { outcome: 'ignored' }>,
  ): number {
    const { backOff, random } = this.options;
    switch (result.outcome) {
      case 'over-limit':
        return overLimitWaitMs(result.waitMs, random);
      case 'denied':
        return deniedWaitMs(denials + 1, backOff, random);
      case 'failed':
        return retryWaitMs(failures + 1, backOff, random);
    }
  }

  #logDrop(claimed: ClaimedInboxDelivery, reason: string): void {
    if (this.sender === 'unknown' && ++this.#dropLines > MAX_DROP_LINES && this.#dropLines % 100 > 0) return;
    this.log(claimed, `is dropped, because the service denied it ${MAX_DENIALS} times: ${reason}`);
  }
}
