/** Answer to the GET with which the service verifies a webhook address: plain data for any framework. */
export interface PayWebhookVerificationResponse<Body> {
  statusCode: 200;
  headers: { 'Content-Type': 'application/json' };
  body: Body;
}

/**
 * The body that a merchant's or marketplace's endpoint answers the verification with. Note the capital K.
 *
 * @param key from `webhooks.retrieveWebhookKey()`. It proves the endpoint to the service; nothing is signed with it.
 * @throws TypeError when the key is empty or no text.
 * @see https://developer.viva.com/webhooks-for-payments/setting-up-webhooks/
 */
export function buildPayMerchantWebhookVerificationBody(key: string): { Key: string } {
  return { Key: requireKey(key) };
}

/**
 * The body that an ISV's endpoint answers the verification with. Note the lower-case k, unlike for merchants.
 *
 * @param key from the ISV client's `webhook.retrieveWebhookKey()`.
 * @throws TypeError when the key is empty or no text.
 * @see https://developer.viva.com/webhooks-for-payments/setting-up-webhooks/
 */
export function buildPayIsvWebhookVerificationBody(key: string): { key: string } {
  return { key: requireKey(key) };
}

/**
 * The whole answer of a merchant's or marketplace's endpoint.
 *
 * @throws TypeError when the key is empty or no text.
 */
export function buildPayMerchantWebhookVerificationResponse(
  key: string,
): PayWebhookVerificationResponse<{ Key: string }> {
  return answer(buildPayMerchantWebhookVerificationBody(key));
}

/**
 * The whole answer of an ISV's endpoint.
 *
 * @throws TypeError when the key is empty or no text.
 */
export function buildPayIsvWebhookVerificationResponse(
  key: string,
): PayWebhookVerificationResponse<{ key: string }> {
  return answer(buildPayIsvWebhookVerificationBody(key));
}

function answer<Body>(body: Body): PayWebhookVerificationResponse<Body> {
  return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body };
}

/** An answer without a key would only show as "URL not verified" at the service. */
function requireKey(key: unknown): string {
  if (typeof key === 'string' && key.trim() !== '') return key;
  throw new TypeError(
    'key must be the verification key that retrieveWebhookKey() gives, a text that is not empty',
  );
}
