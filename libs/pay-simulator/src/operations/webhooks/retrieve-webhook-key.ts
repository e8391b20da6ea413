import { ok } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';

/** Returns the key that the merchant's webhook endpoint returns for the verification request. @see contract/openapi/auth.yaml */
export const retrieveWebhookKey: MerchantHandler = ({ account }) => ok({ Key: account.webhookKey });

/** Returns the ISV's key, in a member with a lower-case name. */
export const retrieveIsvWebhookKey: MerchantHandler = ({ account }) => ok({ key: account.isvWebhookKey });
