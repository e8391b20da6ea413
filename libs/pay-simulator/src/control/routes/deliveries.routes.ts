import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../services/services.js';
import { NotSettled, type ControlInput, type Handlers } from '../control-route.js';
import { deliveryView, searchOf } from '../control-views.js';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Routes of the deliveries of webhooks. */
export const DELIVERY_ROUTES = {
  listDeliveries: ({ deliveries }, { query }) => {
    const has = searchOf(query);
    return deliveries
      .list()
      .filter(({ id, message, webhook }) => has([id, webhook.url, message]))
      .map(deliveryView);
  },
  listDeliverySummaries: ({ deliveries }) => deliveries.summaries(),
  getDelivery: ({ deliveries }, { path }) => deliveryView(deliveries.get(path.id)),
  awaitDeliveries: awaitDeliveries,
  getDeliverySettings: ({ deliveries }) => deliveries.settings,
  setNextDelivery: ({ deliveries }, { body }) => deliveries.configure({ next: body }),
  clearNextDelivery: ({ deliveries }) => deliveries.configure({ next: null }),
  holdDeliveries: ({ deliveries }) => deliveries.hold(),
  releaseDeliveries: async ({ deliveries }, { body }) => await deliveries.release(body.ids),
  setDeliveryRetries: ({ deliveries }, { body }) =>
    deliveries.configure({ newMessageIdOnRetry: body.newMessageId }),
  setDeliveryChances: ({ deliveries }, { body }) =>
    deliveries.configure({ chances: Object.keys(body).length === 0 ? null : body }),
  redeliver: async ({ deliveries }, { path }) => deliveryView(await deliveries.redeliver(path.id)),
  duplicateDelivery: ({ deliveries }, { path, body }) =>
    deliveries.duplicate(path.id, body).map(deliveryView),
  delayDelivery: ({ deliveries }, { path, body }) => {
    deliveries.delay(path.id, body.ms);
    return deliveryView(deliveries.get(path.id));
  },
  dropDelivery: ({ deliveries }, { path }) => {
    deliveries.drop(path.id);
    return deliveryView(deliveries.get(path.id));
  },
  listFileNotices: ({ fileNotices }) => fileNotices.attempts(),
} satisfies Handlers<Services>;

async function awaitDeliveries(
  { deliveries }: Services,
  { query }: ControlInput,
): Promise<{ settled: true }> {
  const timeout = new AbortController();
  const isSettled = await Promise.race([
    deliveries.settled().then(() => true),
    sleep(Number(query.get('timeoutMs') ?? DEFAULT_TIMEOUT_MS), false, { signal: timeout.signal }),
  ]);
  timeout.abort();
  if (isSettled) return { settled: true };
  const pending = deliveries.list().filter(({ state }) => state === 'sending');
  throw new NotSettled(pending.map(({ id }) => id));
}
