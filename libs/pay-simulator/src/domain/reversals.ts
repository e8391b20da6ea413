import type { MerchantCore } from './merchant-core.js';
import type { DerivedTransactionRequest } from './derived-transactions.js';
import type { Payments } from './payments.js';
import { Refusal, refusal } from './refusal.js';
import { isDisputed, isPayment, refundableAmount, TransactionType, type Transaction } from './transaction.js';

/** Details of a reversal. Without an amount, it is the remaining amount. */
export type ReversalRequest = Partial<DerivedTransactionRequest>;

/** Reverses payments: a void on the day of the payment, a refund later. Releases pre-authorizations. */
export class Reversals {
  constructor(private readonly core: MerchantCore & { payments: Payments }) {}

  /**
   * Cancels a transaction in full or in part.
   *
   * @returns The reversal as a new transaction with a negative amount.
   * @throws Refusal 403 if refunds or partial refunds are off, 404 for an unknown transaction, 409 if nothing remains, 452 if the balance is too low,
   * 400 for an invalid amount or a disputed payment (inferred).
   */
  cancel(id: string, request: ReversalRequest): Transaction {
    this.core.permissions.require('allowRefunds');
    const original = this.core.transactions.get(id);
    this.core.payments.checkFollowing(original, request);
    if (original.type === TransactionType.CardPreauth) return this.release(original, request);
    if (!isPayment(original) || original.status === 'E')
      throw new Refusal(400, 'The transaction is not a refundable payment');
    const remaining = refundableAmount(original);
    if (remaining === 0 && isDisputed(original)) throw new Refusal(400, 'The payment is disputed');
    if (remaining === 0) throw new Refusal(409, 'The transaction is already refunded or voided');
    const amount = request.amount ?? remaining;
    if (amount > remaining) throw invalidAmount();
    if (amount < original.amount && !this.core.permissions.get().allowPartialRefunds)
      throw refusal(403, 'PaymentsRefundNotAllowed');
    // A payment can be voided until the clearing run at midnight.
    const isPending = original.clearedAt === null;
    if (isPending && amount === original.amount) return this.void(original, request);
    const isIris = original.type === TransactionType.IrisCharge;
    if (isPending && !isIris && !this.core.permissions.get().sameDayPartialRefunds) throw invalidAmount();
    this.core.wallet.refund(original, amount);
    this.core.transactions.recordRefund(original.id, amount);
    return this.core.payments.reverse(original, request, {
      type: TransactionType.CardRefund,
      amount: -amount,
    });
  }

  /**
   * Reverses a payment without a request, as the service does if a terminal loses its connection or the card. The service sends the
   * reversal's event, and then no longer knows either transaction. @see contract/behaviour/transactions.yaml traps
   *
   * @throws Refusal 404 for an unknown transaction, 409 if it is not a payment of the same day without refunds.
   */
  reverseByService(paymentId: string): Transaction {
    const payment = this.core.transactions.get(paymentId);
    if (!isPayment(payment) || payment.status !== 'F' || payment.clearedAt !== null)
      throw new Refusal(409, `Transaction ${payment.id} is not a payment that the service can still reverse`);
    const reversal = this.void(payment, {});
    this.core.transactions.remove(payment.id, reversal.id);
    return reversal;
  }

  private release(preauth: Transaction, request: ReversalRequest): Transaction {
    if (!this.core.transactions.isHeld(preauth))
      throw new Refusal(409, 'The pre-authorization is no longer held');
    if (request.amount !== undefined && request.amount !== preauth.amount) throw invalidAmount();
    return this.void(preauth, request);
  }

  /** Cancels a payment or a hold. Only a payment has moved money. */
  private void(original: Transaction, request: ReversalRequest): Transaction {
    if (isPayment(original)) this.core.wallet.void(original);
    this.core.transactions.move(original.id, 'X');
    const values = { type: TransactionType.CardVoid, amount: -original.amount };
    return this.core.payments.reverse(original, request, values);
  }
}

function invalidAmount(): Refusal {
  return new Refusal(400, 'PaymentsInvalidAmountForVoid');
}
