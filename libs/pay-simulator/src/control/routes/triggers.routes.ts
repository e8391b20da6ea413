import { createActions, type ActionStep, type TriggerKind } from '../actions.js';
import type { Services } from '../../services/services.js';
import type { ControlInput } from '../control-route.js';
import { deliveryView } from '../control-views.js';
import { TRIGGERS } from '../triggers.js';

/** The actions of customers and merchants. */
export const TRIGGER_ROUTES: Readonly<Record<`trigger${string}`, ReturnType<typeof trigger>>> =
  Object.fromEntries(Object.entries(TRIGGERS).map(([kind, { id }]) => [id, trigger(kind as TriggerKind)]));

function trigger(kind: TriggerKind) {
  return async (services: Services, { body }: ControlInput<object>) => {
    const { deliveries } = services;
    const steps: ActionStep[] = [];
    const before = new Set(deliveries.summaries().map(({ id }) => id));
    const actions = createActions(services, (step) => void steps.push(step));
    await actions[kind](body);
    const sent = deliveries.summaries().filter(({ id }) => !before.has(id));
    return { ...resultOf(steps), steps, deliveries: sent.map(({ id }) => deliveryView(deliveries.get(id))) };
  };
}

/** Returns what the last step is about. */
function resultOf(steps: readonly ActionStep[]) {
  const { transaction, session, order } = steps.at(-1) ?? {};
  return {
    orderCode: transaction?.orderCode ?? order?.code ?? null,
    transactionId: transaction?.id ?? session?.transactionId ?? null,
  };
}
