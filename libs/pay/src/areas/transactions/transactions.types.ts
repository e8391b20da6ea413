import type {
  CardType,
  DigitalWallet,
  ThreeDSecureStatus,
  TransactionStatus,
  TransactionType,
} from '../coded-values.generated.js';
import { Allow, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { LegacyEnvelope } from '../legacy-envelope.js';
import type { OrderCodeValue } from '../order-code.js';
import { IsMinorUnits, IsNumericCurrency } from '../../core/options/validators.js';

/** Stored transaction. Amounts are in MAJOR units. The body does not repeat the transaction ID. */
export interface Transaction {
  /** Amount in MAJOR units: 30 is thirty euros. See `toMinorUnits`. */
  amount: number;
  orderCode: OrderCodeValue;
  orderCodeText: string;
  statusId: TransactionStatus;
  /** Creation time with a UTC offset and one to seven fraction digits. */
  insDate: string;
  /** ISO 4217 numeric code as a string. */
  currencyCode: string;
  transactionTypeId: TransactionType;
  email?: string | null;
  bankId?: string | null;
  conversionRate?: number;
  /** Amount in MAJOR units of `originalCurrencyCode`. */
  originalAmount?: number;
  originalCurrencyCode?: string;
  sourceCode?: string;
  switching?: boolean;
  fullName?: string | null;
  /** Masked number: six digits, XXXXXX, four digits. */
  cardNumber?: string | null;
  customerTrns?: string | null;
  merchantTrns?: string | null;
  /** Whether the payment can be charged again. */
  recurringSupport?: boolean;
  totalInstallments?: number;
  currentInstallment?: number;
  cardCountryCode?: string | null;
  /** Reference that is the same for all payments with the same card. */
  cardUniqueReference?: string | null;
  cardIssuingBank?: string | null;
  cardTypeId?: CardType | null;
  /** Last day of the month, without a UTC offset. */
  cardExpirationDate?: string | null;
  digitalWalletId?: DigitalWallet | null;
}

/** Options of `transactions.createTransaction`. */
export class CreateTransactionOptions {
  /** ID of the initial transaction: a pre-authorization to capture, or a payment made with `allowRecurring`. */
  @Allow() id: string;
  /** Amount in minor units. A capture is at most the authorized amount. A recurring charge can be any amount, but the service was seen to reject 9. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Number of installments, 1 to 36. Greece only. */
  @IsOptional() @IsInt() @Min(1) @Max(36) installments?: number;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** @default 'Default' */
  @IsOptional() @IsString() sourceCode?: string;
  /** Tip included in `amount`, in minor units. */
  @IsOptional() @IsMinorUnits() tipAmount?: number;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/** Options of `transactions.cancelTransaction`. */
export class CancelTransactionOptions {
  /**
   * Amount to refund in minor units, at most what is left of the payment. Required, to prevent accidental full
   * refunds.
   */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Payment source that the refund is booked on, case-sensitive. */
  @IsOptional() @IsString() sourceCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/** Result of charging again, capturing, refunding and voiding: the NEW transaction, not the initial one. */
export interface TransactionResponse extends LegacyEnvelope {
  /** ID of the new transaction. Store it beside the original's. */
  TransactionId: string;
  /** Amount in MAJOR units. A refund's amount can be negative. */
  Amount: number | null;
  StatusId: TransactionStatus;
  TransactionTypeId?: TransactionType;
  /** ISO 4217 numeric code as a string. */
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
