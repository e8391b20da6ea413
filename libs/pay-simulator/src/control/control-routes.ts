import type { FaultRule } from '../http/faults.js';
import type { WebhookRegistration } from '../deliveries/webhooks.js';
import type { PaymentSource } from '../domain/sources.js';
import type { Services } from '../wiring/services.js';
import type { JsonValue } from '../domain/wire-json.js';
import {
  actionStepView,
  clockView,
  deliveryView,
  ledgerView,
  stateView,
  withIsoTimes,
} from './control-views.js';
import type { ActionStep } from './actions.js';
import { TRIGGER_KINDS, triggerInput, TRIGGERS } from './triggers.js';

/** A request to the control API. */
export interface ControlInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A route of the control API. A result of `undefined` gets 204. */
interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly about: string;
  /** @default 1 MB */
  readonly maxBytes?: number;
  readonly run: (input: ControlInput) => JsonValue | undefined | Promise<JsonValue | undefined>;
}

/** Size of a snapshot of about 100,000 payments. */
const MAX_SNAPSHOT_BYTES = 500_000_000;

const json = (value: unknown): JsonValue => value as JsonValue;
const idOf = ({ path }: ControlInput): string => path.id ?? '';
const numberOf = (value: unknown, fallback: number): number =>
  value === undefined ? fallback : typeof value === 'number' ? value : Number.NaN;

const route =
  (method: ControlRoute['method']) =>
  (path: string, about: string, run: ControlRoute['run']): ControlRoute => ({ method, path, about, run });
const [get, post, del] = [route('GET'), route('POST'), route('DELETE')];

/** Lists the routes of the control API. The called services validate the input. */
export function controlRoutes(services: Services): readonly ControlRoute[] {
  return [
    ...readRoutes(services),
    ...deliveryRoutes(services),
    ...triggerRoutes(services),
    ...changeRoutes(services),
    ...snapshotRoutes(services),
  ];
}

function readRoutes(services: Services): readonly ControlRoute[] {
  const {
    clock,
    deliveries,
    faults,
    invitations,
    isvWebhooks,
    ledger,
    log,
    orders,
    permissions,
    resellerDesk,
    sources,
    transactions,
    webhooks,
  } = services;
  return [
    get('/state', 'counts, clock, wallet', () => stateView(services)),
    get('/orders', 'all orders', () => orders.list().map(withIsoTimes)),
    get('/orders/{code}', 'an order with its transactions', ({ path }) => ({
      ...withIsoTimes(orders.get(path.code ?? '')),
      transactions: transactions.ofOrder(path.code ?? '').map(withIsoTimes),
    })),
    get('/transactions', 'all transactions', () => transactions.list().map(withIsoTimes)),
    get('/passwords', 'one-time passwords sent to customers for payments at a reseller’s counter', () =>
      resellerDesk.passwords().map(withIsoTimes),
    ),
    get('/accounts', 'accounts invited by an ISV or a marketplace', () =>
      invitations.list().map(withIsoTimes),
    ),
    get('/isv-webhooks', 'webhooks registered by the ISV', () => json(isvWebhooks.list())),
    get('/webhooks', 'registered webhooks', () => json(webhooks.list())),
    get('/deliveries', 'deliveries with their attempts and bodies', () =>
      deliveries.list().map(deliveryView),
    ),
    get('/deliveries/{id}', 'a delivery', (input) => deliveryView(deliveries.get(idOf(input)))),
    get('/ledger', 'balances, totals (always 0) and bookings', () => ledgerView(ledger)),
    get('/faults', 'active faults', () => json(faults.list())),
    get('/requests', 'received requests', () => json(log.list())),
    get('/sources', 'payment sources', () => json(sources.list())),
    get('/permissions', 'permissions', () => json(permissions.get())),
    get('/clock', 'virtual time', () => clockView(clock)),
  ];
}

