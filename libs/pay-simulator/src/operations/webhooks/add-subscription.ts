import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';
import { readSubscription } from './subscription-terms.js';

/** Registers a receiver of report files without a verification request. @see contract/webhook-subscriptions.json webhooks.addSubscription */
export const addSubscription =
  ({ subscriptions, hosts }: AccountServices): OperationHandler =>
  ({ body }) => ({
    status: 200,
    json: { subscriptionId: subscriptions.add(readSubscription(body, hosts)).id },
  });
