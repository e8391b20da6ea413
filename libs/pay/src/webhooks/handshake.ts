/** Response to the GET request that verifies a webhook address, as plain data for any framework. */
export interface PayWebhookVerificationResponse<Body> {
  statusCode: 200;
  headers: { 'Content-Type': 'application/json' };
  body: Body;
}

/**
 * Returns the verification response body of a merchant's or marketplace's endpoint. Its member `Key` has a capital K.
 *
 * @param key - Key from `webhooks.retrieveWebhookKey()`. It only verifies the address; the service signs nothing with it.
 * @throws TypeError if the key is not a non-empty string.
 * @see https://developer.viva.com/webhooks-for-payments/setting-up-webhooks/
 */
export function buildPayMerchantWebhookVerificationBody(key: string): { Key: string } {
  return { Key: requireKey(key) };
}

/**
 * Returns the verification response body of an ISV's endpoint. Its member `key` has a lower-case k, unlike for merchants.
 *
 * @param key - Key from the ISV client's `webhook.retrieveWebhookKey()`.
 * @throws TypeError if the key is not a non-empty string.
 * @see https://developer.viva.com/webhooks-for-payments/setting-up-webhooks/
 */
export function buildPayIsvWebhookVerificationBody(key: string): { key: string } {
  return { key: requireKey(key) };
}

/**
 * Returns the verification response of a merchant's or marketplace's endpoint.
 *
 * @throws TypeError if the key is not a non-empty string.
 */
export function buildPayMerchantWebhookVerificationResponse(
  key: string,
): PayWebhookVerificationResponse<{ Key: string }> {
  return response(buildPayMerchantWebhookVerificationBody(key));
}

/**
 * Returns the verification response of an ISV's endpoint.
 *
 * @throws TypeError if the key is not a non-empty string.
 */
export function buildPayIsvWebhookVerificationResponse(
  key: string,
): PayWebhookVerificationResponse<{ key: string }> {
  return response(buildPayIsvWebhookVerificationBody(key));
}

function response<Body>(body: Body): PayWebhookVerificationResponse<Body> {
  return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body };
}

// Without this check, a missing key would only show as "URL not verified" at the service.
function requireKey(key: unknown): string {
  if (typeof key === 'string' && key.trim() !== '') return key;
  throw new TypeError(
    'key must be a non-empty string: the verification key that retrieveWebhookKey() returns',
  );
}