function deliveryRoutes({ deliveries }: Services): readonly ControlRoute[] {
  return [
    post('/deliveries/hold', 'hold new deliveries', () => {
      deliveries.hold();
      return undefined;
    }),
    post(
      '/deliveries/release',
      'send held deliveries in the order of {ids}',
      async ({ body: { ids = [] } }) => {
        if (!Array.isArray(ids)) throw new RangeError('ids: expected a list of delivery IDs');
        await deliveries.release(ids.map(String));
        return undefined;
      },
    ),
    post(
      '/deliveries/retries',
      'use a new MessageId for each retry: {newMessageId}',
      ({ body: { newMessageId } }) => {
        if (typeof newMessageId !== 'boolean') throw new RangeError('newMessageId: expected true or false');
        deliveries.newMessageIdOnRetry = newMessageId;
        return undefined;
      },
    ),
    post(
      '/deliveries/chances',
      'drop, duplicate and delay new deliveries at random: {drop, duplicate, delay, delayUpToMs}; {} stops it',
      ({ body }) => {
        deliveries.leaveToChance(Object.keys(body).length === 0 ? undefined : body);
        return undefined;
      },
    ),
    post('/deliveries/{id}/redeliver', 'send the delivery again now', async (input) =>
      deliveryView(await deliveries.redeliver(idOf(input))),
    ),
    post('/deliveries/{id}/duplicate', 'send the same message {times} more times after {afterMs}', (input) =>
      deliveries
        .duplicate(idOf(input), {
          times: numberOf(input.body.times, 1),
          afterMs: numberOf(input.body.afterMs, 0),
        })
        .map(deliveryView),
    ),
    post('/deliveries/{id}/delay', 'delay the delivery by {ms}', (input) => {
      deliveries.delay(idOf(input), numberOf(input.body.ms, Number.NaN));
      return deliveryView(deliveries.get(idOf(input)));
    }),
    post('/deliveries/{id}/drop', 'drop the delivery', (input) => {
      deliveries.drop(idOf(input));
      return deliveryView(deliveries.get(idOf(input)));
    }),
  ];
}

function triggerRoutes({ actions, deliveries }: Services): readonly ControlRoute[] {
  return TRIGGER_KINDS.map((kind) => ({
    method: 'POST',
    path: `/trigger/${kind}`,
    about: `${TRIGGERS[kind].about}: {${TRIGGERS[kind].accepts.join(', ')}}`,
    run: async ({ body }) => {
      const steps: ActionStep[] = [];
      const before = new Set(deliveries.list().map(({ id }) => id));
      await TRIGGERS[kind].run(
        actions((step) => void steps.push(step)),
        triggerInput(kind, body),
      );
      const sent = deliveries.list().filter(({ id }) => !before.has(id));
      return { steps: steps.map(actionStepView), deliveries: sent.map(deliveryView) };
    },
  }));
}

function changeRoutes({
  clock,
  deliveries,
  faults,
  invitations,
  permissions,
  reset,
  sources,
  wallet,
  webhooks,
}: Services): readonly ControlRoute[] {
  return [
    post(
      '/clock/advance',
      'advance the clock by {ms}, {seconds} and {hours}, and wait for the resulting deliveries',
      async ({ body }) => {
        await deliveries.settled();
        await clock.advance(
          numberOf(body.ms, 0) + numberOf(body.seconds, 0) * 1000 + numberOf(body.hours, 0) * 3_600_000,
        );
        return clockView(clock);
      },
    ),
    post('/webhooks', 'register {url, eventTypeIds, active} as in the banking app', async ({ body }) =>
      json(await webhooks.register(body as unknown as WebhookRegistration, 'outside')),
    ),
    del('/webhooks/{id}', 'remove a webhook', (input) =>
      removed(webhooks.remove(idOf(input), 'outside'), 'webhook'),
    ),
    post('/faults', 'inject a fault', ({ body }) => ({
      faultId: faults.add(body as unknown as FaultRule),
    })),
    del('/faults/{id}', 'remove a fault', (input) => removed(faults.remove(idOf(input)), 'fault')),
    post(
      '/accounts/{id}/accept',
      'accept an invitation with {legalName, email, taxNumber, vatNumber, registrationNumber}',
      (input) => withIsoTimes(invitations.getOnboardings(idOf(input)).accept(idOf(input), input.body)),
    ),
    post('/accounts/{id}/verify', 'complete the identity check: {verified}', (input) => {
      const { verified } = input.body;
      if (typeof verified !== 'boolean') throw new RangeError('verified: expected true or false');
      return withIsoTimes(invitations.getOnboardings(idOf(input)).verify(idOf(input), verified));
    }),
    post('/permissions', 'change permissions', ({ body }) => {
      permissions.set(body, 'outside');
      return json(permissions.get());
    }),
    post('/sources', 'add or change a payment source', ({ body }) =>
      json(sources.save(body as unknown as PaymentSource, 'outside')),
    ),
    post('/wallet/withdraw', 'pay out {amount} minor units to the bank', ({ body }) => {
      wallet.withdraw(numberOf(body.amount, Number.NaN));
      return { balance: wallet.balance() };
    }),
    post('/reset', 'clear all activity and keep the configuration of the embedding application', () => {
      reset('setup');
      return undefined;
    }),
  ];
}

function snapshotRoutes({ restore, snapshot }: Services): readonly ControlRoute[] {
  return [
    get('/snapshot', 'the state as JSON, for /restore', () => json(snapshot())),
    {
      ...post('/restore', 'replace the state by a snapshot', ({ body }) => {
        restore(body);
        return undefined;
      }),
      maxBytes: MAX_SNAPSHOT_BYTES,
    },
  ];
}

function removed(done: boolean, what: string): undefined {
  if (!done) throw new RangeError(`the ${what} is unknown`);
  return undefined;
}
