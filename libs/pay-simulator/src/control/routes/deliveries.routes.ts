import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryChances } from '../../deliveries/delivery-chances.js';
import type { NextDelivery } from '../../deliveries/next-delivery.js';
import type { Services } from '../../services/services.js';
import { bodyAs, NotSettled, parameter, handlers, type ControlInput } from '../control-route.js';
import { deliveryView, searchOf } from '../control-views.js';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Routes of the deliveries of webhooks. */
export const DELIVERY_ROUTES = handlers({
  listDeliveries: ({ deliveries }, { query }) => {
    const has = searchOf(query);
    return deliveries
      .list()
      .filter(({ id, message, webhook }) => has([id, webhook.url, message]))
      .map(deliveryView);
  },
  listDeliverySummaries: ({ deliveries }) => deliveries.summaries(),
  getDelivery: ({ deliveries }, request) => deliveryView(deliveries.get(parameter(request, 'id'))),
  awaitDeliveries: awaitDeliveries,
  getDeliverySettings: ({ deliveries: { isHolding, newMessageIdOnRetry, next } }) => ({
    isHolding,
    newMessageIdOnRetry,
    next,
  }),
  setNextDelivery: ({ deliveries }, request) => {
    deliveries.next = bodyAs<NextDelivery>(request);
  },
  clearNextDelivery: ({ deliveries }) => {
    deliveries.next = null;
  },
  holdDeliveries: ({ deliveries }) => deliveries.hold(),
  releaseDeliveries: async ({ deliveries }, request) =>
    await deliveries.release(bodyAs<{ ids?: readonly string[] }>(request).ids),
  setDeliveryRetries: ({ deliveries }, request) => {
    deliveries.newMessageIdOnRetry = bodyAs<{ newMessageId: boolean }>(request).newMessageId;
  },
  setDeliveryChances: ({ deliveries }, request) => {
    const chances = bodyAs<DeliveryChances>(request);
    deliveries.leaveToChance(Object.keys(chances).length === 0 ? undefined : chances);
    return undefined;
  },
  redeliver: async ({ deliveries }, request) =>
    deliveryView(await deliveries.redeliver(parameter(request, 'id'))),
  duplicateDelivery: ({ deliveries }, request) =>
    deliveries.duplicate(parameter(request, 'id'), request.body).map(deliveryView),
  delayDelivery: ({ deliveries }, request) => {
    const id = parameter(request, 'id');
    deliveries.delay(id, bodyAs<{ ms: number }>(request).ms);
    return deliveryView(deliveries.get(id));
  },
  dropDelivery: ({ deliveries }, request) => {
    deliveries.drop(parameter(request, 'id'));
    return deliveryView(deliveries.get(parameter(request, 'id')));
  },
  listFileNotices: ({ fileNotices }) => fileNotices.attempts(),
});

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
