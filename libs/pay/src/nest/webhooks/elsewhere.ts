import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import { UUID } from '../../core/values/uuid.js';
import { readText } from '../../webhooks/wire-values.js';
import type { ReceivedPayEvent } from './received-event.js';
import type { WebhookAccount } from './webhook-account.js';

/** Whose events are taken; undefined: everybody's. */
export interface TakenFrom {
  /** Codes of payment sources. */
  sourceCodes?: readonly string[];
  /** Merchants, as UUIDs. */
  merchantIds?: readonly string[];
}

interface Place {
  source: string | null;
  merchant: string | null;
}

/** Whether a delivery says that it is of another source or merchant. One that does not say is not. */
export function isElsewhere(event: Pick<PayWebhookEvent, 'data'>, taken: TakenFrom): boolean {
  return isPlaceElsewhere(statedPlace(event), taken);
}

/** Whether an event is of another source or merchant, as far as the service says. */
export function turnedOutElsewhere(event: ReceivedPayEvent, taken: TakenFrom): boolean {
  return isPlaceElsewhere(knownPlace(event), taken);
}

/** Whether an event is of a source and merchant that are asked for. One of which that is not known is not. */
export function isOf(event: ReceivedPayEvent, { sourceCodes, merchantIds }: TakenFrom): boolean {
  const { source, merchant } = knownPlace(event);
  return isSource(source, sourceCodes) && isMerchant(merchant, merchantIds);
}

/** Whether an event says that it is of another merchant than the one whose client this is. Only a merchant's own client knows. */
export function namesAnotherMerchant(
  event: Pick<PayWebhookEvent, 'data'>,
  { name, merchantId }: Pick<WebhookAccount, 'name' | 'merchantId'>,
): boolean {
  const { merchant } = statedPlace(event);
  if (name !== 'wallet' || merchantId === null || merchant === null) return false;
  return UUID.test(merchant) && UUID.test(merchantId) && !isMerchant(merchant, [merchantId]);
}

function statedPlace({ data }: Pick<PayWebhookEvent, 'data'>): Place {
  const { SourceCode, MerchantId }: Record<string, unknown> = data;
  return { source: readText(SourceCode), merchant: readText(MerchantId) };
}

/** Of a confirmed event only what was read back: who posts a true payment with another source must not have it passed by. */
function knownPlace(event: ReceivedPayEvent): Place {
  const { source, merchant } = statedPlace(event);
  if (event.resource === null) return { source, merchant };
  const { sourceCode, SourceCode }: Record<string, unknown> = { ...event.resource };
  // An ISV reads by the merchant that the event names; other clients have one, and the event's word for it is unsigned.
  return { source: readText(sourceCode ?? SourceCode), merchant: event.client === 'isv' ? merchant : null };
}

function isPlaceElsewhere({ source, merchant }: Place, { sourceCodes, merchantIds }: TakenFrom): boolean {
  return (
    (source !== null && !isSource(source, sourceCodes)) ||
    (merchant !== null && !isMerchant(merchant, merchantIds))
  );
}

/** The service tells sources apart by their capitals. */
function isSource(code: string | null, taken: readonly string[] | undefined): boolean {
  return taken === undefined || (code !== null && taken.includes(code));
}

function isMerchant(id: string | null, taken: readonly string[] | undefined): boolean {
  return taken === undefined || taken.some((one) => one.toLowerCase() === id?.toLowerCase());
}
