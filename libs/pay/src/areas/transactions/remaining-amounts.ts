import { currencyText, isWholeNumber } from '../../core/operation/answer-members.js';
import type { CallInput } from '../../core/operation/answer-members.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { toMinorUnits } from '../../core/values/money.js';
import type { Operation } from '../../core/operation/operation.js';
import { isObject } from '../../core/values/plain-data.js';
import type { RequestSender } from '../../core/http/request-sender.js';
import {
  GET_LEGACY_TRANSACTION,
  LEGACY_TRANSACTIONS,
  LIST_LEGACY_TRANSACTIONS,
} from './legacy-transaction.operations.js';
import { readLegacyTransactions } from './legacy-transaction.reader.js';
import type { LegacyTransaction } from './legacy-transaction.types.js';
import { kindOfType, takesOnly } from './movement-kind.js';
import type { MovementKind } from './movement-kind.js';
import { TransactionStatus } from './transactions.enums.js';

/** What can still be done with a transaction's money. Amounts are in MINOR units, as refunds and captures take them. */
export interface RemainingAmounts {
  /** ISO 4217 numeric, as text. */
  currencyCode: string;
  /** Can still be given back to the customer, in MINOR units. */
  refundable: number;
  /** Can still be captured, in MINOR units: what a pre-authorisation holds, in one capture. */
  capturable: number;
}

/** Kinds that took money which could be refunded. */
const PAYMENTS: readonly MovementKind[] = ['charge', 'capture'];
/** A payment in a dispute is not to be refunded: the customer might get the money twice. */
const REFUNDABLE: readonly string[] = [
  TransactionStatus.Finished,
  TransactionStatus.Refunded,
  TransactionStatus.DisputeWon,
];
/** Whether a held pre-authorisation is F or A is not documented. */
const HELD: readonly string[] = [TransactionStatus.Finished, TransactionStatus.Active];
/** What failed or was itself cancelled counts for nothing; what is still under way counts. */
const WITHOUT_EFFECT: readonly string[] = [TransactionStatus.Error, TransactionStatus.Canceled];

/**
 * Works out from an order's transactions what can still be refunded or captured on one of them.
 *
 * @returns undefined when the transaction is not among them, or an amount cannot be read exactly.
 */
export function remainingAmounts(
  transactionId: string,
  transactions: readonly LegacyTransaction[],
): RemainingAmounts | undefined {
  const isThis = (id: string | null | undefined): boolean =>
    typeof id === 'string' && id.toLowerCase() === transactionId.trim().toLowerCase();
  const transaction = transactions.find(({ TransactionId }) => isThis(TransactionId));
  if (transaction === undefined) return undefined;
  const { StatusId } = transaction;
  const currencyCode = currencyText(transaction.CurrencyCode);
  const kind = kindOfType(typeOf(transaction));
  const derived = transactions.filter(
    (one) => isThis(one.ParentId) && !WITHOUT_EFFECT.includes(one.StatusId),
  );
  if (derived.some((one) => currencyText(one.CurrencyCode) !== currencyCode)) return undefined;
  try {
    // Signs differ between answers: what goes back is known by its type.
    const minor = ({ Amount }: LegacyTransaction): number => Math.abs(toMinorUnits(Amount, currencyCode));
    // Captures and recurring charges take nothing of what they are made of. Whatever else derives from it counts as given
    // back, for so does a fast refund that is recorded as an original credit, or a type that is not known.
    const givenBack = derived.filter((one) => !isCharge(one)).reduce((sum, one) => sum + minor(one), 0);
    const isPayment = (kind === undefined || PAYMENTS.includes(kind)) && transaction.Amount > 0;
    const isHeld = kind === 'hold' && HELD.includes(StatusId) && derived.length === 0;
    return {
      currencyCode,
      refundable:
        isPayment && REFUNDABLE.includes(StatusId) ? Math.max(minor(transaction) - givenBack, 0) : 0,
      capturable: isHeld ? minor(transaction) : 0,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether a transaction took money, or held it: else it gave back. Signs differ between answers. */
export function isCharge(transaction: LegacyTransaction): boolean {
  return transaction.Amount >= 0 && takesOnly(kindOfType(typeOf(transaction)));
}

/** Whether its type tells what it does with the money: a new payment method may bring others. */
export function isOfKnownKind(transaction: LegacyTransaction): boolean {
  return kindOfType(typeOf(transaction)) !== undefined;
}

/** A number, also where it came as text; none that is listed where it cannot be read. */
function typeOf({ TransactionType: kind }: LegacyTransaction): number {
  const type: unknown = (kind as LegacyTransaction['TransactionType'] | null | undefined)?.TransactionTypeId;
  return isWholeNumber(type) ? Number(type) : NaN;
}

const transactionsIn = (body: Record<string, unknown>, input: CallInput = {}): readonly LegacyTransaction[] =>
  readLegacyTransactions(body, input)?.Transactions ?? [];

/** What both reads are called: a user knows of one call. */
const ID = 'transactions.getRemainingAmounts';

function orderOf(transaction: LegacyTransaction | undefined): string | undefined {
  const order: unknown = transaction?.Order;
  const code = isObject(order) ? order['OrderCodeText'] : undefined;
  return typeof code === 'string' ? code : undefined;
}

const ORDER_OF_TRANSACTION: Operation<string> = {
  ...GET_LEGACY_TRANSACTION,
  id: ID,
  answer: {
    ...LEGACY_TRANSACTIONS,
    forms: {
      read: (body: Record<string, unknown>, input: CallInput) => orderOf(transactionsIn(body, input)[0]),
      problem: 'without the order of the transaction',
    },
  },
};

const amountsAmongOrder = (transactionId: string): Operation<RemainingAmounts> => ({
  ...LIST_LEGACY_TRANSACTIONS,
  id: ID,
  answer: {
    ...LEGACY_TRANSACTIONS,
    forms: {
      read: (body: Record<string, unknown>) => remainingAmounts(transactionId, transactionsIn(body)),
      problem: 'without the transaction, or with an amount that is not exact',
    },
  },
});

/** Makes the two reads of `transactions.getRemainingAmounts`: the transaction for its order, then the order's transactions. */
export async function readRemainingAmounts(
  sender: RequestSender,
  transactionId: string,
  call?: CallOptions,
): Promise<MethodReturn<RemainingAmounts>> {
  const orderCode = await sender.send(ORDER_OF_TRANSACTION, { path: { transactionId } }, call);
  if (!orderCode.success) return orderCode;
  return sender.send(amountsAmongOrder(transactionId), { options: { orderCode: orderCode.data } }, call);
}
