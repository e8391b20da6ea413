import { operations } from '../define-operation.js';
import { currencyText } from '../../core/operation/response-members.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { toMinorUnits } from '../../core/values/money.js';
import { isSameId } from '../../core/values/uuid.js';
import type { RequestSender } from '../../core/http/request-sender.js';
import { TransactionStatus } from '../coded-values.generated.js';
import type { LegacyTransaction } from '../results.generated.js';
import { LIST_LEGACY_TRANSACTIONS, pickedFrom } from './legacy-transaction.operations.js';
import { kindOfType } from './movement-kind.js';
import { derivedFrom, INEXACT, isCharge, typeOf } from './remaining-amounts.js';

/** Money of a payment that went back to the customer, by the service's records. */
export type PaymentReturns = NonNullable<ReturnType<typeof returnsAmong>>;

const { DisputeLost, DisputeRefunded, DisputeWon, Disputed } = TransactionStatus;
const { DisputeSuspected, DisputeInProgress, DisputeAwaitingResponse } = TransactionStatus;
const DISPUTE_LOST: readonly string[] = [DisputeLost, DisputeRefunded];
/** Statuses of a dispute that has taken no money, or not yet. */
const DISPUTE_NOT_LOST: readonly string[] = [
  ...[Disputed, DisputeSuspected, DisputeInProgress, DisputeAwaitingResponse, DisputeWon],
];
const isClaim = (one: LegacyTransaction): boolean => kindOfType(typeOf(one)) === 'claim';

/** Finds what went back among an order's transactions. Undefined if the payment is not among them, or an amount is not exact. */
export function returnsAmong(transactionId: string, transactions: readonly LegacyTransaction[]) {
  const payment = transactions.find(({ TransactionId }) => isSameId(TransactionId, transactionId));
  if (payment === undefined) return undefined;
  const currencyCode = currencyText(payment.CurrencyCode);
  const derived = derivedFrom(transactionId, transactions).filter((one) => !isCharge(one));
  if (derived.some((one) => currencyText(one.CurrencyCode) !== currencyCode)) return undefined;
  try {
    const minor = ({ Amount }: LegacyTransaction): number => Math.abs(toMinorUnits(Amount, currencyCode));
    const returns = derived
      .filter((one) => !isClaim(one))
      .map((one) => ({
        /** In lower case. */
        transactionId: one.TransactionId.toLowerCase(),
        /** Minor units. */
        amount: minor(one),
        /** Reference of its own. Null if it inherits that of the payment. */
        merchantTrns: one.MerchantTrns === payment.MerchantTrns ? null : one.MerchantTrns,
        /** Whether it canceled the payment before the payment cleared. */
        isVoid: kindOfType(typeOf(one)) === 'void',
      }));
    const left = returns.reduce((sum, { amount }) => sum - amount, minor(payment));
    const claimed = derived.filter(isClaim).reduce((sum, one) => sum + minor(one), 0);
    // Without a claim, the customer's bank reclaims all that was left when a dispute was lost.
    const lost = claimed > 0 || !DISPUTE_LOST.includes(payment.StatusId) ? claimed : Math.max(left, 0);
    return { returns, reclaimed: DISPUTE_NOT_LOST.includes(payment.StatusId) ? 0 : lost };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads what went back of a payment: the payment for its order, then the order's transactions. */
export async function readPaymentReturns(
  sender: RequestSender,
  transactionId: string,
  call?: CallOptions,
): Promise<MethodReturn<PaymentReturns>> {
  const payment = await sender.send(
    operations['transactions.getTransactionById'],
    { path: { transactionId } },
    call,
  );
  if (!payment.success) return payment;
  const operation = pickedFrom(
    LIST_LEGACY_TRANSACTIONS,
    (transactions) => returnsAmong(transactionId, transactions),
    INEXACT,
  );
  return sender.send(operation, { options: { orderCode: payment.data.orderCodeText } }, call);
}
