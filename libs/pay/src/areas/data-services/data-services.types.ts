import {
  Allow,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Min,
} from 'class-validator';
import type { OrderCodeInput, OrderCodeValue } from '../../core/values/order-code.js';
import { IsOrderCode } from '../order-code-option.js';
import type { TransactionStatus, TransactionType } from '../transactions/transactions.enums.js';
import { SortOrder } from './data-services.enums.js';
import type { AccountTransactionSubType, AccountTransactionType } from './data-services.enums.js';
import { IsDay, IsDayOrMoment } from './service-dates.js';

/** Which page of a search. */
export class SearchPage {
  /** @default 1 */
  @IsOptional() @IsInt() @Min(1) Page?: number;
  /** Rows of a page. Seen at most: 100 for transactions, 500 for account transactions. */
  @IsOptional() @IsInt() @Min(1) PageSize?: number;
  @IsOptional() @IsIn(Object.values(SortOrder)) OrderBy?: SortOrder;
}

/** Options of `dataServices.searchTransactions`: filters, all optional. Mind the two that begin in lower case. */
export class SearchTransactionsOptions {
  @IsOptional() @IsDayOrMoment() insDateFrom?: string;
  @IsOptional() @IsDayOrMoment('insDateFrom') insDateTo?: string;
  @IsOptional() @IsDayOrMoment() ClearanceDateFrom?: string;
  @IsOptional() @IsDayOrMoment('ClearanceDateFrom') ClearanceDateTo?: string;
  @IsOptional() @IsArray() @IsInt({ each: true }) TransactionTypeIds?: TransactionType[];
  @IsOptional() @IsArray() @IsString({ each: true }) StatusIds?: TransactionStatus[];
  @IsOptional() @IsArray() @IsUUID('loose', { each: true }) TransactionIds?: string[];
  @IsOptional() @IsString() SourceTerminalId?: string;
  @IsOptional() @IsOrderCode() OrderCode?: OrderCodeInput;
  @IsOptional() @IsString() ResellerSourceCode?: string;
  /** MAJOR units (inferred from the rows). */
  @IsOptional() @IsNumber() AmountFrom?: number;
  /** MAJOR units (inferred from the rows). */
  @IsOptional() @IsNumber() AmountTo?: number;
  /** ISO 4217 numeric, as text. */
  @IsOptional()
  @Matches(/^\d{3}$/, { message: "$property must be an ISO 4217 numeric code as text, such as '978'" })
  CurrencyCode?: string;
  /** Whether a part of the reference is enough is not documented. */
  @IsOptional() @IsString() MerchantTrns?: string;
}

/** Options of `dataServices.searchAccountTransactions`. */
export class SearchAccountTransactionsOptions {
  @IsDayOrMoment() DateFrom: string;
  @IsDayOrMoment('DateFrom') DateTo: string;
  /** One wallet. @default all */
  @Allow() WalletId?: number | string | bigint;
  @IsOptional() @IsArray() @IsInt({ each: true }) SubTypeIds?: AccountTransactionSubType[];
  /** MAJOR units, signed. */
  @IsOptional() @IsNumber() AmountFrom?: number;
  /** MAJOR units, signed. */
  @IsOptional() @IsNumber() AmountTo?: number;
}

/** Options of `dataServices.retrieveMt940Data`. */
export class RetrieveMt940DataOptions {
  /** A past day, YYYY-MM-DD. */
  @IsDay() ReportDate: string;
}

/** Options of `dataServices.requestSaleTransactionsExport`. */
export class SaleTransactionsExportOptions {
  /** Day of the records, YYYY-MM-DD. */
  @IsDay() Date: string;
  /** Your own id of the request: a repeat with the same makes no second file. @default made by the service */
  @IsOptional() @IsUUID('loose') Id?: string;
  /** @default 'csv', the only one there is */
  @IsOptional() @IsIn(['csv']) FileType?: 'csv';
}

/** One page of a search. No rows: there are no more. */
export interface SearchResultPage<Row> {
  currentPage?: number;
  pageSize?: number;
  /** @deprecated by the service: read on until a page has no rows. */
  totalPages?: number;
  links?: { next?: string | null };
  data: Row[];
}

/** A sale transaction in a search. Amounts are in MAJOR units. Email, phone and name are personal data. */
export interface SaleTransactionRow {
  transactionId: string;
  transactionTypeId: TransactionType;
  merchantId: string;
  orderCode: OrderCodeValue;
  orderCodeText: string;
  email?: string | null;
  phone?: string | null;
  fullName?: string | null;
  merchantTrns?: string | null;
  customerTrns?: string | null;
  insDate: string;
  statusId: TransactionStatus;
  /** MAJOR units. */
  amount: number;
  /** MAJOR units; deducted at clearance. */
  totalCommission?: number;
}

/** A movement of a wallet. Amounts are in MAJOR units. Its id is stable: overlapping searches can be told apart by it. */
export interface AccountTransactionRow {
  accountTransactionId: string;
  created: string;
  valueDate?: string | null;
  personId?: string;
  /** Exact text where it is beyond 2^53 − 1. */
  walletId: number | string;
  typeId: AccountTransactionType;
  subTypeId: AccountTransactionSubType;
  /** Signed, MAJOR units. */
  amount: number;
  /** ISO 4217 numeric, as a number. */
  currencyCode: number;
  /** Total of the wallet afterwards, MAJOR units. */
  targetAmount?: number;
  /** Available in the wallet afterwards, MAJOR units. */
  targetAvailable?: number;
  /** A hold, no movement of the ledger. */
  isAuthorization?: boolean;
  counterPart?: string | null;
  userDescription?: string | null;
  tag?: string | null;
  reference?: string | null;
}

/** The export that was asked for. */
export interface SaleTransactionsExport {
  /** Also the `Viva-Delivery-Id` header of the delivery that brings the link. */
  requestId: string;
}
