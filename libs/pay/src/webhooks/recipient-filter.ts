import { UUID } from '../core/values/uuid.js';
import type { PayDelivery } from './delivery.types.js';
import type { PayWebhookEvent } from './event.types.js';
import { readText } from './wire-values.js';
import type { ReceivedPayEvent } from './received-event.js';

/** Sources and merchants whose events are accepted. Undefined accepts all. */
export interface RecipientFilter {
  /** Codes of payment sources. */
  sourceCodes?: readonly string[];
  /** Merchant IDs, as UUIDs. */
  merchantIds?: readonly string[];
}

/** An event as posted, or as confirmed. */
type AnyEvent = Pick<PayWebhookEvent, 'data'> & Partial<Pick<ReceivedPayEvent, 'resource' | 'client'>>;

/** Whether an event belongs to another source or merchant, or a delivery names another one. Without any, it is accepted. */
export function isForOtherRecipient(event: AnyEvent, { sourceCodes, merchantIds }: RecipientFilter): boolean {
  if (sourceCodes === undefined && merchantIds === undefined) return false;
  const { source, merchant } = recipientOf(event);
  return (
    (source !== null && !matchesSource(source, sourceCodes)) ||
    (merchant !== null && !matchesMerchant(merchant, merchantIds))
  );
}

/** Whether a handler with this filter gets the event. An event whose source or merchant is unknown does not match a filter for it. */
export function matchesFilter(
  event: ReceivedPayEvent,
  { sourceCodes, merchantIds }: RecipientFilter,
): boolean {
  if (sourceCodes === undefined && merchantIds === undefined) return true;
  const { source, merchant } = recipientOf(event);
  return matchesSource(source, sourceCodes) && matchesMerchant(merchant, merchantIds);
}

/** Whether an event names another merchant than the client's. Only a merchant's own client has one merchant. */
export function namesAnotherMerchant(
  { data }: Pick<PayWebhookEvent, 'data'>,
  { name, merchantId }: { name: PayDelivery['client']; merchantId: string | null },
): boolean {
  const { merchant } = recipientOf({ data });
  if (name !== 'wallet' || merchantId === null || merchant === null) return false;
  return UUID.test(merchant) && UUID.test(merchantId) && !matchesMerchant(merchant, [merchantId]);
}

/** A confirmed event has the recipient that was read back: a forged delivery could name a true payment and another source. */
function recipientOf({ data, resource = null, client }: AnyEvent) {
  const { SourceCode, MerchantId }: Record<string, unknown> = data;
  const merchant = readText(MerchantId);
  if (resource === null) return { source: readText(SourceCode), merchant };
  const read: Record<string, unknown> = { ...resource };
  // An ISV's read uses the merchant in the event, so it verifies the merchant. Other clients' reads do not.
  return {
    source: readText(read['sourceCode'] ?? read['SourceCode']),
    merchant: client === 'isv' ? merchant : null,
  };
}

/** Source codes are case-sensitive. */
function matchesSource(code: string | null, accepted: readonly string[] | undefined): boolean {
  return accepted === undefined || (code !== null && accepted.includes(code));
}

function matchesMerchant(id: string | null, accepted: readonly string[] | undefined): boolean {
  return accepted === undefined || accepted.some((one) => one.toLowerCase() === id?.toLowerCase());
}
