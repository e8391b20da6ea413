import { IsBoolean, IsEmail, IsOptional, IsString, IsUUID, Matches } from 'class-validator';
import type { OrderCodeValue } from '../../core/order-code.js';
import { IsMinorUnits } from '../../core/validators.js';
import { IsRfPaymentCode } from '../rf-code-payments/rf-code.js';

const IsCountry = () =>
  Matches(/^[A-Za-z]{2}$/, { message: '$property must be an ISO 3166-1 alpha-2 code, such as GR' });

/** Event ids of the eligibility checks. Open: the service may send others. */
export const EligibilityEvent = {
  /** Allowed, but `tags` must be sent with the payment. */
  TagsNeeded: 109101,
} as const;

/** Options of `resellers.checkBillPaymentEligibility`. */
export class CheckBillPaymentOptions {
  /** The customer's phone: the one-time password goes there. */
  @IsOptional() @IsString() phone?: string;
  /** Minor units (by the service's convention). */
  @IsOptional() @IsMinorUnits({ min: 1 }) amount?: number | null;
  /** ISO 3166-1 alpha-2. */
  @IsOptional() @IsCountry() countryCode?: string;
}

/** Options of `resellers.checkCashPaymentEligibility`: the order by its code or by its RF code. */
export class CheckCashPaymentOptions extends CheckBillPaymentOptions {
  orderCode?: number | string | bigint | null;
  /** Its check digits are verified before anything is sent. */
  @IsOptional() @IsRfPaymentCode() rfPaymentCode?: string;
}

/** Options of `resellers.resendCashPaymentOtp` and `resellers.resendBillPaymentOtp`. */
export class ResendOtpOptions {
  /** The phone that the check was made for. */
  @IsString() @Matches(/\S/, { message: '$property must be a phone number' }) phone: string;
  /** ISO 3166-1 alpha-2, as in the check. */
  @IsOptional() @IsCountry() countryCode?: string;
}

/** Options of `resellers.createOrder`. */
export class CreateResellerOrderOptions {
  /** Minor units (by the service's convention). */
  @IsOptional() @IsMinorUnits() amount?: number | null;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @IsString() phone?: string;
  @IsOptional() @IsString() fullName?: string;
  /** Merchant to be paid. */
  @IsOptional() @IsUUID('all') merchantId?: string | null;
  /** ISO 3166-1 alpha-2. */
  @IsOptional() @IsCountry() countryCode?: string;
  @IsOptional() @IsString() requestLang?: string;
  /** ISO 4217 numeric, as text. */
  @IsOptional()
  @Matches(/^\d{3}$/, { message: "$property must be an ISO 4217 numeric code as text, such as '978'" })
  currencyCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Text shown to the customer. */
  @IsOptional() @IsString() customerTrns?: string;
  /** Only to top up a wallet. */
  @IsOptional() @IsString() productId?: string | null;
  /** Only to top up a wallet. */
  targetWalletId?: number | string | bigint | null;
  /** Whether the payer may change the amount. @default false */
  @IsOptional() @IsBoolean() disableExactAmount?: boolean;
  /** Store code of the reseller. */
  @IsOptional() @IsString() resellerSourceCode?: string;
}

/** What a check says beyond yes: {@link EligibilityEvent}. */
export interface PaymentEligibility {
  eventId?: number;
}

/** An order made by a reseller. */
export interface ResellerOrder {
  orderCode: OrderCodeValue;
  orderCodeText: string;
  /** RF creditor reference, as it came: `isRfPaymentCode` checks it. */
  rfPaymentCode?: string;
}
