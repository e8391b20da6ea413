import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  IsCountryCode,
  IsMinorUnits,
  IsNested,
  IsNestedList,
  IsNumericCurrency,
  IsWebAddress,
  Rule,
} from '../../core/options/validators.js';
import { KlarnaOrderOptions } from './klarna.types.js';
import type { PaymentMethod, RequestLanguage } from '../coded-values.generated.js';

/** Smallest amount of an order, in minor units. */
const MIN_ORDER_AMOUNT = 30;
const FIVE_DAYS_IN_SECONDS = 432_000;

/** Value of `paymentTimeout` for an order that never expires. */
export const PAYMENT_TIMEOUT_NEVER = 65535;

const IsLanguageTag = () =>
  Matches(/^[a-z]{2}-[A-Z]{2}$/, { message: '$property must be a language tag such as en-GB' });

/** Customer who pays. The checkout page asks for missing fields. */
export class OrderCustomer {
  /** Email address for the receipt and the payment notification, 1 to 50 characters. */
  @IsOptional() @IsString() @Length(1, 50) email?: string;
  /** 1 to 100 characters. */
  @IsOptional() @IsString() @Length(1, 100) fullName?: string;
  /** 1 to 30 characters. */
  @IsOptional() @IsString() @Length(1, 30) phone?: string;
  /** ISO 3166-1 alpha-2 country code. Influences which payment methods the page offers. */
  @IsOptional() @IsCountryCode() countryCode?: string;
  /** Language of the checkout page and of emails. @default the payment source's language */
  @IsOptional() @IsLanguageTag() requestLang?: RequestLanguage;
}

/** Fee added for one payment method. */
export class PaymentMethodFee {
  /** Number of the {@link PaymentMethod}, as a string. */
  @Matches(/^\d+$/, { message: 'paymentMethodId must be the number of a payment method, as text' })
  paymentMethodId: string;
  /** Fee in minor units. */
  @IsMinorUnits() fee: number;
}

/** Loan of the National Bank of Greece, offered as a way to pay an order. */
export class NbgLoanOrderOptions {
  @IsOptional() @IsString() Code?: string;
  @IsOptional() @IsInt() ReceiptType?: number;
}

/** Options of both kinds of order. */
abstract class OrderOptions {
  /**
   * Amount in minor units of the order's currency, at least 30.
   * With `isCardVerification`, it must be 0. With `disableExactAmount`, it is still required.
   */
  @IsMinorUnits()
  @Rule<OrderOptions>(
    'orderAmount',
    ({ amount, isCardVerification }) =>
      isCardVerification === true ? amount === 0 : !(amount < MIN_ORDER_AMOUNT),
    `must be at least ${MIN_ORDER_AMOUNT} minor units, or exactly 0 with isCardVerification`,
  )
  amount: number;
  /** Text shown to the customer, 1 to 2048 characters. */
  @IsOptional() @IsString() @Length(1, 2048) customerTrns?: string;
  /** Your own reference, 1 to 2048 characters. */
  @IsOptional() @IsString() @Length(1, 2048) merchantTrns?: string;
  /** Payment source, case-sensitive. It determines the success and failure URLs. @default 'Default' */
  @IsOptional() @IsString() sourceCode?: string;
  /**
   * Allows later charges on the resulting transaction. Not allowed with a pre-authorization or installments.
   * @default false
   */
  @IsOptional() @IsBoolean() allowRecurring?: boolean;
  /** Largest number of installments, 1 to 36, or 0 for none. Greek merchants only. @default 0 */
  @IsOptional() @IsInt() @Min(0) @Max(36) maxInstallments?: number;
  /** Tip included in `amount`, in minor units. Not allowed for a pre-authorization: set the tip at capture. */
  @IsOptional()
  @IsMinorUnits()
  @Rule<OrderOptions & { preauth?: boolean; isPreAuth?: boolean }>(
    'noTipWithPreauth',
    ({ tipAmount, preauth, isPreAuth }) => (preauth !== true && isPreAuth !== true) || (tipAmount ?? 0) === 0,
    'cannot be set for a pre-authorization: the service accepts the order, but fails every payment; set the tip at capture',
  )
  tipAmount?: number | null;
  /** Lets the customer enter the amount. @default false */
  @IsOptional() @IsBoolean() disableExactAmount?: boolean;
  /** Hides cash and e-banking (Greece). @default false */
  @IsOptional() @IsBoolean() disableCash?: boolean;
  /** Hides the service's own wallet (Greece, Malta, Cyprus). @default false */
  @IsOptional() @IsBoolean() disableWallet?: boolean;
  /** Verifies the card without charging it. `amount` must be 0. @default false */
  @IsOptional() @IsBoolean() isCardVerification?: boolean;
  /** Labels that you can search by. */
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
}

