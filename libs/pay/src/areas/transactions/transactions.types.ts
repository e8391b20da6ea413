import type { CardType, DigitalWallet, ThreeDSecureStatus } from '../card-values.js';
import { Allow, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { LegacyEnvelope } from '../legacy-envelope.js';
import type { OrderCodeValue } from '../../core/values/order-code.js';
import { IsMinorUnits, IsNumericCurrency } from '../../core/options/validators.js';
import type { TransactionStatus, TransactionType } from './transactions.enums.js';

/** A transaction as the service keeps it. Amounts are in MAJOR units. The body does not repeat the transaction id. */
export interface Transaction {
  /** MAJOR units: 30 is thirty euro. See `toMinorUnits`. */
  amount: number;
  orderCode: OrderCodeValue;
  orderCodeText: string;
  statusId: TransactionStatus;
  /** Creation time with offset; one to seven fraction digits. */
  insDate: string;
  /** ISO 4217 numeric, as text. */
  currencyCode: string;
  transactionTypeId: TransactionType;
  email?: string | null;
  bankId?: string | null;
  conversionRate?: number;
  /** MAJOR units of `originalCurrencyCode`. */
  originalAmount?: number;
  originalCurrencyCode?: string;
  sourceCode?: string;
  switching?: boolean;
  fullName?: string | null;
  /** Masked: six digits, XXXXXX, four digits. */
  cardNumber?: string | null;
  customerTrns?: string | null;
  merchantTrns?: string | null;
  /** Whether it may be charged again. */
  recurringSupport?: boolean;
  totalInstallments?: number;
  currentInstallment?: number;
  cardCountryCode?: string | null;
  /** The same for the same card. */
  cardUniqueReference?: string | null;
  cardIssuingBank?: string | null;
  cardTypeId?: CardType | null;
  /** Last day of the month, without offset. */
  cardExpirationDate?: string | null;
  digitalWalletId?: DigitalWallet | null;
}

/** Options of `transactions.createTransaction`. */
export class CreateTransactionOptions {
  /** The initial transaction: a pre-authorisation to capture, or a payment made with `allowRecurring`. */
  @Allow() id: string;
  /** Minor units. Capture: at most what was authorised; recurring: any amount. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** 1 to 36; Greece only. */
  @IsOptional() @IsInt() @Min(1) @Max(36) installments?: number;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** @default 'Default' */
  @IsOptional() @IsString() sourceCode?: string;
  /** Tip contained in `amount`, minor units. */
  @IsOptional() @IsMinorUnits() tipAmount?: number;
  /** ISO 4217 numeric. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/** Options of `transactions.cancelTransaction`. */
export class CancelTransactionOptions {
  /** Amount to give back, minor units; at most what is left of the payment. Always said: leaving it out would refund everything. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Source that the refund is booked on; case-sensitive. */
  @IsOptional() @IsString() sourceCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  /** ISO 4217 numeric. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/** What charging again, capturing, refunding and voiding answer: the NEW transaction, not the one that was named. */
export interface TransactionAnswer extends LegacyEnvelope {
  /** Id of the new transaction. Keep it beside the original's. */
  TransactionId: string;
  /** MAJOR units; a refund's may be negative. */
  Amount: number | null;
  StatusId: TransactionStatus;
  TransactionTypeId?: TransactionType;
  /** ISO 4217 numeric, as text. */
  CurrencyCode: string | null;
  ReferenceNumber: number | null;
  AuthorizationId: string | null;
  /** Twelve digits. */
  RetrievalReferenceNumber: string | null;
  ThreeDSecureStatusId: ThreeDSecureStatus | null;
  Emv: string | null;
  RedirectUrl?: string | null;
  Loyalty?: string | null;
}
