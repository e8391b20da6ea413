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
import type { OrderCodeValue } from '../../core/values/order-code.js';
import { IsMinorUnits } from '../../core/options/validators.js';
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
  @Allow() orderCode?: number | string | bigint | null;
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

/**
 * Options of `resellers.cashPayment`: the order by its code or by its RF code. The service states none as required; an
 * order, an amount, the phone of the check and its one-time password are needed in practice.
 */
export class CashPaymentOptions extends CheckCashPaymentOptions {
  /** Merchant that is paid. */
  @IsOptional() @IsUUID('all') merchantId?: string;
  /** The code that the customer received by phone, good once. */
  @IsOptional() @IsString() oneTimePassword?: string;
  /** Store code of the reseller. */
  @IsOptional() @IsString() resellerSourceCode?: string;
  /** Needed where the check answered {@link EligibilityEvent.TagsNeeded}. */
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
}

/**
 * Options of `resellers.billPayment`. The service states none as required; a bill, an amount, the phone of the check and
 * its one-time password are needed in practice.
 */
export class BillPaymentOptions extends CheckBillPaymentOptions {
  /** The biller's number. */
  @IsOptional() @IsInt() @Min(1) billId?: number;
  @Allow() orderCode?: number | string | bigint | null;
  /** The payer's VAT number. */
  @IsOptional() @IsString() vat?: string;
  /** ISO 8601 date-time; which one it is the service does not say. */
  @IsOptional() @IsISO8601({ strict: true }) date?: string;
  @IsOptional() @IsString() firstName?: string;
  @IsOptional() @IsString() lastName?: string;
  /** Your reference. */
  @IsOptional() @IsString() merchantTrns?: string;
  /** The code that the customer received by phone, good once. */
  @IsOptional() @IsString() oneTimePassword?: string;
  /** Store code of the reseller. */
  @IsOptional() @IsString() resellerSourceCode?: string;
  /** Needed where the check answered {@link EligibilityEvent.TagsNeeded}. */
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
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
  @Allow() targetWalletId?: number | string | bigint | null;
  /** Whether the payer may change the amount. @default false */
  @IsOptional() @IsBoolean() disableExactAmount?: boolean;
  /** Store code of the reseller. */
  @IsOptional() @IsString() resellerSourceCode?: string;
}

/** What a check says beyond yes: {@link EligibilityEvent}. */
export interface PaymentEligibility {
  eventId: number;
}

/**
 * What a payment at a reseller's counter answers. The service does not state the unit of its amounts, and the fees may have
 * decimals: read the transaction back (`transactions.getTransactionById`) before you compare money.
 */
export interface CounterPayment {
  transactionId: string;
  orderCode?: OrderCodeValue | null;
  orderCodeText?: string;
  /** What was paid; unit not stated. */
  amount?: number;
  email?: string | null;
  onTopFee?: number;
  totalFee?: number;
  tags?: string[];
  companyName?: string | null;
  serviceFee?: number;
  channelName?: string | null;
  /** ISO 4217 numeric, as text. */
  currencyCode?: string;
  currencyName?: string | null;
  resellerFee?: number;
  collectionFee?: number;
  clearanceDate?: string | null;
  amountWithoutFee?: number;
  resellerSourceName?: string | null;
  merchantReceiptUrl?: string | null;
  totalConversionFee?: number;
  resellerSourceAddress?: string | null;
}

/** What `resellers.cashPayment` answers. */
export interface CashPayment extends CounterPayment {
  /** Merchant that was paid. */
  merchantId?: string;
}

/** What `resellers.billPayment` answers. */
export interface BillPayment extends CounterPayment {
  billFee?: number;
  sourceCode?: string | null;
}

/** An order made by a reseller. */
export interface ResellerOrder {
  orderCode: OrderCodeValue;
  orderCodeText: string;
  /** RF creditor reference, as it came: `isRfPaymentCode` checks it. */
  rfPaymentCode?: string;
}
