import type { MerchantCore } from './merchant-core.js';
import type { AcceptedCard, CardBehavior } from './card.js';
import type { Clearing } from './clearing.js';
import { requireCurrency } from './currencies.js';
import {
  deriveTransaction,
  type DerivedTransactionDetails,
  type DerivedValues,
} from './derived-transactions.js';
import { AMOUNT_TOO_SMALL, declineReason, INVALID_TRANSACTION } from './issuer.js';
import { resolveIsvShare, type IsvShareRequest } from './isv-share.js';
import { noTipWithPreauth } from './named-rules.js';
import { acceptsIris, MIN_ORDER_AMOUNT, OrderState, type Order } from './order.js';
import { Refusal } from './refusal.js';
import { Cell } from './table.js';
import { isPayment, TransactionType, type NewTransaction, type Transaction } from './transaction.js';
import { transactionOfOrder } from './transactions.js';

/** Test amounts of IRIS, in minor units. */
const IRIS_SUCCESS = 734;
const IRIS_FAILURE = 735;

/** Types of the reversals of payments without a card, on any day (inferred, because the list has no voids of them). */
const REFUND_TYPES: Readonly<Partial<Record<TransactionType, TransactionType>>> = {
  [TransactionType.Cash]: TransactionType.CashRefund,
  [TransactionType.IrisCharge]: TransactionType.IrisRefund,
};

/** Values of a transaction that its attempt decides. The amount is without the fee of the payment method. */
type AttemptValues = Pick<
  NewTransaction,
  'amount' | 'installments' | 'email' | 'fullName' | 'phone' | 'threeDSecure' | 'moto'
>;
/** Values that an attempt can set instead of its order. */
type OrderOverrides = Partial<
  Pick<NewTransaction, 'sourceCode' | 'merchantTrns' | 'customerTrns' | 'recurringSupport'>
>;

/** A customer's attempt to pay an order with a card. */
export interface PaymentAttempt extends AttemptValues, OrderOverrides {
  readonly accepted: AcceptedCard;
  /** Amount in minor units that the issuer authorizes, if it is less than the full amount. */
  readonly authorizedAmount?: number;
  /** Override of the order's ISV share. */
  readonly isv?: IsvShareRequest;
}

/** Accepts payments for orders. Each attempt creates a transaction; after a failed attempt, the order is still payable. */
export class Payments {
  private readonly next = new Cell('declineNext', 0);

  constructor(private readonly core: MerchantCore & { clearing: Clearing }) {}

  /** Attempts a payment. The transaction has status F if the issuer approves, and E with a reason if it declines. */
  attempt(order: Order, attempt: PaymentAttempt): Transaction {
    if (attempt.amount < MIN_ORDER_AMOUNT && !order.isCardVerification)
      return this.attemptUnprocessed(order, attempt, AMOUNT_TOO_SMALL);
    const details = this.newTransaction(order, attempt);
    const eventId = noTipWithPreauth(order.preauth, order.tipAmount)
      ? this.declineReason(attempt.accepted.behavior, details.amount)
      : INVALID_TRANSACTION;
    if (eventId === 0) {
      this.core.orders.markPaid(order.code);
      return this.approve(limitToAuthorized(details, attempt.authorizedAmount), order);
    }
    return this.decline(details, order, eventId);
  }

  /** Event ID with which the issuer declines the next payment, or null. */
  get nextDecline(): number | null {
    return this.next.value || null;
  }

  /**
   * Lets the issuer decline the next card payment of the account, whatever its amount and card. Null takes it back.
   *
   * @throws RangeError if the event ID is not a positive whole number.
   */
  declineNext(eventId: number | null): void {
    if (eventId !== null && !(Number.isSafeInteger(eventId) && eventId > 0))
      throw new RangeError(
        'eventId: expected an event ID of the service, such as 10051 for insufficient funds',
      );
    this.next.value = eventId ?? 0;
  }

  /** Returns the event ID with which the issuer declines a payment, or 0 if it approves. */
  declineReason(behavior: CardBehavior, amount: number): number {
    const chosen = this.nextDecline;
    this.next.reset();
    return chosen ?? declineReason(behavior, amount);
  }

  /** Creates a transaction that the issuer declined, and publishes its event. */
  decline(details: NewTransaction, order: Order, eventId: number): Transaction {
    const transaction = this.core.transactions.create({ ...details, status: 'E', eventId });
    this.core.publish({ type: 'payment-failed', transaction, order });
    return transaction;
  }

  /** Starts a payment with a method that is confirmed later, such as e-banking. No webhook is sent until it ends. */
  begin(order: Order, type: TransactionType = TransactionType.EBanking): Transaction {
    return this.core.transactions.create({
      ...transactionOfOrder(order),
      amount: order.amount,
      type,
      status: 'A',
      card: null,
      ...resolveIsvShare(order.isv, {}),
    });
  }

  /**
   * Starts an IRIS payment. The test amounts end it at once; others stay in progress. @see contract/behaviour/payments.yaml iris-test-amounts
   *
   * @throws Refusal 403 if the order cannot be paid with IRIS.
   */
  payWithIris(order: Order): Transaction {
    if (!acceptsIris(order)) throw new Refusal(403, `Order ${order.code} cannot be paid with IRIS`);
    const { id, amount, ...started } = this.begin(order, TransactionType.IrisCharge);
    if (amount === IRIS_SUCCESS) return this.approveLater(id);
    return amount === IRIS_FAILURE ? this.failLater(id) : { id, amount, ...started };
  }

