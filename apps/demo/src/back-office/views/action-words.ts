import type { OrderStatus } from '../../views/order-status.js';
import { ActionKind, type Action, type ActionState } from '../actions/action.js';
import { isOnReservation } from '../actions/action-plan.js';
import { amountIn } from './transaction-words.js';

const NAMES: Readonly<Record<ActionKind, string>> = {
  [ActionKind.Refund]: 'Refund',
  [ActionKind.Void]: 'Void',
  [ActionKind.Capture]: 'Capture',
  [ActionKind.Release]: 'Release',
};

/** An action in two words: `Refund €12.50`. */
export function actionName({ kind, amount, basis }: Action): string {
  return `${NAMES[kind]} ${amountIn(amount, basis.currencyCode)}`;
}

/** What an action will do, before it is confirmed. */
export function actionEffect({ kind, amount, basis }: Action): string {
  const { currencyCode } = basis;
  const rest = (isOnReservation(kind) ? basis.capturable : basis.refundable) - amount;
  switch (kind) {
    case ActionKind.Refund:
      return rest === 0
        ? 'All that is left of the payment goes back to the customer.'
        : `${amountIn(rest, currencyCode)} of the payment stays with you.`;
    case ActionKind.Void:
      return 'The payment is voided: all of it goes back. Should it clear first, the service refunds it instead.';
    case ActionKind.Capture:
      return rest === 0
        ? 'All that is held is taken.'
        : `The other ${amountIn(rest, currencyCode)} is released: a reservation is captured once, so it cannot be taken later.`;
    case ActionKind.Release:
      return 'Nothing is taken, and all that is held is released.';
  }
}

/** What became of an action. */
export function stateWords(state: ActionState): {
  readonly label: string;
  readonly tone: OrderStatus['tone'];
} {
  switch (state.kind) {
    case 'planned':
      return { label: 'Waiting for your confirmation', tone: 'neutral' };
    case 'sending':
      return { label: 'Being sent', tone: 'waiting' };
    case 'done':
      return { label: 'Done', tone: 'good' };
    case 'refused':
      return state.failure.error.outcome === 'not-sent'
        ? { label: 'Not sent', tone: 'bad' }
        : { label: 'Refused', tone: 'bad' };
    case 'withheld':
      return { label: 'Not sent', tone: 'bad' };
    case 'unknown':
      return { label: 'Outcome unknown', tone: 'waiting' };
    case 'dismissed':
      return { label: 'Did not happen', tone: 'neutral' };
  }
}