/**
 * Options of `payments.createOrder`.
 * @see https://developer.viva.com/tutorials/payments/create-a-payment-order/
 */
export class CreateOrderOptions extends OrderOptions {
  @IsOptional() @IsNested(() => OrderCustomer) customer?: OrderCustomer;
  /** Authorizes only; you capture later. Not allowed with `allowRecurring` or installments. @default false */
  @Rule<CreateOrderOptions>(
    'exclusiveKind',
    ({ preauth, allowRecurring, maxInstallments }) =>
      [preauth === true, allowRecurring === true, (maxInstallments ?? 0) > 0].filter(Boolean).length <= 1,
    'cannot be combined with allowRecurring or maxInstallments, nor these with each other',
  )
  @Rule<CreateOrderOptions>(
    'isBoolean',
    ({ preauth }) => preauth == null || typeof preauth === 'boolean',
    'must be a boolean value',
  )
  preauth?: boolean;
  /** Requires exactly `maxInstallments` installments. @default false */
  @IsOptional() @IsBoolean() forceMaxInstallments?: boolean;
  /** Seconds until the order expires, up to 432000 (5 days). 65535 means never. @default 1800 */
  @IsOptional() @IsInt() @Min(1) @Max(FIVE_DAYS_IN_SECONDS) paymentTimeout?: number;
  /** ISO 4217 numeric code, for example `'978'`. @default the merchant's currency */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
  /** Text on the bank statement after the trade name, at most 13 characters. */
  @IsOptional() @IsString() @MaxLength(13) dynamicDescriptor?: string;
  /** Sends the customer an email that asks for payment. @default false */
  @IsOptional() @IsBoolean() paymentNotification?: boolean;
  /** Disables the surcharge. Not documented by the service. */
  @IsOptional() @IsBoolean() disableSurcharge?: boolean;
  /** Order state that sends the customer to `urlFail`. Only 1 (expired) is allowed. */
  @IsOptional() @IsIn([1]) stateId?: 1;
  /** URL that the customer is sent to when the order has expired. Requires `stateId`. */
  @IsOptional() @IsWebAddress() urlFail?: string;
  /** Tokens of saved cards to offer, at most 10. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(10)
  @Matches(/^ct_/, { each: true, message: 'each of cardTokens must be a card token (ct_…)' })
  cardTokens?: string[];
  /** Restricts the payment methods that the page offers. Not documented by the service. */
  @IsOptional() @IsArray() @IsInt({ each: true }) paymentMethods?: PaymentMethod[];
  /** Fees added for individual payment methods. */
  @IsOptional() @IsNestedList(() => PaymentMethodFee) paymentMethodFees?: PaymentMethodFee[];
  /** JSON metadata in Base64. Not documented by the service. */
  @IsOptional() @IsString() saleToAcquirerData?: string;
  /** Loan data, for Greek bank loans only. */
  @IsOptional() @IsNested(() => NbgLoanOrderOptions) nbgLoanOrderOptions?: NbgLoanOrderOptions;
  /** Klarna data. Required when the order offers Klarna. */
  @IsOptional() @IsNested(() => KlarnaOrderOptions) klarnaOrderOptions?: KlarnaOrderOptions;
}

/** Options of `payments.updateOrder`. Send only the fields that change. */
export class UpdateOrderOptions {
  /** New amount in minor units, greater than 0. */
  @IsOptional() @IsMinorUnits({ min: 1 }) amount?: number;
  /** If true, the order can be paid more than once and does not become paid. */
  @IsOptional() @IsBoolean() disablePaidState?: boolean;
  /** New expiry in ISO 8601. */
  @IsOptional() @IsISO8601() expirationDate?: string;
  /** Cancels the order if true, restores it if false. */
  @IsOptional() @IsBoolean() isCanceled?: boolean;
}
/** Options of the deprecated `payments.createLegacyOrder`. The customer's fields are at the top level. */
export class CreateLegacyOrderOptions extends OrderOptions {
  /** 1 to 50 characters. */
  @IsOptional() @IsString() @Length(1, 50) email?: string;
  /** 1 to 100 characters. */
  @IsOptional() @IsString() @Length(1, 100) fullName?: string;
  @IsOptional() @IsString() phone?: string;
  @IsOptional() @IsLanguageTag() requestLang?: string;
  /** Authorizes only, like `preauth` in `createOrder`. @default false */
  @IsOptional() @IsBoolean() isPreAuth?: boolean;
  /** Seconds until the order expires. @default 1800 */
  @IsOptional() @IsInt() @Min(1) paymentTimeOut?: number;
  /** Expiry as an ISO 8601 time, instead of a timeout. */
  @IsOptional() @IsISO8601() expirationDate?: string;
  @IsOptional() @IsInt() serviceId?: number;
}
