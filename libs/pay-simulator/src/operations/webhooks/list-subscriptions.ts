import type { AccountServices } from '../../wiring/merchant-services.js';
import { ok, type OperationHandler } from '../../http/operation.js';

/** Lists all subscriptions without their secrets. @see contract/webhook-subscriptions.json webhooks.listSubscriptions */
export const listSubscriptions =
  ({ subscriptions }: AccountServices): OperationHandler =>
  () =>
    ok(subscriptions.list().map(({ id, url, events }) => ({ subscriptionId: id, url, events })));
