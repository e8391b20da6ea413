import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/** The key that a merchant's webhook endpoint answers the verification request with. @see contract/auth.json */
export const retrieveWebhookKey =
  ({ account }: Pick<Services, 'account'>): OperationHandler =>
  () => ({ status: 200, json: { Key: account.webhookKey } });

/** The same for an ISV: its own key, in a member with a lower-case name. */
export const retrieveIsvWebhookKey =
  ({ account }: Pick<Services, 'account'>): OperationHandler =>
  () => ({ status: 200, json: { key: account.isvWebhookKey } });