  /** Ends a payment in progress as failed. @throws Refusal 404 for an unknown transaction, 409 if it is not in progress. */
  failLater(transactionId: string): Transaction {
    const { id, status, orderCode } = this.core.transactions.get(transactionId);
    if (status !== 'A') throw new Refusal(409, `Transaction ${id} is not in progress`);
    const failed = this.core.transactions.move(id, 'E', { eventId: INVALID_TRANSACTION });
    this.core.publish({
      type: 'payment-failed',
      transaction: failed,
      order: this.core.orders.get(orderCode),
    });
    return failed;
  }

  /** Creates the transaction of an attempt that failed before the issuer decided, as in 3-D Secure. No webhook is sent. */
  attemptUnprocessed(order: Order, attempt: PaymentAttempt, eventId: number): Transaction {
    return this.core.transactions.create({ ...this.newTransaction(order, attempt), status: 'E', eventId });
  }

  /** Creates an approved transaction, posts it to the ledger if it moves money, and publishes its events. */
  approve(details: NewTransaction, order: Order): Transaction {
    const transaction = this.core.transactions.create({
      ...details,
      ...(details.isv && { isv: { ...details.isv, amount: Math.min(details.isv.amount, details.amount) } }),
      commission: this.commission(details),
    });
    return this.complete(transaction, order);
  }

  /**
   * Approves a payment in progress or a failed one: the same transaction changes to F. @see contract/behaviour/transactions.yaml traps
   *
   * @throws Refusal 404 for an unknown transaction, 409 for another status, or if its order is no longer payable.
   */
  approveLater(transactionId: string): Transaction {
    const open = this.core.transactions.get(transactionId);
    if (open.status !== 'E' && open.status !== 'A')
      throw new Refusal(409, `Transaction ${open.id} has not failed and is not in progress`);
    const order = this.core.orders.get(open.orderCode);
    if (order.state !== OrderState.Pending) throw new Refusal(409, `Order ${order.code} is not pending`);
    this.core.orders.markPaid(order.code);
    const approved = { eventId: 0, commission: this.commission(open) };
    return this.complete(this.core.transactions.move(open.id, 'F', approved), order);
  }

  /** Checks a request about an earlier transaction. @throws Refusal 400 for another currency, 403 if the source is not usable. */
  checkFollowing(original: Transaction, { currencyCode, sourceCode }: DerivedTransactionDetails): void {
    requireCurrency(currencyCode, original, 'transaction');
    if (sourceCode !== undefined) this.core.sources.getUsable(sourceCode);
  }

  /** Creates a transaction that sends money back, or cancels one. Event 1797 is sent. */
  reverse(original: Transaction, details: DerivedTransactionDetails, values: DerivedValues): Transaction {
    const type = REFUND_TYPES[original.type] ?? values.type;
    const transaction = this.core.transactions.create(
      deriveTransaction(original, details, { ...values, type }),
    );
    this.core.publish({
      type: 'reversal-created',
      transaction,
      order: this.core.orders.get(original.orderCode),
    });
    return transaction;
  }

  private commission(details: Pick<Transaction, 'type' | 'amount'>): number {
    return isPayment(details) ? this.core.wallet.commission(details.amount) : 0;
  }

  private complete(transaction: Transaction, order: Order): Transaction {
    this.core.publish({ type: 'payment-created', transaction, order });
    if (!isPayment(transaction)) return transaction;
    this.core.wallet.charge(transaction);
    this.core.clearing.add(transaction.id);
    this.core.publish({ type: 'price-calculated', transaction, order });
    return transaction;
  }

  private newTransaction(order: Order, attempt: PaymentAttempt): NewTransaction {
    const { accepted, email, fullName, installments, phone, threeDSecure } = attempt;
    const fee = order.paymentMethodFees['0'] ?? 0;
    return {
      type: typeOf(order, installments),
      amount: attempt.amount + fee,
      ...transactionOfOrder(order),
      ...{ fee, installments, email, fullName, phone, threeDSecure },
      card: accepted.card,
      sourceCode: attempt.sourceCode ?? order.sourceCode,
      customerTrns: attempt.customerTrns ?? order.customerTrns,
      merchantTrns: attempt.merchantTrns ?? order.merchantTrns,
      recurringSupport: attempt.recurringSupport ?? order.allowRecurring,
      ...(attempt.moto === true && { moto: true }),
      ...resolveIsvShare(order.isv, { ...attempt.isv }),
    };
  }
}

/** Returns the transaction with the authorized amount. Whether the service then marks the order as paid is inferred. */
function limitToAuthorized(details: NewTransaction, amount = details.amount): NewTransaction {
  return isPayment(details) && amount < details.amount
    ? { ...details, amount, requestedAmount: details.amount }
    : details;
}

function typeOf(order: Order, installments: number): TransactionType {
  if (order.isCardVerification) return TransactionType.CardVerification;
  if (order.preauth) return TransactionType.CardPreauth;
  return installments > 1 ? TransactionType.CardChargeInstallments : TransactionType.CardCharge;
}
