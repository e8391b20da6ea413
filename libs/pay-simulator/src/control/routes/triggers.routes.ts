import { createActions, type ActionStep } from '../actions.js';
import type { Services } from '../../services/services.js';
import { bodyAs, handlers, type ControlInput } from '../control-route.js';
import { deliveryView, type DeliveryView } from '../control-views.js';
import { TRIGGER_KINDS, TRIGGERS, type TriggerInput, type TriggerKind } from '../triggers.js';

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

const operationId = (kind: TriggerKind): string =>
  `trigger${kind.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** The actions of customers and merchants. */
export const TRIGGER_ROUTES = handlers(
  Object.fromEntries(TRIGGER_KINDS.map((kind) => [operationId(kind), trigger(kind)])),
);

function trigger(kind: TriggerKind) {
  return async (services: Services, request: ControlInput): Promise<TriggerResult> => {
    const { deliveries } = services;
    const steps: ActionStep[] = [];
    const before = new Set(deliveries.summaries().map(({ id }) => id));
    await TRIGGERS[kind].run(
      createActions(services, (step) => void steps.push(step)),
      bodyAs<TriggerInput>(request),
    );
    const sent = deliveries.summaries().filter(({ id }) => !before.has(id));
    return { ...resultOf(steps), steps, deliveries: sent.map(({ id }) => deliveryView(deliveries.get(id))) };
  };
}

/** Returns what the last step is about. */
function resultOf(steps: readonly ActionStep[]): Pick<TriggerResult, 'orderCode' | 'transactionId'> {
  const { transaction, session, order } = steps.at(-1) ?? {};
  return {
    orderCode: transaction?.orderCode ?? order?.code ?? null,
    transactionId: transaction?.id ?? session?.transactionId ?? null,
  };
}
