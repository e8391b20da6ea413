/** Response to the GET request that verifies a webhook address, as plain data for any framework. */
export interface PayWebhookVerificationResponse {
  statusCode: 200;
  headers: { 'Content-Type': 'application/json' };
  body: { Key: string } | { key: string };
}

/**
 * Returns the response that verifies a webhook address. The body of an ISV's endpoint is `{ key }`, that of others `{ Key }`.
 *
 * @param key - Key from `webhooks.retrieveWebhookKey()`. It only verifies the address; the service signs nothing with it.
 * @param options.isv - Whether the key belongs to an ISV. Default: false.
 * @throws TypeError if the key is not a non-empty string.
 * @see https://developer.viva.com/webhooks-for-payments/setting-up-webhooks/
 * @example const { headers, body } = buildPayWebhookVerificationResponse(key)
 */
export function buildPayWebhookVerificationResponse(
  key: string,
  { isv = false }: { isv?: boolean } = {},
): PayWebhookVerificationResponse {
  // Without this check, a missing key would only show as "URL not verified" at the service.
  if (typeof key !== 'string' || key.trim() === '')
    throw new TypeError(
      'key must be a non-empty string: the verification key that retrieveWebhookKey() returns',
    );
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: isv ? { key } : { Key: key },
  };
}
