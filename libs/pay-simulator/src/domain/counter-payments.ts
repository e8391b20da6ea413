import type { MerchantCore } from './merchant-core.js';
import { COUNTER_CHANNEL } from './channels.js';
import { OrderState, type Order } from './order.js';
import type { Payments } from './payments.js';
import { Refusal } from './refusal.js';
import type { CounterCustomer, CounterPayment, ResellerDesk } from './reseller-desk.js';
import { TransactionType, type CounterDetails, type Transaction } from './transaction.js';
import { transactionOfOrder } from './transactions.js';

/** Payment method ID of cash in the methods and fees of orders. @see contract/behaviour/payments.yaml enums.PaymentMethodId */
const CASH_METHOD = 3;

/** A cash payment at a reseller's counter. */
export interface CounterRequest extends CounterDetails {
  readonly payment: CounterPayment;
  readonly customer: CounterCustomer;
  readonly oneTimePassword: string;
  /** Minor units, without the order's fee for cash. */
  readonly amount: number;
  readonly fullName: string | null;
  readonly merchantTrns?: string;
}

/** Returns whether an order can be paid in cash. Pre-authorizations and card verifications need a card. */
export function acceptsCash(order: Order): boolean {
  const { state, preauth, isCardVerification, disableCash = false, paymentMethods } = order;
  const isOffered = !disableCash && (paymentMethods.length === 0 || paymentMethods.includes(CASH_METHOD));
  return state === OrderState.Pending && !preauth && !isCardVerification && isOffered;
}

/** Returns whether an order can be paid with an amount in minor units. */
export function acceptsAmount({ amount, disableExactAmount }: Order, offered: number): boolean {
  return disableExactAmount || offered === amount;
}

/** Accepts cash at a reseller's counter for orders and bills. The account is reseller, merchant and biller in one. */
export class CounterPayments {
  constructor(private readonly core: MerchantCore & { payments: Payments; resellerDesk: ResellerDesk }) {}

  /**
   * Pays an order.
   *
   * @throws Refusal 404 for an unknown order, 400 if cash is not accepted, or for another amount or an invalid password.
   */
  payOrder(orderCode: string, request: CounterRequest): Transaction {
    const order = this.core.orders.find(orderCode);
    if (!order) throw new Refusal(404, 'Order was not found');
    if (!acceptsCash(order)) throw new Refusal(400, 'The order cannot be paid in cash');
    if (!acceptsAmount(order, request.amount))
      throw new Refusal(400, 'amount: expected the amount of the order');
    this.redeem(request);
    return this.createPayment(order, request);
  }

  /** Pays a bill without an order by creating its order. @throws Refusal 400 for an invalid password. */
  payBill(request: CounterRequest): Transaction {
    this.redeem(request);
    return this.createPayment(this.createOrder(request), request);
  }

  private redeem({ payment, customer, oneTimePassword, tags }: CounterRequest): void {
    this.core.resellerDesk.redeem(payment, customer, oneTimePassword, tags);
  }

  private createPayment(order: Order, request: CounterRequest): Transaction {
    const { amount, customer, fullName, merchantTrns, resellerSourceCode, billId, tags } = request;
    const fee = order.paymentMethodFees[String(CASH_METHOD)] ?? 0;
    this.core.orders.markPaid(order.code);
    const details = {
      ...transactionOfOrder(order),
      type: TransactionType.Cash,
      amount: amount + fee,
      fee,
      card: null,
      counter: { resellerSourceCode, billId, tags },
      fullName: fullName ?? order.customer.fullName,
      phone: customer.phone,
      merchantTrns: merchantTrns ?? order.merchantTrns,
    } as const;
    return this.core.payments.approve(details, order);
  }

  private createOrder({ amount, customer, fullName, merchantTrns }: CounterRequest): Order {
    return this.core.orders.create({
      amount,
      currencyCode: this.core.account.currencyCode,
      customer: {
        email: null,
        fullName,
        phone: customer.phone,
        countryCode: customer.countryCode === '' ? null : customer.countryCode,
      },
      merchantTrns: merchantTrns ?? '',
      channelId: COUNTER_CHANNEL,
    });
  }
}
