import { kindOfType } from '../areas/transactions/movement-kind.js';
import { OrderState } from '../areas/coded-values.generated.js';
import { remainingAmounts } from '../areas/transactions/remaining-amounts.js';
import type { LegacyTransaction, Order } from '../areas/results.generated.js';
import { exactMinorUnits } from '../core/values/money.js';
import { PaymentTimeline } from '../timeline/payment-timeline.js';
import type { PaymentState } from '../timeline/payment-state.js';
import type { PageText } from './html.js';
import { t } from './html.js';
import type { MoneyCall } from './places.js';
import type { Place } from './places.js';
import type { Notices, ServiceReads } from './reads.js';

/** What the service has about an order. */
export interface Payment {
  readonly orderCode: string;
  readonly order: Order;
  readonly transactions: readonly LegacyTransaction[];
  /** Null if the transactions contradict each other, for example by their currencies. */
  readonly state: PaymentState | null;
}

/** Reads an order and its transactions. @throws OperatorProblem */
export async function readPayment(
  reads: ServiceReads,
  place: Place,
  orderCode: string,
  notices: Notices,
): Promise<Payment> {
  const order = await reads.read(place, `order ${orderCode}`, () => place.order(orderCode), notices);
  const list = () => place.transactions({ orderCode });
  const { Transactions: transactions } = await reads.read(place, `transactions ${orderCode}`, list, notices);
  return { orderCode, order, transactions, state: stateOf(order, transactions) };
}

function stateOf(order: Order, transactions: readonly LegacyTransaction[]): PaymentState | null {
  try {
    return PaymentTimeline.of(order.OrderCodeText).withTransactions(transactions).withOrder(order).state;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

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

const same = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/** Returns what the service's records allow, and why not more. */
export function possibleActions(
  { order, transactions, state }: Payment,
  { merchantId }: Pick<Place, 'merchantId'>,
): { possible: Possible[]; why: PageText[] } {
  const possible: Possible[] = [];
  const why: PageText[] = [];
  if (order.StateId === OrderState.Pending && !transactions.some(isInProgress))
    possible.push({ kind: 'cancel', transactionId: null, most: 0, currencyCode: null, isWhole: true });
  for (const one of transactions) {
    const { TransactionId: transactionId, ClearanceDate } = one;
    const left = remainingAmounts(transactionId, transactions);
    if (left === undefined) {
      why.push(
        t('The records of transaction {id} are not complete yet. Try again in a moment.', {
          id: transactionId,
        }),
      );
      continue;
    }
    const { refundable, capturable, currencyCode } = left;
    const about = { transactionId, currencyCode };
    const isUntouched = !transactions.some(({ ParentId }) => same(ParentId, transactionId));
    if (refundable > 0 && ClearanceDate === null && isUntouched)
      possible.push({ ...about, kind: 'void', most: refundable, isWhole: true });
    if (refundable > 0) possible.push({ ...about, kind: 'refund', most: refundable, isWhole: false });
    if (capturable > 0) {
      const hasFee = merchantId !== null;
      possible.push({ ...about, kind: 'capture', most: capturable, isWhole: false, hasFee });
      possible.push({ ...about, kind: 'release', most: capturable, isWhole: true });
    }
  }
  if (state !== null && state.disputed > 0)
    why.push(t('A disputed payment cannot be refunded: the customer might receive the money twice.'));
  if (state !== null && state.captured > 0 && state.refunded + state.chargedBack >= state.captured)
    why.push(t('The customer has everything back.'));
  if (state?.status === 'processing') why.push(t('A payment is in progress. Look again in a few minutes.'));
  if (transactions.length > 0 && possible.length === 0 && why.length === 0)
    why.push(t('Nothing was taken, and nothing is held.'));
  return { possible, why };
}

const isInProgress = ({ StatusId }: LegacyTransaction): boolean => StatusId === 'A';

/** Returns the signed amount of a transaction in minor units: what went back to the customer is negative. */
export function signedAmount({ Amount, CurrencyCode, TransactionType }: LegacyTransaction): number | null {
  const minor = exactMinorUnits(Amount, CurrencyCode);
  const kind = kindOfType(TransactionType.TransactionTypeId);
  const isBack = minor !== null && minor < 0;
  return minor === null ? null : isBack || BACK.has(kind ?? '') ? -Math.abs(minor) : minor;
}
const BACK: ReadonlySet<string> = new Set(['refund', 'void', 'claim', 'credit', 'cash-out']);
