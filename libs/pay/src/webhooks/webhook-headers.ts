/** Request headers of Node, Express or Fastify, or `Headers` of fetch. */
export type PayWebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Header names of a signed delivery.
 * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
 */
export const SIGNATURE_SHA256_HEADER = 'Viva-Signature-256';
export const SIGNATURE_SHA1_HEADER = 'Viva-Signature';
export const DELIVERY_ID_HEADER = 'Viva-Delivery-Id';
export const EVENT_HEADER = 'Viva-Event';
export const RETRY_COUNT_HEADER = 'RetryCount';
export const RETRY_DELAY_HEADER = 'RetryDelayInSeconds';

/** Value of {@link EVENT_HEADER} in a 7936 delivery, and name of the event in subscriptions. */
export const SALE_TRANSACTIONS_EVENT = 'SaleTransactionsFileGenerated';

/** Returns the first value of a header, ignoring the case of its name; null if the header is absent. */
export function readHeader(headers: unknown, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) return null;
  const wanted = name.toLowerCase();
  // Node writes all names in lower case. This runs about twelve times for each delivery.
  const inLowerCase: unknown = (headers as Record<string, unknown>)[wanted];
  if (typeof inLowerCase === 'string') return inLowerCase;
  if (headers instanceof Headers) return headers.get(name);
  for (const key of Object.keys(headers)) {
    if (key.length !== wanted.length || key.toLowerCase() !== wanted) continue;
    const value: unknown = (headers as Record<string, unknown>)[key];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') return first;
  }
  return null;
}
