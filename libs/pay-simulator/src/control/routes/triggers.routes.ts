import type { ActionStep } from '../actions.js';
import { bodyAs, type ControlRoute } from '../control-route.js';
import * as schema from '../control-schemas.js';
import { deliveryView, type DeliveryView } from '../control-views.js';
import { TRIGGER_KINDS, TRIGGERS, type TriggerInput, type TriggerKind } from '../triggers.js';

const TRIGGER_MEMBERS: Readonly<Record<keyof TriggerInput, ReturnType<typeof schema.text>>> = {
  amount: schema.amount('Amount. Default: 1000, or the full amount'),
  orderCode: schema.id('Order code as a string. Default: a new order.'),
  transactionId: schema.id('Transaction. Default: a new payment.'),
  merchantTrns: schema.id('Reference of the new order.'),
  accountId: schema.id('Seller. Default: the first seller, or a new one.'),
  terminalId: schema.id('Terminal. Default: the first free terminal.'),
  card: schema.id('Test card: its number, or a name such as `visa-declined`. Default: an approved card.'),
};

/** What a trigger did. */
export interface TriggerResult {
  /** Order of the action. Null without one. */
  readonly orderCode: string | null;
  /** Transaction that the action made or changed: its last one. Null without one. */
  readonly transactionId: string | null;
  readonly steps: readonly ActionStep[];
  /** Deliveries of the events. */
  readonly deliveries: readonly DeliveryView[];
}

/** Methods of `orders` that do the same as an action. */
const ORDER_METHODS: Readonly<Record<string, readonly string[]>> = {
  cancel: ['orders.cancel', 'connectedMerchants.get().orders.cancel'],
  expire: ['orders.expire', 'connectedMerchants.get().orders.expire'],
};

/** Routes of the actions of customers and merchants. */
export const TRIGGER_ROUTES: readonly ControlRoute[] = TRIGGER_KINDS.map((kind: TriggerKind) => {
  const { about, accepts, action, run } = TRIGGERS[kind];
  return {
    id: `trigger${kind.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    method: 'POST',
    path: `/trigger/${kind}`,
    group: 'Actions',
    summary: `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    calls: [action, ...(ORDER_METHODS[action] ?? [])],
    body: schema.input(Object.fromEntries(accepts.map((name) => [name, TRIGGER_MEMBERS[name]]))),
    example: { amount: 1000 },
    response: schema.ref('TriggerResult'),
    errors: { 404: 'The order or transaction is unknown.', 409: 'The service would reject the action.' },
    run: async ({ actions, deliveries }, request): Promise<TriggerResult> => {
      const steps: ActionStep[] = [];
      const before = new Set(deliveries.list().map(({ id }) => id));
      await run(
        actions((step) => void steps.push(step)),
        bodyAs<TriggerInput>(request),
      );
      const sent = deliveries.list().filter(({ id }) => !before.has(id));
      return { ...resultOf(steps), steps, deliveries: sent.map(deliveryView) };
    },
  };
});

/** Returns what the last step is about. */
function resultOf(steps: readonly ActionStep[]): Pick<TriggerResult, 'orderCode' | 'transactionId'> {
  const { transaction, session, order } = steps.at(-1) ?? {};
  return {
    orderCode: transaction?.orderCode ?? order?.code ?? null,
    transactionId: transaction?.id ?? session?.transactionId ?? null,
  };
}
