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
import { IncreasePreauthOptions } from '../transactions/acquiring.types.js';
import { MakeMotoCardChargeOptions } from '../transactions/moto.types.js';
import { IsvTransactionOptions } from './isv-transactions.types.js';

/**
 * Options of an ISV's `transactions.cancelTransaction`.
 * @see contract/isv.json transactions.cancelTransaction
 */
export class CancelIsvTransactionOptions extends IsvTransactionOptions {
  /** Amount to give back, minor units; at most what is left of the payment. Always said: leaving it out would refund everything. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Source that the refund is booked on; case-sensitive. */
  @IsOptional() @IsString() sourceCode?: string;
  /** ISO 4217 numeric. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/**
 * Options of `transactions.payOutOld`.
 * @see contract/isv.json transactions.payOutOld
 */
export class PayOutOldOptions extends IsvTransactionOptions {
  /** Amount to pay, minor units; may exceed the payment's. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Always sent as 14, which makes it a payment out and not a refund: leave it out. */
  @IsOptional() @Equals(14) serviceId?: 14;
  /** Source that pays. */
  @IsOptional() @IsString() sourceCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
}

/**
 * Options of `transactions.createRecurringTransaction`; `transactionId` is the initial transaction.
 * @see contract/isv.json transactions.createRecurringTransaction
 */
export class CreateRecurringTransactionOptions extends IsvTransactionOptions {
  /** Minor units. Capture: at most what is held; recurring: any amount. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** The ISV's fee, contained in `amount`, minor units: the merchant gets the rest. Smaller than `amount`; 0 for none. */
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
  /** The merchant's payment source. @default that of the initial transaction */
  @IsOptional() @IsString() sourceCode?: string;
  /** The ISV's own payment source. @default that of the initial transaction */
  @IsOptional() @IsString() resellerSourceCode?: string;
  /** ISO 4217 numeric. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/**
 * Options of an ISV's `transactions.capturePreAuthPayment`; `transactionId` is the pre-authorisation.
 * @see contract/isv.json transactions.capturePreAuthPayment
 */
export class CapturePreAuthPaymentOptions extends CreateRecurringTransactionOptions {
  /** Tip contained in `amount`, minor units. */
  @IsOptional() @IsMinorUnits() tipAmount?: number | null;
}

/**
 * Options of an ISV's `transactions.increasePreauth`: a merchant's, and for whom.
 * @see contract/isv.json transactions.increasePreauth
 */
export class IncreaseIsvPreauthOptions extends IncreasePreauthOptions {
  @Allow() transactionId: string;
  /** Merchant id of the connected merchant. */
  @IsUUID('loose') targetMerchantId: string;
}

/**
 * Options of an ISV's `transactions.makeMotoCardCharge`: a merchant's, the ISV's fee, and for whom.
 * @see contract/isv.json transactions.makeMotoCardCharge
 */
export class MakeIsvMotoCardChargeOptions extends MakeMotoCardChargeOptions {
  /** Merchant id of the connected merchant; not sent in the body. */
  @IsUUID('loose') targetMerchantId: string;
  /** The ISV's fee, contained in the order's amount and smaller, minor units. @default the order's */
  @IsOptional() @IsMinorUnits() isvAmount?: number | null;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  /** Let the card be charged again later. Mind the s: an order says `allowRecurring`. @default false */
  @IsOptional() @IsBoolean() allowsRecurring?: boolean;
  /** ISO 4217 numeric. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
  /** Text on the bank statement; at most 13 characters. */
  @IsOptional() @IsString() @MaxLength(13) descriptor?: string;
  /** At most 36; Greece only. */
  @IsOptional() @IsInt() @Min(0) @Max(36) installments?: number;
  /** The ISV's own payment source. @default the order's */
  @IsOptional() @IsString() resellerSourceCode?: string;
}
