import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { LegacyEnvelope } from '../legacy-envelope.js';
import type { OrderCodeValue } from '../../core/values/order-code.js';
import { IsMinorUnits, IsNumericCurrency, IsWebAddress, Rule } from '../../core/options/validators.js';
import { KlarnaOrderOptions } from './klarna.types.js';
import type { OrderState, PaymentMethod } from './payments.enums.js';
import type { RequestLanguage } from './request-language.js';

/** The smallest amount of an order, minor units. */
const MIN_ORDER_AMOUNT = 30;
const FIVE_DAYS_IN_SECONDS = 432_000;

/** Who pays; what is missing is asked on the checkout page. */
export class OrderCustomer {
  /** Receipt and payment notification go here; 1 to 50 characters. */
  @IsOptional() @IsString() @Length(1, 50) email?: string;
  /** 1 to 100 characters. */
  @IsOptional() @IsString() @Length(1, 100) fullName?: string;
  /** 1 to 30 characters. */
  @IsOptional() @IsString() @Length(1, 30) phone?: string;
  /** ISO 3166-1 alpha-2; steers which payment methods are offered. */
  @IsOptional()
  @Matches(/^[A-Za-z]{2}$/, { message: 'countryCode must be an ISO 3166-1 alpha-2 code, such as GB' })
  countryCode?: string;
  /** Language of the page and of the mails. @default the source's */
  @IsOptional()
  @Matches(/^[a-z]{2}-[A-Z]{2}$/, { message: 'requestLang must be a language tag such as en-GB' })
  requestLang?: RequestLanguage;
}

/** A fee added for one payment method. */
export class PaymentMethodFee {
  /** {@link PaymentMethod}, as text. */
  @Matches(/^\d+$/, { message: 'paymentMethodId must be the number of a payment method, as text' })
  paymentMethodId: string;
  /** Minor units. */
  @IsMinorUnits() fee: number;
}

/** A loan of the National Bank of Greece, offered as a way to pay an order. */
export class NbgLoanOrderOptions {
  @IsOptional() @IsString() Code?: string;
  @IsOptional() @IsInt() ReceiptType?: number;
}

/** What both kinds of order share. */
abstract class OrderOptions {
  /**
   * Amount in minor units of the order's currency, at least 30.
   * With `isCardVerification` it must be 0; with `disableExactAmount` it is still required.
   */
  @IsMinorUnits()
  @Rule<OrderOptions>(
    'orderAmount',
    ({ amount, isCardVerification }) =>
      isCardVerification === true ? amount === 0 : !(amount < MIN_ORDER_AMOUNT),
    `must be at least ${MIN_ORDER_AMOUNT} minor units, or exactly 0 with isCardVerification`,
  )
  amount: number;
  /** Text shown to the customer; 1 to 2048 characters. */
  @IsOptional() @IsString() @Length(1, 2048) customerTrns?: string;
  /** The merchant's own reference; 1 to 2048 characters. */
  @IsOptional() @IsString() @Length(1, 2048) merchantTrns?: string;
  /** Payment source; case-sensitive; decides the success and failure addresses. @default 'Default' */
  @IsOptional() @IsString() sourceCode?: string;
  /** Let the resulting transaction be charged again later. Not with a pre-authorisation or installments. @default false */
  @IsOptional() @IsBoolean() allowRecurring?: boolean;
  /** Upper bound of installments, 1 to 36; 0 is none. Greek merchants only. @default 0 */
  @IsOptional() @IsInt() @Min(0) @Max(36) maxInstallments?: number;
  /** Tip already contained in `amount`, minor units. With a pre-authorisation set it at capture instead. */
  @IsOptional() @IsMinorUnits() tipAmount?: number | null;
  /** The customer types the amount. @default false */
  @IsOptional() @IsBoolean() disableExactAmount?: boolean;
  /** Hide cash and e-banking (Greece). @default false */
  @IsOptional() @IsBoolean() disableCash?: boolean;
  /** Hide the service's own wallet (Greece, Malta, Cyprus). @default false */
  @IsOptional() @IsBoolean() disableWallet?: boolean;
  /** Verify the card without charging; `amount` must be 0. @default false */
  @IsOptional() @IsBoolean() isCardVerification?: boolean;
  /** Labels for search. */
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
}

/**
 * Options of `payments.createOrder`.
 * @see https://developer.viva.com/tutorials/payments/create-a-payment-order/
 */
