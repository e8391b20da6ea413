import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryChances } from '../../deliveries/delivery-chances.js';
import type { Services } from '../../wiring/services.js';
import { bodyAs, NotSettled, parameter, routesOf, type ControlInput } from '../control-route.js';
import * as schema from '../control-schemas.js';
import { deliveryView } from '../control-views.js';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Routes of the deliveries of webhooks. */
export const DELIVERY_ROUTES = routesOf('Deliveries', {
  listDeliveries: {
    endpoint: 'GET /deliveries',
    summary: 'Lists the deliveries of webhooks with their attempts and bodies.',
    calls: ['deliveries.list'],
    run: ({ deliveries }) => deliveries.list().map(deliveryView),
  },
  getDelivery: {
    endpoint: 'GET /deliveries/{id}',
    summary: 'Returns a delivery.',
    calls: ['deliveries.get'],
    run: ({ deliveries }, request) => deliveryView(deliveries.get(parameter(request, 'id'))),
  },
  awaitDeliveries: {
    endpoint: 'GET /settled',
    summary: 'Waits until all due deliveries got a response. Held deliveries and later retries do not count.',
    calls: ['deliveries.settled'],
    query: {
      timeoutMs: schema.milliseconds(`Longest wait of real time. Default: ${DEFAULT_TIMEOUT_MS}`),
    },
    errors: { 504: 'A receiver did not respond in time. `pending` lists the IDs of the deliveries.' },
    run: awaitDeliveries,
  },
  getDeliverySettings: {
    endpoint: 'GET /delivery-settings',
    summary: 'Returns whether new deliveries are held, and whether a retry gets a new MessageId.',
    calls: ['deliveries.isHolding', 'deliveries.newMessageIdOnRetry'],
    run: ({ deliveries: { isHolding, newMessageIdOnRetry } }) => ({ isHolding, newMessageIdOnRetry }),
  },
  holdDeliveries: {
    endpoint: 'POST /deliveries/hold',
    summary: 'Holds new deliveries.',
    calls: ['deliveries.hold'],
    run: ({ deliveries }) => deliveries.hold(),
  },
  releaseDeliveries: {
    endpoint: 'POST /deliveries/release',
    summary: 'Sends the held deliveries, first those in `ids`, and holds no more.',
    calls: ['deliveries.release'],
    body: schema.input({ ids: schema.listOf(schema.id('ID of a delivery.')) }),
    example: {},
    run: async ({ deliveries }, request) =>
      await deliveries.release(bodyAs<{ ids?: readonly string[] }>(request).ids),
  },
  setDeliveryRetries: {
    endpoint: 'POST /deliveries/retries',
    summary: 'Sets whether each retry gets a new MessageId.',
    calls: ['deliveries.newMessageIdOnRetry'],
    body: schema.input({ newMessageId: schema.flag('Whether a retry gets a new MessageId.') }, [
      'newMessageId',
    ]),
    example: { newMessageId: true },
    run: ({ deliveries }, request) => {
      deliveries.newMessageIdOnRetry = bodyAs<{ newMessageId: boolean }>(request).newMessageId;
    },
  },
  setDeliveryChances: {
    endpoint: 'POST /deliveries/chances',
    summary: 'Drops, duplicates and delays new deliveries at random. An empty body stops it.',
    calls: ['deliveries.leaveToChance'],
    body: schema.input({
      drop: schema.share('Probability that a delivery is dropped.'),
      duplicate: schema.share('Probability that a delivery is sent twice.'),
      delay: schema.share('Probability that a delivery is delayed.'),
      delayUpToMs: schema.milliseconds('Longest delay of virtual time'),
    }),
    example: { duplicate: 0.5 },
    run: ({ deliveries }, request) => {
      const chances = bodyAs<DeliveryChances>(request);
      deliveries.leaveToChance(Object.keys(chances).length === 0 ? undefined : chances);
      return undefined;
    },
  },
  redeliver: {
    endpoint: 'POST /deliveries/{id}/redeliver',
    summary: 'Sends a delivery again now, and waits for the attempt.',
    calls: ['deliveries.redeliver'],
    run: async ({ deliveries }, request) =>
      deliveryView(await deliveries.redeliver(parameter(request, 'id'))),
  },
  duplicateDelivery: {
    endpoint: 'POST /deliveries/{id}/duplicate',
    summary: 'Sends the same message again, also after a 2xx response.',
    calls: ['deliveries.duplicate'],
    body: schema.input({
      times: schema.whole('Number of duplicates. Default: 1.', 1, 1000),
      afterMs: schema.milliseconds('Delay of virtual time'),
    }),
    example: { times: 1 },
    run: ({ deliveries }, request) =>
      deliveries.duplicate(parameter(request, 'id'), request.body).map(deliveryView),
  },
  delayDelivery: {
    endpoint: 'POST /deliveries/{id}/delay',
    summary: 'Delays a held or planned delivery.',
    calls: ['deliveries.delay'],
    body: schema.input({ ms: schema.milliseconds('Delay of virtual time') }, ['ms']),
    example: { ms: 5000 },
    run: ({ deliveries }, request) => {
      const id = parameter(request, 'id');
      deliveries.delay(id, bodyAs<{ ms: number }>(request).ms);
      return deliveryView(deliveries.get(id));
    },
  },
  dropDelivery: {
    endpoint: 'POST /deliveries/{id}/drop',
    summary: 'Drops a held or planned delivery.',
    calls: ['deliveries.drop'],
    run: ({ deliveries }, request) => {
      deliveries.drop(parameter(request, 'id'));
      return deliveryView(deliveries.get(parameter(request, 'id')));
    },
  },
  listFileNotices: {
    endpoint: 'GET /file-notices',
    summary: 'Lists the notices sent to data-services subscriptions.',
    calls: ['fileNotices.attempts'],
    run: ({ fileNotices }) => fileNotices.attempts(),
  },
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
