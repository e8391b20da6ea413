import { kindOfType } from '../areas/transactions/movement-kind.js';
import { OrderState } from '../areas/coded-values.generated.js';
import { remainingAmounts } from '../areas/transactions/remaining-amounts.js';
import type { LegacyTransaction, Order } from '../areas/results.generated.js';
import { exactMinorUnits } from '../core/values/money.js';
import { isSameId } from '../core/values/uuid.js';
import { PaymentTimeline } from '../timeline/payment-timeline.js';
import type { PaymentState } from '../timeline/payment-state.js';
import type { PageText } from './html.js';
import { t } from './html.js';
import type { MoneyCall, Place } from './places.js';

/** An action that is possible now. */
export interface Possible {
  readonly kind: MoneyCall['kind'];
  /** Transaction that it is about; null for the order. */
  readonly transactionId: string | null;
  /** Most in minor units. 0 for an order. */
  readonly most: number;
  readonly currencyCode: string | null;
  /** Whether only the whole amount is possible. */
  readonly isWhole: boolean;
  /** Whether it states a fee of the ISV. */
  readonly hasFee?: boolean;
}

/** What the service has about an order, what it allows, and why not more. */
export type Payment = Awaited<ReturnType<typeof readPayment>>;

/** Reads an order and its transactions. @throws OperatorProblem */
export async function readPayment(place: Place, orderCode: string) {
  const order = await place.read(`order ${orderCode}`, (calls) => calls.order(orderCode));
  const { Transactions: transactions } = await place.read(`transactions ${orderCode}`, (calls) =>
    calls.transactions({ orderCode }),
  );
  const state = stateOf(order, transactions);
  const possible = possibleActions(order, transactions, place);
  return { orderCode, order, transactions, state, possible, why: limitsOf(transactions, state, possible) };
}

/** Null if the transactions contradict each other, for example by their currencies. */
function stateOf(order: Order, transactions: readonly LegacyTransaction[]): PaymentState | null {
  try {
    return PaymentTimeline.of(order.OrderCodeText).withTransactions(transactions).withOrder(order).state;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function possibleActions(
  { StateId }: Order,
  transactions: readonly LegacyTransaction[],
  { merchantId }: Place,
): Possible[] {
  const isPending = StateId === OrderState.Pending && !transactions.some((one) => one.StatusId === 'A');
  const cancel = { kind: 'cancel', transactionId: null, most: 0, currencyCode: null, isWhole: true } as const;
  const ofTransactions = transactions.flatMap(({ TransactionId: transactionId, ClearanceDate }) => {
    const left = remainingAmounts(transactionId, transactions);
    if (left === undefined) return [];
    const { refundable, capturable, currencyCode } = left;
    const about = { transactionId, currencyCode };
    const isUntouched = !transactions.some(({ ParentId }) => isSameId(ParentId, transactionId));
    const voidable = ClearanceDate === null && isUntouched ? refundable : 0;
    const all: Possible[] = [
      { ...about, kind: 'void', most: voidable, isWhole: true },
      { ...about, kind: 'refund', most: refundable, isWhole: false },
      { ...about, kind: 'capture', most: capturable, isWhole: false, hasFee: merchantId !== null },
      { ...about, kind: 'release', most: capturable, isWhole: true },
    ];
    return all.filter(({ most }) => most > 0);
  });
  return isPending ? [cancel, ...ofTransactions] : ofTransactions;
}

/** Returns why nothing else is possible. */
function limitsOf(
  transactions: readonly LegacyTransaction[],
  state: PaymentState | null,
  possible: readonly Possible[],
): PageText[] {
  const { disputed = 0, captured = 0, refunded = 0, chargedBack = 0, status } = state ?? {};
  const why = transactions
    .map(({ TransactionId: id }) => id)
    .filter((id) => remainingAmounts(id, transactions) === undefined)
    .map((id) => t('The records of transaction {id} are not complete yet. Try again in a moment.', { id }));
  if (disputed > 0)
    why.push(t('A disputed payment cannot be refunded: the customer might receive the money twice.'));
  if (captured > 0 && refunded + chargedBack >= captured) why.push(t('The customer has everything back.'));
  if (status === 'processing') why.push(t('A payment is in progress. Look again in a few minutes.'));
  if (transactions.length > 0 && possible.length === 0 && why.length === 0)
    why.push(t('Nothing was taken, and nothing is held.'));
  return why;
}

/** Returns the signed amount of a transaction in minor units: what went back to the customer is negative. */
export function signedAmount({ Amount, CurrencyCode, TransactionType }: LegacyTransaction): number | null {
  const minor = exactMinorUnits(Amount, CurrencyCode);
  const kind = kindOfType(TransactionType.TransactionTypeId);
  const isBack = minor !== null && minor < 0;
  return minor === null ? null : isBack || BACK.has(kind ?? '') ? -Math.abs(minor) : minor;
}
const BACK: ReadonlySet<string> = new Set(['refund', 'void', 'claim', 'credit', 'cash-out']);
