import type { AccountServices } from '../../wiring/merchant-services.js';
import type { OperationHandler } from '../../http/operation.js';

/** Lists all subscriptions without their secrets. @see contract/webhook-subscriptions.json webhooks.listSubscriptions */
export const listSubscriptions =
  ({ subscriptions }: AccountServices): OperationHandler =>
  () => ({
    status: 200,
    json: subscriptions.list().map(({ id, url, events }) => ({ subscriptionId: id, url, events })),
  });
