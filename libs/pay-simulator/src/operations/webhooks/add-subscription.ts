import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';
import { readSubscription } from './subscription-terms.js';

/** Registers a receiver of report files without a verification request. @see contract/webhook-subscriptions.json webhooks.addSubscription */
export const addSubscription =
  ({ subscriptions, hosts }: AccountServices): OperationHandler =>
  ({ body }) =>
    ok({ subscriptionId: subscriptions.add(readSubscription(body, hosts)).id });
