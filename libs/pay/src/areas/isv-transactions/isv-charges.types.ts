import {
  Allow,
  Equals,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsMinorUnits, IsNumericCurrency, Rule } from '../../core/options/validators.js';
import { TargetMerchantOptions } from '../target-merchant.js';
import { IncreasePreauthOptions } from '../transactions/acquiring.types.js';
import { MakeMotoCardChargeOptions } from '../transactions/moto.types.js';
import { IsvTransactionOptions } from './isv-transactions.types.js';

/**
 * Options of an ISV's `transactions.refund`.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class RefundIsvTransactionOptions extends TargetMerchantOptions {
  /**
   * Amount to refund in minor units, at most what is left of the payment. Required, to prevent accidental full
   * refunds.
   */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Payment source that the refund is booked on, case-sensitive. */
  @IsOptional() @IsString() sourceCode?: string;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/**
 * Options of an ISV's `transactions.cancelTransaction`: those of `refund`, and the payment's ID.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class CancelIsvTransactionOptions extends RefundIsvTransactionOptions {
  @Allow() transactionId: string;
}

/**
 * Options of `transactions.payOutOld`.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class PayOutOldOptions extends IsvTransactionOptions {
  /** Amount to pay, in minor units. It can exceed the payment's amount. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Leave it out. The library always sends 14, which makes the call a payout instead of a refund. */
  @IsOptional() @Equals(14) serviceId?: 14;
  /** Payment source that pays. */
  @IsOptional() @IsString() sourceCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
}

/**
 * Options of `transactions.createRecurringTransaction`. `transactionId` is the initial transaction.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class CreateRecurringTransactionOptions extends IsvTransactionOptions {
  /** Amount in minor units. A capture is at most the amount on hold; a recurring charge can be any amount. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** ISV's fee in minor units, included in `amount` and smaller; 0 for none. The merchant receives the rest. */
  @IsMinorUnits()
  @Rule<CreateRecurringTransactionOptions>(
    'isvAmountOfCharge',
    ({ amount, isvAmount }) => !(isvAmount >= amount),
    'must be smaller than amount',
  )
  isvAmount: number;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Payment source of the merchant. @default that of the initial transaction */
  @IsOptional() @IsString() sourceCode?: string;
  /** The ISV's own payment source. @default that of the initial transaction */
  @IsOptional() @IsString() resellerSourceCode?: string;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/**
 * Options of an ISV's `transactions.capturePreAuthPayment`. `transactionId` is the pre-authorization.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class CapturePreAuthPaymentOptions extends CreateRecurringTransactionOptions {
  /** Tip included in `amount`, in minor units. */
  @IsOptional() @IsMinorUnits() tipAmount?: number | null;
}

/**
 * Options of an ISV's `transactions.increasePreauth`: those of a merchant, and the merchant's ID.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class IncreaseIsvPreauthOptions extends IncreasePreauthOptions {
  @Allow() transactionId: string;
  /** Merchant ID of the connected merchant. */
  @IsUUID('loose') targetMerchantId: string;
}

/**
 * Options of an ISV's `transactions.makeMotoCardCharge`: those of a merchant, the ISV's fee and the merchant's ID.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class MakeIsvMotoCardChargeOptions extends MakeMotoCardChargeOptions {
  /** Merchant ID of the connected merchant. It is not sent in the body. */
  @IsUUID('loose') targetMerchantId: string;
  /** ISV's fee in minor units, included in the order's amount and smaller. @default the order's fee */
  @IsOptional() @IsMinorUnits() isvAmount?: number | null;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  /** Allows later charges on the card. The name has an s, unlike `allowRecurring` of an order. @default false */
  @IsOptional() @IsBoolean() allowsRecurring?: boolean;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
  /** Text on the bank statement, at most 13 characters. */
  @IsOptional() @IsString() @MaxLength(13) descriptor?: string;
  /** Number of installments, at most 36. Greece only. */
  @IsOptional() @IsInt() @Min(0) @Max(36) installments?: number;
  /** The ISV's own payment source. @default the order's */
  @IsOptional() @IsString() resellerSourceCode?: string;
}
