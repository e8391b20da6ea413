import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/** Lists the webhooks of the merchant. @see contract/webhook-subscriptions.json webhooks.listWebhooks */
export const listWebhooks =
  ({ webhooks }: Pick<Services, 'webhooks'>): OperationHandler =>
  () => ({
    status: 200,
    json: webhooks.list().map(({ id, url, eventTypeId, active }) => ({
      Id: id,
      Url: url,
      EventTypeId: eventTypeId,
      Active: active,
    })),
  });
