import { PayEventType } from './event-types.js';
import { getOrAdd } from '../core/values/get-or-add.js';

/** An event, and what does not happen without it. */
type ReliedEvent = readonly [eventTypeId: PayEventType, without: string];

const {
  TransactionPaymentCreated,
  TransactionReversalCreated,
  TransactionPosEcrSessionCreated,
  TransactionPosEcrSessionFailed,
  TransferCreated,
} = PayEventType;

/** Parts of the library whose promises rest on webhook events. `handlers` are the application's own. */
export const RELIED_EVENTS = {
  handlers: [
    [TransactionPaymentCreated, 'no handler learns that an order was paid'],
    [
      TransactionReversalCreated,
      'no handler learns of refunds in the banking app and of reversals by the service',
    ],
  ],
  till: [
    [TransactionPosEcrSessionCreated, 'a paid sale ends only when the till asks the next time'],
    [TransactionPosEcrSessionFailed, 'a failed sale ends only when the till asks the next time'],
    [TransactionReversalCreated, 'a sale that is reversed after its end stays paid until you recheck it'],
    [
      TransactionPaymentCreated,
      'a reversal by the service cannot be confirmed, so the sale stays paid until you recheck it',
    ],
  ],
  subscriptions: [
    [TransactionPaymentCreated, 'a paid order is recorded only by the next run'],
    [TransactionReversalCreated, 'a refund or dispute of a charge is unknown to the subscription'],
  ],
  splits: [
    [TransactionPaymentCreated, 'no payment is split'],
    [TransactionReversalCreated, 'a refund that was not made by PaySplits is unknown to the books'],
    [TransferCreated, 'a transfer or reversal whose response was lost stays unknown'],
  ],
  reconciler: [
    [
      TransactionPaymentCreated,
      'a run reports no reversal by the service, because the payment was never handled',
    ],
    [TransactionReversalCreated, 'a reversal of an order that no run reads any more is never reported'],
    [
      TransactionPosEcrSessionCreated,
      'a terminal session never reaches your handlers: no run finds sessions',
    ],
    [
      TransactionPosEcrSessionFailed,
      'a failed terminal session never reaches your handlers: no run finds sessions',
    ],
  ],
} as const satisfies Record<string, readonly ReliedEvent[]>;

/** A part of the library that relies on events. */
export type ReliedPart = Exclude<keyof typeof RELIED_EVENTS, 'handlers'>;

/** Names of the parts in the doctor's option `uses`. */
export const RELIED_PARTS: readonly ReliedPart[] = ['till', 'subscriptions', 'splits', 'reconciler'];

/** Returns each event that some parts rely on, with all that does not happen without it. */
export function eventsOf(
  parts: readonly (keyof typeof RELIED_EVENTS)[],
): ReadonlyMap<PayEventType, readonly string[]> {
  const events = new Map<PayEventType, string[]>();
  for (const [eventTypeId, without] of parts.flatMap((part): readonly ReliedEvent[] => RELIED_EVENTS[part]))
    getOrAdd(events, eventTypeId, () => []).push(without);
  return events;
}
