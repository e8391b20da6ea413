import { describeThrown } from '../core/values/describe-thrown.js';
import type { PayConfirmationResult, PaySender, PayUnconfirmedResult } from '../webhooks/delivery.types.js';
import type { ClaimWorker } from './claim-loop.js';
import type { ClaimedInboxDelivery, PayInboxStore } from './inbox-store.js';
import type { InboxTimes } from './inbox-times.js';
import { orderingKeyOf } from './ordering-key.js';
import { deniedWaitMs, MAX_DENIALS, overLimitWaitMs, retryWaitMs } from './retry-waits.js';
import type { PayInboxStart } from './stored-inbox.js';

/** After this number of log lines about dropped deliveries, only every hundredth is logged: anyone can post them. */
const MAX_DROP_LINES = 20;

/**
 * Confirms the stored deliveries of one class of senders, and stores their events.
 *
 * @param onEvent - Called when an event was stored.
 */
export function deliveryWorker(
  store: PayInboxStore,
  start: PayInboxStart,
  sender: PaySender,
  times: InboxTimes,
  onEvent: () => void,
): ClaimWorker<ClaimedInboxDelivery> {
  const { leaseMs } = times;
  let dropLines = 0;

  function log({ delivery: { event, endpoint } }: ClaimedInboxDelivery, what: string): void {
    start.logger.error(`${endpoint}: delivery of event ${event.eventTypeId ?? 'of unknown type'} ${what}`);
  }

  function logDrop(claimed: ClaimedInboxDelivery, reason: string): void {
    if (sender === 'unknown' && ++dropLines > MAX_DROP_LINES && dropLines % 100 > 0) return;
    log(claimed, `is dropped, because the service denied it ${MAX_DENIALS} times: ${reason}`);
  }

  async function work(claimed: ClaimedInboxDelivery, makeRoom: () => void): Promise<void> {
    let result: PayConfirmationResult;
    try {
      result = await start.confirm(claimed.delivery);
    } catch (error) {
      result = { outcome: 'failed', reason: describeThrown(error).message };
    }
    makeRoom();
    if (result.outcome === 'confirmed') {
      const { delivery, isConfirmed, note } = result;
      // Anyone can post an event that the service cannot confirm, and it must not hold up others.
      const orderingKey = isConfirmed ? orderingKeyOf(delivery) : null;
      const event = { delivery, orderingKey, confirmed: isConfirmed, note };
      if (await store.confirm(claimed, event)) onEvent();
    } else if (result.outcome === 'ignored') {
      await store.dropDelivery(claimed);
    } else if (result.outcome === 'denied' && claimed.denials + 1 >= MAX_DENIALS) {
      await store.dropDelivery(claimed);
      logDrop(claimed, result.reason);
    } else {
      const countsAs = result.outcome === 'over-limit' ? 'none' : result.outcome;
      const retryInMs = retryInMsOf(result, claimed, times);
      await store.postponeDelivery(claimed, { error: result.reason, retryInMs, countsAs });
    }
  }

  return {
    isOrdered: false,
    claim: (limit) => store.claimDeliveries(sender, limit, leaseMs),
    renew: (claimed) => store.renewDelivery(claimed, leaseMs),
    release: (claimed) =>
      store.postponeDelivery(claimed, { error: 'given back by its process', retryInMs: 0, countsAs: 'none' }),
    work,
    log,
  };
}

function retryInMsOf(
  result: Exclude<PayUnconfirmedResult, { outcome: 'ignored' }>,
  { denials, failures }: ClaimedInboxDelivery,
  times: InboxTimes,
): number {
  if (result.outcome === 'over-limit') return overLimitWaitMs(result.waitMs, times.random);
  return result.outcome === 'denied' ? deniedWaitMs(denials + 1, times) : retryWaitMs(failures + 1, times);
}
