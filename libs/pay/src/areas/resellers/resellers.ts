import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type {
  BillPaymentOptions,
  CashPaymentOptions,
  CheckBillPaymentOptions,
  CheckCashPaymentOptions,
  CreateResellerOrderOptions,
  ResendOtpOptions,
} from '../options.generated.js';
import type { BillPayment, CashPayment, PaymentEligibility, ResellerOrder } from '../results.generated.js';

/**
 * Accepts payments at a reseller's counter. Only for accounts set up as resellers.
 * The library never repeats these calls, because each one sends the customer a message or creates something new.
 * The service does not document this area.
 */
export class PayResellers extends Area {
  /**
   * Checks whether the customer can make a cash payment now, and sends the customer a one-time password.
   * `data` is null if the payment is allowed. With event ID 109101, in the data or in a rejection's
   * `error.eventId`, the payment is allowed if it carries `tags`.
   * @example
   * const check = await pay.resellers.checkCashPaymentEligibility({
   *   orderCode,
   *   amount: 2450, // minor units
   *   phone,
   *   countryCode: 'GR',
   * });
   */
  checkCashPaymentEligibility(
    options: CheckCashPaymentOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PaymentEligibility | null>> {
    return this.sender.send(operations['resellers.checkCashPaymentEligibility'], { options }, call);
  }

  /**
   * Checks whether the customer can make a bill payment now, and sends the customer a one-time password.
   * `data` is null if the payment is allowed. With event ID 109101, in the data or in a rejection's
   * `error.eventId`, the payment is allowed if it carries `tags`.
   * @example
   * const check = await pay.resellers.checkBillPaymentEligibility({
   *   amount: 1000, // minor units
   *   phone,
   *   countryCode: 'GR',
   * });
   */
  checkBillPaymentEligibility(
    options: CheckBillPaymentOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PaymentEligibility | null>> {
    return this.sender.send(operations['resellers.checkBillPaymentEligibility'], { options }, call);
  }

  /**
   * Sends another one-time password for a cash payment, after the first one has expired.
   * @example
   * const sent = await pay.resellers.resendCashPaymentOtp({ phone, countryCode: 'GR' });
   */
  resendCashPaymentOtp(options: ResendOtpOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['resellers.resendCashPaymentOtp'], { options }, call);
  }

  /**
   * Sends another one-time password for a bill payment, after the first one has expired.
   * @example
   * const sent = await pay.resellers.resendBillPaymentOtp({ phone, countryCode: 'GR' });
   */
  resendBillPaymentOtp(options: ResendOtpOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(operations['resellers.resendBillPaymentOtp'], { options }, call);
  }

  /**
   * Records a cash payment for an order at the counter. Call the check first, then pass the one-time password that
   * the customer received.
   * Only the phone and the country link the two calls. The cash is already in the till: after `outcome: 'unknown'`,
   * read the order (`payments.getOrder`). With the call option `idempotencyKey`, no second call records the payment
   * again.
   * Fails with `rejected` if the password is wrong, used or expired, tags are missing, or the order or amount is
   * not payable. Fails with `notfound` if there is no such order.
   *
   * @param options Amount in minor units. The service documents no required options. In practice, send an order
   *   (`orderCode` or `rfPaymentCode`), an amount, the phone and country of the check and its `oneTimePassword`.
   * @returns The receipt. The unit of its amounts is not documented.
   * @example
   * const paid = await pay.resellers.cashPayment({
   *   orderCode,
   *   amount: 2450, // minor units
   *   phone: customer.phone, // as in checkCashPaymentEligibility
   *   countryCode: 'GR',
   *   oneTimePassword: customer.password,
   * });
   */
  cashPayment(options: CashPaymentOptions, call?: CallOptions): Promise<MethodReturn<CashPayment>> {
    return this.sender.send(operations['resellers.cashPayment'], { options }, call);
  }

  /**
   * Records a bill payment at the counter. Call the check first, then pass the one-time password that the customer
   * received.
   * Only the phone and the country link the two calls. A payment without an order cannot be read back: after
   * `outcome: 'unknown'`, look for it in the day's transactions. With the call option `idempotencyKey`, no second call
   * records the payment again.
   * Fails with `rejected` if the password is wrong, used or expired, tags are missing, or the bill's data is
   * invalid.
   *
   * @param options Amount in minor units. The service documents no required options. In practice, send a bill
   *   (`billId` or an order), an amount, the phone and country of the check and its `oneTimePassword`.
   * @returns The receipt. The unit of its amounts is not documented.
   * @example
   * const paid = await pay.resellers.billPayment({
   *   billId,
   *   amount: 1000, // minor units
   *   phone: customer.phone, // as in checkBillPaymentEligibility
   *   countryCode: 'GR',
   *   oneTimePassword: customer.password,
   * });
   */
  billPayment(options: BillPaymentOptions, call?: CallOptions): Promise<MethodReturn<BillPayment>> {
    return this.sender.send(operations['resellers.billPayment'], { options }, call);
  }

  /**
   * Creates a payment order, or an order to top up a wallet, and its RF code. After `outcome: 'unknown'`, a second call
   * without the same call option `idempotencyKey` may create a second order.
   *
   * @param options `amount` is in minor units.
   * @example
   * const order = await pay.resellers.createOrder({
   *   amount: 1000, // minor units
   *   phone,
   *   countryCode: 'GR',
   *   customerTrns: 'Membership',
   * });
   */
  createOrder(options: CreateResellerOrderOptions, call?: CallOptions): Promise<MethodReturn<ResellerOrder>> {
    return this.sender.send(operations['resellers.createOrder'], { options }, call);
  }
}
