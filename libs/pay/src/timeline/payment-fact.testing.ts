import fc from 'fast-check';
import { TransactionStatus, TransactionType } from '../areas/coded-values.generated.js';
import type { OrderFact, PaymentFact, TransactionFact } from './payment-fact.js';
import type { PaymentState } from './payment-state.js';
import { PaymentTimeline } from './payment-timeline.js';

export const ORDER = '9007199254740993';

export const transaction = (
  id: string,
  amount: number,
  more: Partial<TransactionFact> = {},
): TransactionFact => ({
  kind: 'transaction',
  orderCode: ORDER,
  transactionId: id,
  parentId: null,
  postedParentId: null,
  type: TransactionType.CardCharge,
  status: 'F',
  asOf: null,
  amount,
  currencyCode: '978',
  ...more,
});

export const refund = (
  id: string,
  parentId: string,
  amount: number,
  more: Partial<TransactionFact> = {},
): TransactionFact => transaction(id, -amount, { parentId, type: TransactionType.CardRefund, ...more });

/** Creates the fact of a refund event, whose parent is unconfirmed. */
export const postedRefund = (id: string, postedParentId: string | null, amount: number): TransactionFact =>
  refund(id, '', amount, { parentId: null, postedParentId });

export const order = (state: OrderFact['state'], asOf: number | null = null): OrderFact => ({
  kind: 'order',
  orderCode: ORDER,
  state,
  asOf,
});

export const stateOf = (...facts: PaymentFact[]): PaymentState =>
  PaymentTimeline.of(ORDER).with(...facts).state;

export const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const types: (number | null)[] = [...Object.values(TransactionType), 999, null];
/** Types with most rules, generated more often. */
const frequentTypes = [
  TransactionType.CardCharge,
  TransactionType.CardPreAuthorisation,
  TransactionType.CardCapture,
  TransactionType.CardRefund,
  TransactionType.CardVoid,
  TransactionType.CardOriginalCredit,
  TransactionType.CardRefundClaimed,
];

/** Generates facts about a transaction, also with foreign or cyclic parents. */
export const anyTransaction: fc.Arbitrary<TransactionFact> = fc.record({
  kind: fc.constant('transaction' as const),
  orderCode: fc.constantFrom(ORDER, null),
  transactionId: id,
  parentId: fc.option(id, { nil: null }),
  postedParentId: fc.option(id, { nil: null }),
  type: fc.oneof(fc.constantFrom(...types), fc.constantFrom(...frequentTypes)),
  status: fc.oneof(fc.constant('F'), fc.constantFrom(...Object.values(TransactionStatus), '?')),
  asOf: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
  amount: fc.integer({ min: -9999, max: 9999 }),
  currencyCode: fc.constant('978'),
});

const anyOrder: fc.Arbitrary<OrderFact> = fc.record({
  kind: fc.constant('order' as const),
  orderCode: fc.constant(ORDER),
  state: fc.constantFrom('pending' as const, 'canceled' as const, 'expired' as const, 'paid' as const),
  asOf: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
});

const anySession: fc.Arbitrary<PaymentFact> = fc.record({
  kind: fc.constant('session' as const),
  orderCode: fc.constantFrom(ORDER, null),
  sessionId: id,
});

export const anyFacts: fc.Arbitrary<PaymentFact[]> = fc.array(
  fc.oneof(anyTransaction, anyTransaction, anyTransaction, anyOrder, anySession),
  { maxLength: 12 },
);
