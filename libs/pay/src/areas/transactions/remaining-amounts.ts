import type { CallOptions } from '../../core/call-options.js';
import type { MethodReturn } from '../../core/method-return.js';
import { toMinorUnits } from '../../core/money.js';
import type { Operation } from '../../core/operation.js';
import type { RequestSender } from '../../core/request-sender.js';
import {
  GET_LEGACY_TRANSACTION,
  LEGACY_TRANSACTIONS,
  LIST_LEGACY_TRANSACTIONS,
} from './legacy-transaction.operations.js';
import type { LegacyTransaction, LegacyTransactions } from './legacy-transaction.types.js';
import { TransactionStatus } from './transactions.enums.js';
import { typesNamed } from './types-named.js';

/** What can still be done with a transaction's money. Amounts are in MINOR units, as refunds and captures take them. */
export interface RemainingAmounts {
  /** ISO 4217 numeric, as text. */
  currencyCode: string;
  /** Can still be given back to the customer. */
  refundable: number;
  /** Can still be captured: what a pre-authorisation holds, in one capture. */
  capturable: number;
}

/** Types that give money of their parent back. Original credits and pay-outs have a parent too, and refund nothing. */
const GIVE_BACK = typesNamed(/Refund|Void/);
const HOLD = typesNamed(/PreAuthorisation/);
/** Types that took no money which could be refunded. */
const NO_PAYMENT = typesNamed(
  /Refund|Void|PreAuthorisation|Credit|Payout|Disbursement|Withdrawal|Verification/,
);
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
  const isThis = (id: string | null): boolean => id?.toLowerCase() === transactionId.trim().toLowerCase();
  const transaction = transactions.find(({ TransactionId }) => isThis(TransactionId));
  if (transaction === undefined) return undefined;
  const { CurrencyCode: currencyCode, StatusId, TransactionType: kind } = transaction;
  const derived = transactions.filter(
    (one) => isThis(one.ParentId) && !WITHOUT_EFFECT.includes(one.StatusId),
  );
  try {
    // Signs differ between answers: what goes back is known by its type.
    const minor = ({ Amount }: LegacyTransaction): number => Math.abs(toMinorUnits(Amount, currencyCode));
    const givenBack = derived
      .filter((one) => GIVE_BACK.has(one.TransactionType.TransactionTypeId))
      .reduce((sum, one) => sum + minor(one), 0);
    const isPayment = !NO_PAYMENT.has(kind.TransactionTypeId) && transaction.Amount > 0;
    const isHeld = HOLD.has(kind.TransactionTypeId) && HELD.includes(StatusId) && derived.length === 0;
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

const transactionsIn = (body: Record<string, unknown>): LegacyTransaction[] =>
  (body as unknown as LegacyTransactions).Transactions;

const ORDER_OF_TRANSACTION: Operation<string> = {
  ...GET_LEGACY_TRANSACTION,
  answer: {
    ...LEGACY_TRANSACTIONS,
    forms: {
      read: (body: Record<string, unknown>) => transactionsIn(body)[0]?.Order.OrderCodeText,
      problem: 'without the order of the transaction',
    },
  },
};

const amountsAmongOrder = (transactionId: string): Operation<RemainingAmounts> => ({
  ...LIST_LEGACY_TRANSACTIONS,
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
