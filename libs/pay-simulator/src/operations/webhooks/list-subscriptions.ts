import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../../http/operation.js';

/** Lists all subscriptions without their secrets. @see contract/webhook-subscriptions.json webhooks.listSubscriptions */
export const listSubscriptions =
  ({ subscriptions }: Pick<Services, 'subscriptions'>): OperationHandler =>
  () => ({
    status: 200,
    json: subscriptions.list().map(({ id, url, events }) => ({ subscriptionId: id, url, events })),
  });
