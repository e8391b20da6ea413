import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import { readText } from '../../webhooks/wire-values.js';

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

/** Whether a delivery names another merchant than this one. */
export function namesAnotherMerchant(
  { data }: Pick<PayWebhookEvent, 'data'>,
  merchantId: string | null,
): boolean {
  return merchantId !== null && isElsewhere({ data }, { merchantIds: [merchantId] });
}

/** Whether one of a list is stated, in whatever capitals; of no list anything is. */
export function isAmong(stated: string | null, taken: readonly string[] | undefined): boolean {
  return taken === undefined || taken.some((one) => one.toLowerCase() === stated?.toLowerCase());
}
