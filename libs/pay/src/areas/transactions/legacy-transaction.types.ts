import type { CardType } from '../card-values.js';
import { IsISO8601, IsOptional, IsString, Matches } from 'class-validator';
import type { LegacyEnvelope } from '../legacy-envelope.js';
import type { OrderCodeInput, OrderCodeValue } from '../../core/values/order-code.js';
import { Rule } from '../../core/options/validators.js';
import type { TransactionStatus, TransactionType } from './transactions.enums.js';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Which transactions `transactions.getLegacyTransactions` lists: at least one of them, together they narrow the list. */
export class LegacyTransactionsQuery {
  /** Day on which the transactions were made, yyyy-MM-dd. */
  @IsOptional()
  @Matches(DAY, { message: 'date must be a day, yyyy-MM-dd' })
  @IsISO8601({ strict: true })
  date?: string;
  /** Day on which they cleared, yyyy-MM-dd. */
  @IsOptional()
  @Matches(DAY, { message: 'clearanceDate must be a day, yyyy-MM-dd' })
  @IsISO8601({ strict: true })
  clearanceDate?: string;
  /** All attempts on one order, and what was made of them. */
  @Rule<LegacyTransactionsQuery>(
    'oneFilter',
    ({ date, clearanceDate, orderCode, sourceCode }) =>
      [date, clearanceDate, orderCode, sourceCode].some((filter) => filter != null),
    'or one of date, clearanceDate, sourceCode must be given',
  )
  orderCode?: OrderCodeInput;
  /** One source; documented together with `date`. */
  @IsOptional() @IsString() sourceCode?: string;
}

/** The order of a legacy transaction. */
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

/** Who paid, and how, in a legacy transaction. */
export interface LegacyTransactionPayment {
  Email: string | null;
  Phone: string | null;
  ChannelId: string;
  FullName: string | null;
  Installments: number;
  /** Whether it may be charged again. */
  RecurringSupport: boolean;
}

/** The card of a legacy transaction. */
export interface LegacyTransactionCard {
  /** 40 hexadecimal characters, the same for the same card; not a card token. */
  Token: string | null;
  /** Masked: six digits, XXXXXX, four digits. */
  Number: string | null;
  CountryCode: string | null;
  IssuingBank: string | null;
  CardHolderName: string | null;
  /** Last day of the month, without offset. */
  ExpirationDate: string | null;
  CardType: { Name: string; CardTypeId: CardType };
}

/** A transaction as the older read gives it. Amounts are in MAJOR units; what went back to the customer is negative. */
export interface LegacyTransaction {
  TransactionId: string;
  /** The transaction it derives from: the payment of a refund or void, the pre-authorisation of a capture. */
  ParentId: string | null;
  StatusId: TransactionStatus;
  /** MAJOR units. See `toMinorUnits`. */
  Amount: number;
  /** ISO 4217 numeric, as text. */
  CurrencyCode: string;
  /** MAJOR units of `OriginalCurrencyCode`. */
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
  /** With offset. */
  InsDate: string;
  /** With offset; null until it has cleared. */
  ClearanceDate: string | null;
  /** Null where no card paid (inferred). */
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
  /** Null where no card paid (inferred). */
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

/** What `transactions.getLegacyTransactions` answers; an order that nobody tried to pay has an empty list. */
export interface LegacyTransactions extends LegacyEnvelope {
  Transactions: LegacyTransaction[];
}
