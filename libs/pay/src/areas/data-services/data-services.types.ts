import { Allow, IsArray, IsIn, IsInt, IsNumber, IsOptional, IsString, IsUUID, Min } from 'class-validator';
import type { OrderCodeInput } from '../order-code.js';
import { IsDay, IsDayOrMoment, IsOrderCode } from '../option-validators.js';
import { SortOrder } from '../coded-values.generated.js';
import type {
  AccountTransactionSubType,
  TransactionStatus,
  TransactionType,
} from '../coded-values.generated.js';
import { IsCurrencyText } from '../../core/options/validators.js';

/** Page of a search. */
export class SearchPage {
  /** @default 1 */
  @IsOptional() @IsInt() @Min(1) Page?: number;
  /** Rows per page. The largest pages seen have 100 transactions or 500 account transactions. */
  @IsOptional() @IsInt() @Min(1) PageSize?: number;
  @IsOptional() @IsIn(Object.values(SortOrder)) OrderBy?: SortOrder;
}

/** Options of `dataServices.searchTransactions`. All filters are optional. Two names begin in lower case. */
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
  /** Amount in MAJOR units (inferred from the rows). */
  @IsOptional() @IsNumber() AmountFrom?: number;
  /** Amount in MAJOR units (inferred from the rows). */
  @IsOptional() @IsNumber() AmountTo?: number;
  /** ISO 4217 numeric code as a string. */
  @IsOptional() @IsCurrencyText() CurrencyCode?: string;
  /** Merchant's reference. It is not documented whether a part is enough. */
  @IsOptional() @IsString() MerchantTrns?: string;
}

/** Options of `dataServices.searchAccountTransactions`. */
export class SearchAccountTransactionsOptions {
  @IsDayOrMoment() DateFrom: string;
  @IsDayOrMoment('DateFrom') DateTo: string;
  /** ID of one wallet. @default all wallets */
  @Allow() WalletId?: number | string | bigint;
  @IsOptional() @IsArray() @IsInt({ each: true }) SubTypeIds?: AccountTransactionSubType[];
  /** Signed amount in MAJOR units. */
  @IsOptional() @IsNumber() AmountFrom?: number;
  /** Signed amount in MAJOR units. */
  @IsOptional() @IsNumber() AmountTo?: number;
}

/** Options of `dataServices.searchMerchantExpenses`. */
export class SearchMerchantExpensesOptions {
  /** First day, `YYYY-MM-DD`. */
  @IsDay() DateFrom: string;
  /** Last day, `YYYY-MM-DD`. */
  @IsDay('DateFrom') DateTo: string;
}

/** Page of `dataServices.searchMerchantExpenses`. */
export class MerchantExpensesPage {
  /** Number of the page. The other searches call it `Page`. @default 1 */
  @IsOptional() @IsInt() @Min(1) PageNumber?: number;
  /** Rows per page. The largest pages seen have 100 rows. */
  @IsOptional() @IsInt() @Min(1) PageSize?: number;
  @IsOptional() @IsIn(Object.values(SortOrder)) OrderBy?: SortOrder;
}

/** Options of `dataServices.retrieveMt940Data`. */
export class RetrieveMt940DataOptions {
  /** Past day, `YYYY-MM-DD`. */
  @IsDay() ReportDate: string;
}

/** Options of `dataServices.requestSaleTransactionsExport`. */
export class SaleTransactionsExportOptions {
  /** Day of the records, `YYYY-MM-DD`. */
  @IsDay() Date: string;
  /** Your own ID of the request. A repeat with the same ID creates no second file. @default created by the service */
  @IsOptional() @IsUUID('loose') Id?: string;
  /** Format of the file. Only CSV is available. @default 'csv' */
  @IsOptional() @IsIn(['csv']) FileType?: 'csv';
}

/** Page of a search. A page without rows means that there are no more rows. */
export interface SearchResultPage<Row> {
  currentPage?: number;
  pageSize?: number;
  /** @deprecated Deprecated by the service. Read until a page has no rows. */
  totalPages?: number;
  links?: { next?: string | null };
  data: Row[];
}
