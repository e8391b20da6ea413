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

interface Recipient {
  source: string | null;
  merchant: string | null;
}

/** Whether a delivery names another source or merchant. A delivery that names none is accepted. */
export function isPostedForOtherRecipient(
  event: Pick<PayWebhookEvent, 'data'>,
  filter: RecipientFilter,
): boolean {
  return !acceptsAll(filter) && isOtherRecipient(postedRecipient(event), filter);
}

/** Whether a confirmed event belongs to another source or merchant. */
export function isConfirmedForOtherRecipient(event: ReceivedPayEvent, filter: RecipientFilter): boolean {
  return !acceptsAll(filter) && isOtherRecipient(confirmedRecipient(event), filter);
}

/** Whether a handler with this filter gets the event. An event whose source or merchant is unknown does not match a filter for it. */
export function matchesFilter(event: ReceivedPayEvent, filter: RecipientFilter): boolean {
  if (acceptsAll(filter)) return true;
  const { sourceCodes, merchantIds } = filter;
  const { source, merchant } = confirmedRecipient(event);
  return matchesSource(source, sourceCodes) && matchesMerchant(merchant, merchantIds);
}

/** Whether an event names another merchant than the client's. Only a merchant's own client has one merchant. */
export function namesAnotherMerchant(
  event: Pick<PayWebhookEvent, 'data'>,
  { name, merchantId }: { name: PayDelivery['client']; merchantId: string | null },
): boolean {
  const { merchant } = postedRecipient(event);
  if (name !== 'wallet' || merchantId === null || merchant === null) return false;
  return UUID.test(merchant) && UUID.test(merchantId) && !matchesMerchant(merchant, [merchantId]);
}

function acceptsAll({ sourceCodes, merchantIds }: RecipientFilter): boolean {
  return sourceCodes === undefined && merchantIds === undefined;
}

function postedRecipient({ data }: Pick<PayWebhookEvent, 'data'>): Recipient {
  const { SourceCode, MerchantId }: Record<string, unknown> = data;
  return { source: readText(SourceCode), merchant: readText(MerchantId) };
}

/** A confirmed event has the recipient that was read back: a forged delivery could name a true payment and another source. */
function confirmedRecipient(event: ReceivedPayEvent): Recipient {
  const { source, merchant } = postedRecipient(event);
  if (event.resource === null) return { source, merchant };
  const { sourceCode, SourceCode }: Record<string, unknown> = { ...event.resource };
  // An ISV's read uses the merchant in the event, so it verifies the merchant. Other clients' reads do not.
  return { source: readText(sourceCode ?? SourceCode), merchant: event.client === 'isv' ? merchant : null };
}

function isOtherRecipient(
  { source, merchant }: Recipient,
  { sourceCodes, merchantIds }: RecipientFilter,
): boolean {
  return (
    (source !== null && !matchesSource(source, sourceCodes)) ||
    (merchant !== null && !matchesMerchant(merchant, merchantIds))
  );
}

/** Source codes are case-sensitive. */
function matchesSource(code: string | null, accepted: readonly string[] | undefined): boolean {
  return accepted === undefined || (code !== null && accepted.includes(code));
}

function matchesMerchant(id: string | null, accepted: readonly string[] | undefined): boolean {
  return accepted === undefined || accepted.some((one) => one.toLowerCase() === id?.toLowerCase());
}
