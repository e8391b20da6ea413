import type { CardType, TransactionStatus, TransactionType } from '../coded-values.generated.js';
import { IsISO8601, IsOptional, IsString, Matches } from 'class-validator';
import type { LegacyEnvelope } from '../legacy-envelope.js';
import type { OrderCodeInput, OrderCodeValue } from '../order-code.js';
import { Rule } from '../../core/options/validators.js';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Filters of `transactions.getLegacyTransactions`. At least one is required; several narrow the list. */
export class LegacyTransactionsQuery {
  /** Day of the transactions, `yyyy-MM-dd`. */
  @IsOptional()
  @Matches(DAY, { message: 'date must be a day, yyyy-MM-dd' })
  @IsISO8601({ strict: true })
  date?: string;
  /** Clearance day of the transactions, `yyyy-MM-dd`. */
  @IsOptional()
  @Matches(DAY, { message: 'clearanceDate must be a day, yyyy-MM-dd' })
  @IsISO8601({ strict: true })
  clearanceDate?: string;
  /** Lists all attempts to pay one order, and their refunds, captures and voids. */
  @Rule<LegacyTransactionsQuery>(
    'oneFilter',
    ({ date, clearanceDate, orderCode, sourceCode }) =>
      [date, clearanceDate, orderCode, sourceCode].some((filter) => filter != null),
    'or one of date, clearanceDate, sourceCode is required',
  )
  orderCode?: OrderCodeInput;
  /** Payment source. The service documents it together with `date`. */
  @IsOptional() @IsString() sourceCode?: string;
}

/** Order of a legacy transaction. */
export interface LegacyTransactionOrder {
  OrderCode: OrderCodeValue;
  OrderCodeText: string;
  ChannelId: string;
  ResellerId: string | null;
  SourceCode: string;
  Tags: string[];
  RequestLang: string;
  ResellerSourceCode: string | null;
}

/** Payer and payment details of a legacy transaction. */
export interface LegacyTransactionPayment {
  Email: string | null;
  Phone: string | null;
  ChannelId: string;
  FullName: string | null;
  Installments: number;
  /** Whether the payment can be charged again. */
  RecurringSupport: boolean;
}

/** Card of a legacy transaction. */
export interface LegacyTransactionCard {
  /** 40 hexadecimal characters that identify the card. This is not a card token. */
  Token: string | null;
  /** Masked number: six digits, XXXXXX, four digits. */
  Number: string | null;
  CountryCode: string | null;
  IssuingBank: string | null;
  CardHolderName: string | null;
  /** Last day of the month, without a UTC offset. */
  ExpirationDate: string | null;
  CardType: { Name: string; CardTypeId: CardType };
}

/** Transaction in the older read's format. Amounts are in MAJOR units. Money returned to the customer is negative. */
export interface LegacyTransaction {
  TransactionId: string;
  /** ID of the parent: the payment of a refund or void, or the pre-authorization of a capture. */
  ParentId: string | null;
  StatusId: TransactionStatus;
  /** Amount in MAJOR units. See `toMinorUnits`. */
  Amount: number;
  /** ISO 4217 numeric code as a string. */
  CurrencyCode: string;
  /** Amount in MAJOR units of `OriginalCurrencyCode`. */
  OriginalAmount: number;
  OriginalCurrencyCode: string;
  ConversionRate: number;
  /** MAJOR units. */
  TipAmount: number;
  /** MAJOR units. */
  Fee: number;
  /** MAJOR units. */
  Commission: number;
  /** MAJOR units. */
  RedeemedAmount: number;
  /** Time with a UTC offset. */
  InsDate: string;
  /** Time with a UTC offset. Null until the transaction has cleared. */
  ClearanceDate: string | null;
  /** Null if no card was used (inferred). */
  BankId: string | null;
  SourceCode: string;
  ResellerId: string | null;
  ResellerSourceCode: string | null;
  MerchantId: string;
  ChannelId: string;
  CreatedBy: string | null;
  TargetPersonId: string | null;
  MerchantTrns: string | null;
  CustomerTrns: string | null;
  Switching: boolean;
  IsManualRefund: boolean;
  AcquirerApproved: boolean;
  /** Null if no card was used (inferred). */
  PanEntryMode: string | null;
  SourceTerminalId: number;
  AuthorizationId: string | null;
  /** Twelve digits. */
  RetrievalReferenceNumber: string | null;
  TotalInstallments: number;
  CurrentInstallment: number;
  Order: LegacyTransactionOrder;
  Payment: LegacyTransactionPayment;
  TransactionType: { Name: string; TransactionTypeId: TransactionType };
  CreditCard: LegacyTransactionCard;
}

/**
 * Result of `transactions.getLegacyTransactions`. The list is empty for an order without an attempt to pay, and was empty for
 * paid orders.
 */
export interface LegacyTransactions extends LegacyEnvelope {
  Transactions: LegacyTransaction[];
}
