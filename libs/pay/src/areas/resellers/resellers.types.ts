import {
  Allow,
  IsArray,
  IsBoolean,
  IsEmail,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Min,
} from 'class-validator';
import { IsCountryCode, IsCurrencyText, IsMinorUnits } from '../../core/options/validators.js';
import { IsRfPaymentCode } from '../rf-code-payments/rf-code.js';

/** Event IDs of the eligibility checks. Other values may appear. */
export const EligibilityEvent = {
  /** The payment is allowed, but must carry `tags`. */
  TagsNeeded: 109101,
} as const;

/** Options of `resellers.checkBillPaymentEligibility`. */
export class CheckBillPaymentOptions {
  /** Phone of the customer. It receives the one-time password. */
  @IsOptional() @IsString() phone?: string;
  /** Amount in minor units (by the service's convention). */
  @IsOptional() @IsMinorUnits({ min: 1 }) amount?: number | null;
  /** ISO 3166-1 alpha-2 country code. */
  @IsOptional() @IsCountryCode() countryCode?: string;
}

/** Options of `resellers.checkCashPaymentEligibility`. Name the order by its code or its RF code. */
export class CheckCashPaymentOptions extends CheckBillPaymentOptions {
  @Allow() orderCode?: number | string | bigint | null;
  /** RF code of the order. Its check digits are verified before anything is sent. */
  @IsOptional() @IsRfPaymentCode() rfPaymentCode?: string;
}

/** Options of `resellers.resendCashPaymentOtp` and `resellers.resendBillPaymentOtp`. */
export class ResendOtpOptions {
  /** Phone number of the check. */
  @IsString() @Matches(/\S/, { message: '$property must be a phone number' }) phone: string;
  /** ISO 3166-1 alpha-2 country code, as in the check. */
  @IsOptional() @IsCountryCode() countryCode?: string;
}

/**
 * Options of `resellers.cashPayment`. Name the order by its code or its RF code.
 * The service documents no required options. In practice, send an order, an amount, the phone of the check and its
 * one-time password.
 */
export class CashPaymentOptions extends CheckCashPaymentOptions {
  /** ID of the merchant that is paid. */
  @IsOptional() @IsUUID('all') merchantId?: string;
  /** One-time password that the customer received by phone. */
  @IsOptional() @IsString() oneTimePassword?: string;
  /** Store code of the reseller. */
  @IsOptional() @IsString() resellerSourceCode?: string;
  /** Tags of the payment. Required if the check returned {@link EligibilityEvent.TagsNeeded}. */
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
}

/**
 * Options of `resellers.billPayment`.
 * The service documents no required options. In practice, send a bill, an amount, the phone of the check and its
 * one-time password.
 */
export class BillPaymentOptions extends CheckBillPaymentOptions {
  /** Number of the biller. */
  @IsOptional() @IsInt() @Min(1) billId?: number;
  @Allow() orderCode?: number | string | bigint | null;
  /** The payer's VAT number. */
  @IsOptional() @IsString() vat?: string;
  /** ISO 8601 date and time. The service does not document its meaning. */
  @IsOptional() @IsISO8601({ strict: true }) date?: string;
  @IsOptional() @IsString() firstName?: string;
  @IsOptional() @IsString() lastName?: string;
  /** Your own reference. */
  @IsOptional() @IsString() merchantTrns?: string;
  /** One-time password that the customer received by phone. */
  @IsOptional() @IsString() oneTimePassword?: string;
  /** Store code of the reseller. */
  @IsOptional() @IsString() resellerSourceCode?: string;
  /** Tags of the payment. Required if the check returned {@link EligibilityEvent.TagsNeeded}. */
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
}

/** Options of `resellers.createOrder`. */
export class CreateResellerOrderOptions {
  /** Amount in minor units (by the service's convention). */
  @IsOptional() @IsMinorUnits() amount?: number | null;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @IsString() phone?: string;
  @IsOptional() @IsString() fullName?: string;
  /** ID of the merchant that is paid. */
  @IsOptional() @IsUUID('all') merchantId?: string | null;
  /** ISO 3166-1 alpha-2 country code. */
  @IsOptional() @IsCountryCode() countryCode?: string;
  @IsOptional() @IsString() requestLang?: string;
  /** ISO 4217 numeric code as a string. */
  @IsOptional() @IsCurrencyText() currencyCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Text shown to the customer. */
  @IsOptional() @IsString() customerTrns?: string;
  /** Only for orders that top up a wallet. */
  @IsOptional() @IsString() productId?: string | null;
  /** Only for orders that top up a wallet. */
  @Allow() targetWalletId?: number | string | bigint | null;
  /** Whether the payer may change the amount. @default false */
  @IsOptional() @IsBoolean() disableExactAmount?: boolean;
  /** Store code of the reseller. */
  @IsOptional() @IsString() resellerSourceCode?: string;
}
