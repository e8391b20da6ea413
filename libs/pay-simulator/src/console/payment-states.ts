import { OrderState } from '../domain/order.js';
import { TransactionType, type TransactionStatus } from '../domain/transaction.js';
import type { Order, Transaction } from './books.model.js';

/** A state in words, and its color. */
export type StateLabel = readonly [text: string, look: 'good' | 'bad' | 'wait' | 'plain'];

/** Words for the statuses of a payment. */
export const PAYMENT_STATES: Readonly<Record<TransactionStatus, StateLabel>> = {
  A: ['In progress', 'wait'],
  F: ['Paid', 'good'],
  E: ['Declined', 'bad'],
  R: ['Refunded in full', 'plain'],
  X: ['Voided', 'plain'],
  C: ['Captured', 'good'],
  MS: ['Dispute suspected', 'wait'],
  M: ['Disputed', 'wait'],
  MI: ['Dispute in progress', 'wait'],
  MA: ['Dispute at the bank', 'wait'],
  MW: ['Dispute won', 'good'],
  ML: ['Dispute lost', 'bad'],
};
const ORDER_STATES: Readonly<Record<OrderState, StateLabel>> = {
  [OrderState.Pending]: ['Pending', 'wait'],
  [OrderState.Expired]: ['Expired', 'plain'],
  [OrderState.Cancelled]: ['Canceled', 'plain'],
  [OrderState.Paid]: ['Paid', 'good'],
};

/** Refunds, voids and holds have the status of a payment, but another meaning. */
export function stateOf({ status, amount: minor, type, refunded }: Transaction): StateLabel {
  if (status === 'F' && type === TransactionType.CardVoid) return PAYMENT_STATES.X;
  if (status === 'F' && type === TransactionType.CardPreauth) return ['Held', 'wait'];
  if (status === 'F' && minor < 0) return ['Refunded', 'plain'];
  if (status === 'R' && refunded > 0 && refunded < minor) return ['Refunded in part', 'plain'];
  return PAYMENT_STATES[status];
}

/** Returns the state of an order, and that of its newest payment. */
export function statesOf({ state }: Order, transactions: readonly Transaction[]): readonly StateLabel[] {
  const payment = transactions.findLast(({ parentId }) => parentId === null);
  return [
    ...(state === OrderState.Paid && payment ? [] : [ORDER_STATES[state]]),
    ...(payment ? [stateOf(payment)] : []),
  ];
}

/** Returns the state of the newest payment of an order, or of the order. */
export const lastState = (order: Order, transactions: readonly Transaction[]): StateLabel =>
  statesOf(order, transactions).at(-1) ?? ORDER_STATES[order.state];

/** Returns the search for the orders in a state, such as `state:Paid`. */
export const stateQuery = ([text]: StateLabel): string => `state:${text}`;
