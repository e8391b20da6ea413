import { currencyText, isWholeNumber } from '../../core/operation/response-members.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { toMinorUnits } from '../../core/values/money.js';
import type { Operation } from '../../core/operation/operation.js';
import { isObject } from '../../core/values/plain-data.js';
import { isSameId } from '../../core/values/uuid.js';
import type { RequestSender } from '../../core/http/request-sender.js';
import { operations } from '../define-operation.js';
import { LIST_LEGACY_TRANSACTIONS, pickedFrom } from './legacy-transaction.operations.js';
import { kindOfType, takesOnly } from './movement-kind.js';
import type { MovementKind } from './movement-kind.js';
import { TransactionStatus } from '../coded-values.generated.js';
import type { LegacyTransaction } from '../results.generated.js';

/** Amounts of a transaction that you can still refund or capture, in MINOR units. */
export interface RemainingAmounts {
  /** ISO 4217 numeric code as a string. */
  currencyCode: string;
  /** Amount that can still be refunded, in MINOR units. */
  refundable: number;
  /** Amount that can still be captured in one capture, in MINOR units. */
  capturable: number;
}

/** Kinds that took money and can be refunded. */
const PAYMENTS: readonly MovementKind[] = ['charge', 'capture'];
/** Excludes disputed payments, because the customer might receive the money twice. */
const REFUNDABLE: readonly string[] = [
  TransactionStatus.Finished,
  TransactionStatus.Refunded,
  TransactionStatus.DisputeWon,
];
/** Includes both states, because the state of a held pre-authorization is not documented. */
const HELD: readonly string[] = [TransactionStatus.Finished, TransactionStatus.Active];
/** Failed and canceled transactions do not count; pending ones do. */
const WITHOUT_EFFECT: readonly string[] = [TransactionStatus.Error, TransactionStatus.Canceled];

/**
 * Calculates what can still be refunded or captured on one of an order's transactions.
 *
 * @returns undefined if the transaction is not among them, or an amount is not exact.
 */
export function remainingAmounts(
  transactionId: string,
  transactions: readonly LegacyTransaction[],
): RemainingAmounts | undefined {
  const transaction = transactions.find(({ TransactionId }) => isSameId(TransactionId, transactionId));
  if (transaction === undefined) return undefined;
  const { StatusId } = transaction;
  const currencyCode = currencyText(transaction.CurrencyCode);
  const kind = kindOfType(typeOf(transaction));
  const derived = derivedFrom(transactionId, transactions);
  if (derived.some((one) => currencyText(one.CurrencyCode) !== currencyCode)) return undefined;
  try {
    // The sign of an amount differs between responses, so the type decides the direction.
    const minor = ({ Amount }: LegacyTransaction): number => Math.abs(toMinorUnits(Amount, currencyCode));
    // Captures and recurring charges do not reduce their parent's amount. All other derived transactions count as refunds,
    // including unknown types and fast refunds that are recorded as original credits.
    const refunded = derived.filter((one) => !isCharge(one)).reduce((sum, one) => sum + minor(one), 0);
    const isPayment = (kind === undefined || PAYMENTS.includes(kind)) && transaction.Amount > 0;
    const isHeld = kind === 'hold' && HELD.includes(StatusId) && derived.length === 0;
    return {
      currencyCode,
      refundable: isPayment && REFUNDABLE.includes(StatusId) ? Math.max(minor(transaction) - refunded, 0) : 0,
      capturable: isHeld ? minor(transaction) : 0,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the transactions with an effect whose parent is a transaction. */
export function derivedFrom(
  transactionId: string,
  transactions: readonly LegacyTransaction[],
): LegacyTransaction[] {
  return transactions.filter(
    (one) => isSameId(one.ParentId, transactionId) && !WITHOUT_EFFECT.includes(one.StatusId),
  );
}

/**
 * Returns whether a transaction took or held money. The sign alone is not enough, because it differs between
 * responses.
 */
export function isCharge(transaction: LegacyTransaction): boolean {
  return transaction.Amount >= 0 && takesOnly(kindOfType(typeOf(transaction)));
}

/** Returns whether the transaction's type is known. */
export function isOfKnownKind(transaction: LegacyTransaction): boolean {
  return kindOfType(typeOf(transaction)) !== undefined;
}

/** Returns the transaction type as a number, or NaN if it is unreadable. */
export function typeOf({ TransactionType: kind }: LegacyTransaction): number {
  const type: unknown = (kind as LegacyTransaction['TransactionType'] | null | undefined)?.TransactionTypeId;
  return isWholeNumber(type) ? Number(type) : NaN;
}

/** What is wrong with an order's transactions from which no amount can be calculated. */
export const INEXACT = 'without the transaction, or with an amount that is not exact';

/** ID of both reads, because the user makes one call. */
const ID = 'transactions.getRemainingAmounts';

function orderOf(transaction: LegacyTransaction | undefined): string | undefined {
  const order: unknown = transaction?.Order;
  const code = isObject(order) ? order['OrderCodeText'] : undefined;
  return typeof code === 'string' ? code : undefined;
}

const ORDER_OF_TRANSACTION: Operation<string> = {
  ...pickedFrom(
    operations['transactions.getLegacyTransactions'],
    ([first]) => orderOf(first),
    'without the order of the transaction',
  ),
  id: ID,
};

const amountsAmongOrder = (transactionId: string): Operation<RemainingAmounts> => ({
  ...pickedFrom(
    LIST_LEGACY_TRANSACTIONS,
    (transactions) => remainingAmounts(transactionId, transactions),
    INEXACT,
  ),
  id: ID,
});

/**
 * Executes the two reads of `transactions.getRemainingAmounts`: the transaction for its order, then the order's
 * transactions.
 */
export async function readRemainingAmounts(
  sender: RequestSender,
  transactionId: string,
  call?: CallOptions,
): Promise<MethodReturn<RemainingAmounts>> {
  const orderCode = await sender.send(ORDER_OF_TRANSACTION, { path: { transactionId } }, call);
  if (!orderCode.success) return orderCode;
  return sender.send(amountsAmongOrder(transactionId), { options: { orderCode: orderCode.data } }, call);
}
