import type { MerchantCore } from './merchant-core.js';
import { athensDay } from './athens-time.js';
import { canReceiveFunds } from './card.js';
import { deriveTransaction, type DerivedTransactionRequest } from './derived-transactions.js';
import type { Payments } from './payments.js';
import type { PermissionSwitches } from './permissions.js';
import { Refusal } from './refusal.js';
import { isPayment, refundableAmount, TransactionType, type Transaction } from './transaction.js';

/** ServiceId in webhooks of fast refunds, and in requests for original credits (OCT) and pay-outs. @see contract/behaviour/transactions.yaml enums.ServiceId */
export const ServiceId = { Oct: 6, Payout: 14, FastRefund: 19 } as const;
/** Event ID of an original credit that the receiving bank declined. @see contract/behaviour/transactions.yaml enums.EventId */
const OCT_REFUSED_EVENT = 311;

/** Sends money to the card of an earlier payment: rebates, fast refunds, original credits and pay-outs. Cancels the first two. */
export class Disbursements {
  constructor(private readonly core: MerchantCore & { payments: Payments }) {}

  /**
   * Sends a rebate. The payment is not refunded, and its amount is not a limit.
   *
   * @throws Refusal 403 if rebates are not enabled or the transaction is not a payment, 404 for an unknown transaction, 422 for
   * another card scheme, 452 if the balance is too low.
   */
  rebate(id: string, request: DerivedTransactionRequest): Transaction {
    const payment = this.getPayment(id, request, 'allowRebates');
    this.core.wallet.disburse(payment, request.amount);
    return this.core.payments.reverse(payment, request, {
      type: TransactionType.CardOct,
      amount: -request.amount,
    });
  }

  /**
   * Refunds a part of the payment within minutes.
   *
   * @throws Refusal as `rebate`, and 400 if the amount exceeds the remaining amount of the payment.
   */
  fastRefund(id: string, request: DerivedTransactionRequest): Transaction {
    const payment = this.getPayment(id, request, 'allowFastRefunds');
    const { amount } = request;
    if (amount > refundableAmount(payment))
      throw new Refusal(400, 'The amount exceeds the remaining amount of the payment');
    this.core.wallet.refund(payment, amount);
    this.core.transactions.recordRefund(payment.id, amount);
    return this.core.payments.reverse(payment, request, {
      type: TransactionType.CardRefund,
      amount: -amount,
      serviceId: ServiceId.FastRefund,
    });
  }

  /**
   * Sends an original credit or a pay-out. If the card scheme does not accept funds, the transaction fails with event ID 311.
   *
   * @throws Refusal 403 if not enabled, 404 for an unknown transaction, 400 if it is not a card payment or for another currency,
   * 452 if the balance is too low.
   */
  payOut(
    id: string,
    serviceId: typeof ServiceId.Oct | typeof ServiceId.Payout,
    request: DerivedTransactionRequest,
  ): Transaction {
    if (!this.core.permissions.get().allowOctAndPayouts)
      throw new Refusal(403, 'OCT is disabled for the merchant');
    const payment = this.core.transactions.get(id);
    if (!isPayment(payment) || payment.card === null || payment.status === 'E')
      throw new Refusal(400, 'The transaction is not a card payment');
    this.core.payments.checkFollowing(payment, request);
    const type = serviceId === ServiceId.Oct ? TransactionType.CardOct : TransactionType.CardPayout;
    const values = { type, amount: -request.amount, serviceId };
    if (!canReceiveFunds(payment.card)) {
      return this.core.transactions.create(
        deriveTransaction(payment, request, { ...values, status: 'E', eventId: OCT_REFUSED_EVENT }),
      );
    }
    this.core.wallet.disburse(payment, request.amount);
    return this.core.payments.reverse(payment, request, values);
  }

  /**
   * Cancels a rebate or fast refund in full, on the same day. The transaction decides which of them it is.
   *
   * @returns The new transaction. Its amount is positive.
   * @throws Refusal 403 if the source is not usable, 404 for an unknown transaction, 400 for another kind of transaction, another
   * amount, another day or an earlier cancellation.
   */
  cancel(id: string, request: DerivedTransactionRequest): Transaction {
    const original = this.core.transactions.get(id);
    const kind = disbursementKind(original);
    if (kind === undefined) throw new Refusal(400, 'The transaction is not a rebate or fast refund');
    if (original.status !== 'F') throw new Refusal(400, 'The transaction is already canceled or refunded');
    if (request.amount !== Math.abs(original.amount))
      throw new Refusal(400, 'amount: expected the amount of the transaction');
    if (athensDay(original.createdAt) !== athensDay(this.core.clock.now()))
      throw new Refusal(400, 'The transaction can only be canceled on its own day');
    this.core.payments.checkFollowing(original, request);
    this.returnMoney(original, kind);
    this.core.transactions.move(original.id, 'X');
    const values = { type: TransactionType.CardVoid, amount: -original.amount };
    return this.core.payments.reverse(original, request, values);
  }

  private returnMoney(disbursement: Transaction, kind: 'rebate' | 'fast-refund'): void {
    const amount = -disbursement.amount;
    if (kind === 'rebate') return this.core.wallet.cancelDisbursement(disbursement, amount);
    const payment = this.core.transactions.get(disbursement.parentId ?? '');
    if (payment.status !== 'R') throw new Refusal(400, 'The payment is disputed');
    // Clearing has not run since the refund, so the money returns to the account that it came from.
    this.core.wallet.cancelRefund(payment, disbursement, amount);
    this.core.transactions.recordRefundCancellation(payment.id, amount);
  }

  private getPayment(
    id: string,
    request: DerivedTransactionRequest,
    permission: keyof PermissionSwitches,
  ): Transaction {
    this.core.permissions.require(permission);
    const payment = this.core.transactions.get(id);
    if (!isPayment(payment) || payment.card === null || payment.status === 'E')
      throw new Refusal(403, 'The transaction is not eligible: it is not a card payment');
    if (!canReceiveFunds(payment.card))
      throw new Refusal(422, `The card scheme ${payment.card.scheme} is not eligible`);
    this.core.payments.checkFollowing(payment, request);
    return payment;
  }
}

/** Returns what kind of money sent to a card a transaction is, or undefined for any other transaction. */
export function disbursementKind({ serviceId, type }: Transaction): 'rebate' | 'fast-refund' | undefined {
  if (serviceId === ServiceId.FastRefund) return 'fast-refund';
  // An original credit has the type of a rebate and its own ServiceId. It cannot be canceled.
  return type === TransactionType.CardOct && serviceId === undefined ? 'rebate' : undefined;
}
