export { confirmPayWebhook } from './confirm-webhook.js';
export type { ConfirmPayWebhookOptions, ConfirmPayWebhookResult } from './confirm-webhook.js';
export type {
  PayConfirmationResult,
  PayDelivery,
  PayEventSource,
  PayInboxNote,
  PayOverLimit,
  PaySender,
  PayUnconfirmedResult,
} from './delivery.types.js';
export { payWebhookDedupeKey } from './dedupe-key.js';
export { payEventShapeProblems, readPayWebhook } from './parse-delivery.js';
export type { PayWebhookReading, PayWebhookReadProblem, PayWebhookRequest } from './parse-delivery.js';
export { getPayEventName, PayEventType, PayReconciledEventType } from './event-types.js';
export type { OpenPayEventType, PayEventName, PayReconciledEventName } from './event-types.js';
export { isPayEvent } from './event.types.js';
export type { PayConfirmation, ReceivedPayEvent } from './received-event.js';
export type {
  PayNamedMembers,
  PayWebhookEvent,
  PayWebhookIssue,
  UnknownPayEventPayload,
} from './event.types.js';
export {
  buildPayIsvWebhookVerificationBody,
  buildPayIsvWebhookVerificationResponse,
  buildPayMerchantWebhookVerificationBody,
  buildPayMerchantWebhookVerificationResponse,
} from './handshake.js';
export type { PayWebhookVerificationResponse } from './handshake.js';
export { extractPayWebhookIdentity, getPayWebhookIdempotencyKey } from './identity.js';
export type { PayWebhookIdempotencyKey, PayWebhookIdentity, PayWebhookKeySource } from './identity.js';
export type * from './payloads/index.js';
export { verifyPayDataServicesWebhookSignature } from './signature.js';
export type {
  PaySignatureAlgorithm,
  PaySignatureVerification,
  PaySignatureVerificationOptions,
} from './signature.js';
export {
  createAddressMatcher,
  PAY_WEBHOOK_SOURCE_ADDRESSES,
  resolveClientAddress,
} from './client-address.js';
export type { AddressMatcher, ClientAddressSource } from './client-address.js';
export { buildPayWebhookForTest, signPayWebhookForTest } from './test-signer.js';
export type { PaySignedTestDelivery, PayTestEnvelope, PayTestEventData } from './test-signer.js';
export type { PayWebhookHeaders } from './webhook-headers.js';
export * from './validation.js';
export type { PayWebhookValidation, PayWebhookValidator } from './validator.js';
export type { PayWebhookExpectations } from './expectations.js';