export class CreateOrderOptions extends OrderOptions {
  @IsOptional() @IsObject() @ValidateNested() @Type(() => OrderCustomer) customer?: OrderCustomer;
  /** Authorise only, capture later. Not with `allowRecurring` or installments. @default false */
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
  /** The customer must take exactly `maxInstallments`. @default false */
  @IsOptional() @IsBoolean() forceMaxInstallments?: boolean;
  /** Seconds until the order expires, up to 432000 (5 days); 65535 means never. @default 1800 */
  @IsOptional() @IsInt() @Min(1) @Max(FIVE_DAYS_IN_SECONDS) paymentTimeout?: number;
  /** ISO 4217 numeric, such as `'978'`. @default the merchant's currency */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
  /** Text on the bank statement after the trade name; at most 13 characters. */
  @IsOptional() @IsString() @MaxLength(13) dynamicDescriptor?: string;
  /** The service mails the customer a request to pay. @default false */
  @IsOptional() @IsBoolean() paymentNotification?: boolean;
  /** Do not add a surcharge. Seen in a public SDK only. */
  @IsOptional() @IsBoolean() disableSurcharge?: boolean;
  /** With `urlFail`: the order state that sends the customer there. Only 1 (expired). */
  @IsOptional() @IsIn([1]) stateId?: 1;
  /** With `stateId`: where the customer is sent when the order has expired. */
  @IsOptional() @IsWebAddress() urlFail?: string;
  /** Saved cards to offer, at most 10. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(10)
  @Matches(/^ct_/, { each: true, message: 'each of cardTokens must be a card token (ct_…)' })
  cardTokens?: string[];
  /** Restrict the payment methods offered. Seen in a public SDK only. */
  @IsOptional() @IsArray() @IsInt({ each: true }) paymentMethods?: PaymentMethod[];
  /** Fees added for some payment methods. */
  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => PaymentMethodFee)
  paymentMethodFees?: PaymentMethodFee[];
  /** JSON metadata, base64. Seen in a public SDK only. */
  @IsOptional() @IsString() saleToAcquirerData?: string;
  /** Greek bank loans only. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => NbgLoanOrderOptions)
  nbgLoanOrderOptions?: NbgLoanOrderOptions;
  /** Needed when Klarna is offered. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => KlarnaOrderOptions)
  klarnaOrderOptions?: KlarnaOrderOptions;
}

/** What `payments.createOrder` answers. */
export interface CreateOrderResult {
  /** A number while it is exact, else its digits as text. */
  orderCode: OrderCodeValue;
  /** Always the exact digits. */
  orderCodeText: string;
}

/** An order as the service keeps it. Amounts are in MAJOR units and carry no currency. */
export interface Order {
  OrderCode: OrderCodeValue;
  OrderCodeText: string;
  SourceCode: string;
  Tags: string[];
  /** MAJOR units. */
  TipAmount: number;
  RequestLang: string;
  /** Empty when there is none. */
  MerchantTrns: string;
  /** Empty when there is none. */
  CustomerTrns: string;
  MaxInstallments: number;
  /** Amount asked, MAJOR units, without fees. See `toMinorUnits`. */
  RequestAmount: number;
  /** Without offset; its time zone is not documented. */
  ExpirationDate: string;
  StateId: OrderState;
}

/** Options of `payments.updateOrder`: send only what changes. */
export class UpdateOrderOptions {
  /** New amount, minor units; not 0. */
  @IsOptional() @IsMinorUnits({ min: 1 }) amount?: number;
  /** True: the order may be paid more than once and does not become paid. */
  @IsOptional() @IsBoolean() disablePaidState?: boolean;
  /** New expiry, ISO 8601. */
  @IsOptional() @IsISO8601() expirationDate?: string;
  /** True cancels the order, false lifts the cancellation. */
  @IsOptional() @IsBoolean() isCanceled?: boolean;
}

/** What cancelling and legacy creation answer. */
export interface LegacyOrderAnswer extends LegacyEnvelope {
  OrderCode: OrderCodeValue;
  OrderCodeText: string;
}

/** Options of the deprecated `payments.createLegacyOrder`: the customer's fields stand at the top level. */
export class CreateLegacyOrderOptions extends OrderOptions {
  /** 1 to 50 characters. */
  @IsOptional() @IsString() @Length(1, 50) email?: string;
  /** 1 to 100 characters. */
  @IsOptional() @IsString() @Length(1, 100) fullName?: string;
  @IsOptional() @IsString() phone?: string;
  @IsOptional()
  @Matches(/^[a-z]{2}-[A-Z]{2}$/, { message: 'requestLang must be a language tag such as en-GB' })
  requestLang?: string;
  /** Authorise only (`preauth` in `createOrder`). @default false */
  @IsOptional() @IsBoolean() isPreAuth?: boolean;
  /** Seconds to pay. @default 1800 */
  @IsOptional() @IsInt() @Min(1) paymentTimeOut?: number;
  /** Absolute expiry instead of a timeout, ISO 8601. */
  @IsOptional() @IsISO8601() expirationDate?: string;
  @IsOptional() @IsInt() serviceId?: number;
}
