import type { AcceptedCard } from './card.js';
import type { Clearing } from './clearing.js';
import type { PublishEvent } from './events.js';
import { issuerDecision } from './issuer.js';
import { isvShare, type IsvShare } from './isv-share.js';
import type { Order } from './order.js';
import type { Orders } from './orders.js';
import { isPayment, TransactionType, type ThreeDSecure, type Transaction } from './transaction.js';
import type { NewTransaction, Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';

/** A customer's attempt to pay an order with a card. */
export interface PaymentAttempt {
  readonly accepted: AcceptedCard;
  /** Whole minor units, without the method's fee. */
  readonly amount: number;
  readonly installments: number;
  readonly email: string | null;
  readonly fullName: string | null;
  readonly phone: string | null;
  readonly threeDSecure: ThreeDSecure;
  /** What the issuer authorises of a charge when it is less, minor units. */
  readonly authorisedAmount?: number;
  /** By mail or telephone: the merchant has the card's number. */
  readonly moto?: boolean;
  /** What the merchant says of this attempt instead of the order's own. */
  readonly sourceCode?: string;
  readonly merchantTrns?: string;
  readonly customerTrns?: string;
  readonly recurringSupport?: boolean;
  /** What an ISV says of its share of this attempt instead of the order's own. */
  readonly isv?: IsvShare;
}

/** Takes payments on orders: each attempt makes a transaction, a failed one leaves the order payable. */
export class Payments {
  constructor(
    private readonly orders: Orders,
    private readonly transactions: Transactions,
    private readonly wallet: Wallet,
    private readonly clearing: Clearing,
    private readonly publish: PublishEvent,
  ) {}

  /** Asks the issuer and writes the attempt: F when it approves, E with the reason when not. */
  attempt(order: Order, attempt: PaymentAttempt): Transaction {
    const terms = this.terms(order, attempt);
    const eventId = issuerDecision(attempt.accepted.behaviour, terms.amount);
    if (eventId === 0) {
      this.orders.markPaid(order.code);
      return this.settle(authorised(terms, attempt.authorisedAmount), order);
    }
    const failed = this.transactions.create({ ...terms, status: 'E', eventId });
    this.publish({ type: 'payment-failed', transaction: failed, order });
    return failed;
  }

  /** Writes an attempt that 3-D Secure stopped: no webhook tells of it. */
  attemptUnauthenticated(order: Order, attempt: PaymentAttempt, eventId: number): Transaction {
    return this.transactions.create({ ...this.terms(order, attempt), status: 'E', eventId });
  }

  /** Writes an approved transaction, books it when it moves money, and announces it. */
  settle(terms: NewTransaction, order: Order): Transaction {
    const transaction = this.transactions.create({
      ...terms,
      ...(terms.isv && { isv: { ...terms.isv, amount: Math.min(terms.isv.amount, terms.amount) } }),
      commission: isPayment(terms) ? this.wallet.commission(terms.amount) : 0,
    });
    this.publish({ type: 'payment-created', transaction, order });
    if (!isPayment(transaction)) return transaction;
    this.wallet.charge(transaction);
    this.clearing.add(transaction.id);
    this.publish({ type: 'price-calculated', transaction, order });
    return transaction;
  }

  private terms(order: Order, attempt: PaymentAttempt): NewTransaction {
    const fee = order.paymentMethodFees['0'] ?? 0;
    return {
      orderCode: order.code,
      parentId: null,
      type: typeOf(order, attempt.installments),
      status: 'F',
      amount: attempt.amount + fee,
      fee,
      commission: 0,
      tipAmount: order.tipAmount,
      currencyCode: order.currencyCode,
      sourceCode: attempt.sourceCode ?? order.sourceCode,
      card: attempt.accepted.card,
      email: attempt.email,
      fullName: attempt.fullName,
      phone: attempt.phone,
      customerTrns: attempt.customerTrns ?? order.customerTrns,
      merchantTrns: attempt.merchantTrns ?? order.merchantTrns,
      recurringSupport: attempt.recurringSupport ?? order.allowRecurring,
      installments: attempt.installments,
      threeDSecure: attempt.threeDSecure,
      eventId: 0,
      ...(attempt.moto === true && { moto: true }),
      ...isvShare(order.isv, { ...attempt.isv }),
    };
  }
}

/** A charge of what the issuer authorised. Whether the service takes the order as paid then is inferred. */
function authorised(terms: NewTransaction, amount = terms.amount): NewTransaction {
  return isPayment(terms) && amount < terms.amount
    ? { ...terms, amount, requestedAmount: terms.amount }
    : terms;
}

function typeOf(order: Order, installments: number): TransactionType {
  if (order.isCardVerification) return TransactionType.CardVerification;
  if (order.preauth) return TransactionType.CardPreauth;
  return installments > 1 ? TransactionType.CardChargeInstallments : TransactionType.CardCharge;
}
