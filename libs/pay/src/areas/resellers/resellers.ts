import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import {
  BILL_PAYMENT,
  CASH_PAYMENT,
  CHECK_BILL_PAYMENT_ELIGIBILITY,
  CHECK_CASH_PAYMENT_ELIGIBILITY,
  CREATE_RESELLER_ORDER,
  RESEND_BILL_PAYMENT_OTP,
  RESEND_CASH_PAYMENT_OTP,
} from './resellers.operations.js';
import type {
  BillPayment,
  BillPaymentOptions,
  CashPayment,
  CashPaymentOptions,
  CheckBillPaymentOptions,
  CheckCashPaymentOptions,
  CreateResellerOrderOptions,
  PaymentEligibility,
  ResellerOrder,
  ResendOtpOptions,
} from './resellers.types.js';

/**
 * Payments taken at a reseller's counter; only for accounts set up as resellers. Every call sends the customer a message
 * or makes something new: none is repeated blindly. What is known of this area comes from public clients.
 */
export class PayResellers extends Area {
  /**
   * May this customer make this cash payment now? Also sends the customer a one-time password. Data is null when yes;
   * with event id 109101, in the data or in a refusal's `error.eventId`, it is yes if `tags` go with the payment.
   *
   * @see https://github.com/Naaikho/vivawallet-sdk
   */
  checkCashPaymentEligibility(
    options: CheckCashPaymentOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PaymentEligibility | null>> {
    return this.sender.send(CHECK_CASH_PAYMENT_ELIGIBILITY, { options }, call);
  }

  /**
   * May this customer make this bill payment now? Also sends the customer a one-time password. Data is null when yes;
   * with event id 109101, in the data or in a refusal's `error.eventId`, it is yes if `tags` go with the payment.
   *
   * @see https://github.com/Naaikho/vivawallet-sdk
   */
  checkBillPaymentEligibility(
    options: CheckBillPaymentOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<PaymentEligibility | null>> {
    return this.sender.send(CHECK_BILL_PAYMENT_ELIGIBILITY, { options }, call);
  }

  /**
   * Sends another one-time password for a cash payment, after the first has expired.
   *
   * @see https://github.com/Naaikho/vivawallet-sdk
   */
  resendCashPaymentOtp(options: ResendOtpOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(RESEND_CASH_PAYMENT_OTP, { options }, call);
  }

  /**
   * Sends another one-time password for a bill payment, after the first has expired.
   *
   * @see https://github.com/Naaikho/vivawallet-sdk
   */
  resendBillPaymentOtp(options: ResendOtpOptions, call?: CallOptions): Promise<MethodReturn<null>> {
    return this.sender.send(RESEND_BILL_PAYMENT_OTP, { options }, call);
  }

  /**
   * Takes cash at the counter for a payment order: the check first, then this with the password that the customer was
   * sent. Nothing but phone and country links the two. The money is in the till when this is called, and there is no
   * idempotency key: after `outcome: 'unknown'` read the order (`payments.getOrder`) before any repeat.
   *
   * @param options amount in minor units. The service documents none as required; an order (`orderCode` or
   * `rfPaymentCode`), an amount, the phone and country of the check and its `oneTimePassword` are needed in practice.
   * @returns the receipt, whose unit is not stated. `rejected`: password wrong, used or expired, tags missing, order or
   * amount not payable; `notfound`: no such order.
   * @see contract/resellers.json resellers.cashPayment
   */
  cashPayment(options: CashPaymentOptions, call?: CallOptions): Promise<MethodReturn<CashPayment>> {
    return this.sender.send(CASH_PAYMENT, { options }, call);
  }

  /**
   * Takes a bill's payment at the counter: the check first, then this with the password that the customer was sent. Nothing
   * but phone and country links the two. There is no idempotency key, and where no order was named nothing to read back
   * either: after `outcome: 'unknown'` look for the payment among the day's transactions before any repeat.
   *
   * @param options amount in minor units. The service documents none as required; a bill (`billId` or an order), an
   * amount, the phone and country of the check and its `oneTimePassword` are needed in practice.
   * @returns the receipt, whose unit is not stated. `rejected`: password wrong, used or expired, tags missing, or the bill's
   * data not valid.
   * @see contract/resellers.json resellers.billPayment
   */
  billPayment(options: BillPaymentOptions, call?: CallOptions): Promise<MethodReturn<BillPayment>> {
    return this.sender.send(BILL_PAYMENT, { options }, call);
  }

  /**
   * Creates a payment order, or an order to top up a wallet, and its RF code. After `outcome: 'unknown'` a repeat may make
   * a second order.
   *
   * @param options amount in minor units.
   * @see https://github.com/Naaikho/vivawallet-sdk
   */
  createOrder(options: CreateResellerOrderOptions, call?: CallOptions): Promise<MethodReturn<ResellerOrder>> {
    return this.sender.send(CREATE_RESELLER_ORDER, { options }, call);
  }
}
