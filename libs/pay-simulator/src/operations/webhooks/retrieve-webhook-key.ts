import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';

/** Returns the key that the merchant's webhook endpoint returns for the verification request. @see contract/auth.json */
export const retrieveWebhookKey =
  ({ account }: AccountServices): OperationHandler =>
  () =>
    ok({ Key: account.webhookKey });

/** Returns the ISV's key, in a member with a lower-case name. */
export const retrieveIsvWebhookKey =
  ({ account }: AccountServices): OperationHandler =>
  () =>
    ok({ key: account.isvWebhookKey });
