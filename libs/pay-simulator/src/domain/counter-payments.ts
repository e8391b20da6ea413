import type { MerchantAccount } from './merchant.js';
import { DEFAULT_ORDER_TERMS, OrderState, type Order } from './order.js';
import type { Orders } from './orders.js';
import type { Payments } from './payments.js';
import { Refusal } from './refusal.js';
import type { CounterCustomer, CounterPayment, ResellerDesk } from './reseller-desk.js';
import { ThreeDSecure, TransactionType, type CounterDetails, type Transaction } from './transaction.js';

/** Payment method of cash: orders name it in their methods and fees. @see contract/payments.json enums.PaymentMethodId */
const CASH_METHOD = 3;

/** Cash that a customer put on the counter. */
export interface CounterRequest extends CounterDetails {
  readonly payment: CounterPayment;
  readonly customer: CounterCustomer;
  readonly oneTimePassword: string;
  /** Whole minor units, without the order's fee for cash. */
  readonly amount: number;
  readonly fullName: string | null;
  readonly merchantTrns?: string;
}

/** Whether an order can be paid in cash: nothing can be held or verified without a card. */
export function takesCash(order: Order): boolean {
  const { state, preauth, isCardVerification, disableCash = false, paymentMethods } = order;
  const isOffered = !disableCash && (paymentMethods.length === 0 || paymentMethods.includes(CASH_METHOD));
  return state === OrderState.Pending && !preauth && !isCardVerification && isOffered;
}

/** Whether an order can be paid with this amount, minor units. */
export function takesAmount({ amount, disableExactAmount }: Order, offered: number): boolean {
  return disableExactAmount || offered === amount;
}

/** Takes cash at a reseller's counter, for an order or for a bill. The account is reseller, merchant and biller in one. */
export class CounterPayments {
  constructor(
    private readonly account: MerchantAccount,
    private readonly orders: Orders,
    private readonly payments: Payments,
    private readonly desk: ResellerDesk,
  ) {}

  /**
   * Pays an order.
   *
   * @throws Refusal 404 order unknown, 400 not payable in cash, another amount, or the password is not good.
   */
  payOrder(orderCode: string, request: CounterRequest): Transaction {
    const order = this.orders.find(orderCode);
    if (!order) throw new Refusal(404, 'Order was not found');
    if (!takesCash(order)) throw new Refusal(400, 'The order cannot be paid in cash');
    if (!takesAmount(order, request.amount))
      throw new Refusal(400, 'amount: expected the amount of the order');
    this.redeem(request);
    return this.take(order, request);
  }

  /** Pays a bill that is no order yet: one is made of it. @throws Refusal 400 when the password is not good. */
  payBill(request: CounterRequest): Transaction {
    this.redeem(request);
    return this.take(this.orderOf(request), request);
  }

  private redeem({ payment, customer, oneTimePassword, tags }: CounterRequest): void {
    this.desk.redeem(payment, customer, oneTimePassword, tags);
  }

  private take(order: Order, request: CounterRequest): Transaction {
    const { amount, customer, fullName, merchantTrns, resellerSourceCode, billId, tags } = request;
    const fee = order.paymentMethodFees[String(CASH_METHOD)] ?? 0;
    this.orders.markPaid(order.code);
    const terms = {
      orderCode: order.code,
      parentId: null,
      type: TransactionType.Cash,
      status: 'F',
      amount: amount + fee,
      fee,
      commission: 0,
      tipAmount: order.tipAmount,
      currencyCode: order.currencyCode,
      sourceCode: order.sourceCode,
      card: null,
      counter: { resellerSourceCode, billId, tags },
      email: order.customer.email,
      fullName: fullName ?? order.customer.fullName,
      phone: customer.phone,
      customerTrns: order.customerTrns,
      merchantTrns: merchantTrns ?? order.merchantTrns,
      recurringSupport: false,
      installments: 0,
      threeDSecure: ThreeDSecure.Unspecified,
      eventId: 0,
    } as const;
    return this.payments.settle(terms, order);
  }

  private orderOf({ amount, customer, fullName, merchantTrns }: CounterRequest): Order {
    return this.orders.create({
      ...DEFAULT_ORDER_TERMS,
      amount,
      currencyCode: this.account.currencyCode,
      customer: {
        email: null,
        fullName,
        phone: customer.phone,
        countryCode: customer.countryCode === '' ? null : customer.countryCode,
      },
      merchantTrns: merchantTrns ?? '',
    });
  }
}
