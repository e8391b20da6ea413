/** Request headers, as Node, Express and Fastify give them, or as fetch's `Headers`. */
export type PayWebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Headers of a signed delivery, as the service spells them.
 * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
 */
export const SIGNATURE_SHA256_HEADER = 'Viva-Signature-256';
export const SIGNATURE_SHA1_HEADER = 'Viva-Signature';
export const DELIVERY_ID_HEADER = 'Viva-Delivery-Id';
export const EVENT_HEADER = 'Viva-Event';
export const RETRY_COUNT_HEADER = 'RetryCount';
export const RETRY_DELAY_HEADER = 'RetryDelayInSeconds';

/** Value of {@link EVENT_HEADER} on a 7936 delivery, and name of the event in subscriptions. */
export const SALE_TRANSACTIONS_EVENT = 'SaleTransactionsFileGenerated';

/** The value of a header in any letter case, the first of several; null when there is none. */
export function readHeader(headers: unknown, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) return null;
  if (headers instanceof Headers) return headers.get(name);
  const wanted = name.toLowerCase();
  // A dozen times for each delivery: nothing is allocated for the names that it is not.
  for (const key of Object.keys(headers)) {
    if (key.length !== wanted.length || key.toLowerCase() !== wanted) continue;
    const value: unknown = (headers as Record<string, unknown>)[key];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') return first;
  }
  return null;
}
