import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import { readText, UUID } from '../../webhooks/wire-values.js';
import type { WebhookAccount } from './webhook-account.js';

/** Whose events are taken; undefined: everybody's. */
export interface TakenFrom {
  /** Codes of payment sources. */
  sourceCodes?: readonly string[];
  /** Merchants, as UUIDs. */
  merchantIds?: readonly string[];
}

/** Whether an event says that it is another source's or merchant's. One that does not say is not. */
export function isElsewhere(
  { data }: Pick<PayWebhookEvent, 'data'>,
  { sourceCodes, merchantIds }: TakenFrom,
): boolean {
  const { SourceCode, MerchantId }: Record<string, unknown> = data;
  const [source, merchant] = [readText(SourceCode), readText(MerchantId)];
  return (
    (source !== null && !isAmong(source, sourceCodes)) ||
    (merchant !== null && !isAmong(merchant, merchantIds))
  );
}

/** Whether an event says that it is of another merchant than the one whose client this is. Only a merchant's own client knows. */
export function namesAnotherMerchant(
  { data }: Pick<PayWebhookEvent, 'data'>,
  { name, merchantId }: Pick<WebhookAccount, 'name' | 'merchantId'>,
): boolean {
  const { MerchantId: stated }: Record<string, unknown> = data;
  if (name !== 'wallet' || merchantId === null || typeof stated !== 'string') return false;
  return UUID.test(stated) && UUID.test(merchantId) && !isAmong(stated, [merchantId]);
}

/** Whether one of a list is stated, in whatever capitals; of no list anything is. */
export function isAmong(stated: string | null, taken: readonly string[] | undefined): boolean {
  return taken === undefined || taken.some((one) => one.toLowerCase() === stated?.toLowerCase());
}
