import { PayInboxStartError } from './inbox-errors.js';
import type { PayInboxStore } from './inbox-store.js';

/** For deliveries, leases and claims, beside those that transactions take. */
const SPARE = 2;

/** With no connection left, leases cannot be renewed and deliveries cannot be kept. @throws PayInboxStartError saying the fix. */
export function checkConnections(
  { connections }: Pick<PayInboxStore, 'connections'>,
  concurrency: number,
): void {
  const least = concurrency + SPARE;
  if (connections === undefined || concurrency === 0 || connections >= least) return;
  throw new PayInboxStartError(
    `each event at work takes a connection where handlers have @PayTransaction(), and the store has ${connections} for a ` +
      `concurrency of ${concurrency}: give the pool ${least} or more (max), or lower durableInbox({ concurrency }).`,
  );
}
