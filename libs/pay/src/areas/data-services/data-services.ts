import { DataServicesMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import { localMeta, notSent } from '../../core/operation/failure.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import * as declared from './data-services.operations.js';
import type { AccountTransactionRow, MerchantExpenseRow, SaleTransactionRow } from '../results.generated.js';
import type * as types from '../options.generated.js';
import type { SearchResultPage } from './data-services.types.js';
import { iteratePages } from './search-pages.js';
import { readNotification } from './sale-transactions-file.js';
import type { SaleTransactionsNotification } from './sale-transactions-file.js';

type Page<Row> = SearchResultPage<Row>;

/** Retrieves reports. Requires Data Services credentials, which the service's sales contact grants. */
export class PayDataServices extends DataServicesMethods {
  /**
   * Searches sale transactions and returns one page. Amounts are in MAJOR units.
   * A page without rows is a success: there are no more rows.
   *
   * @example
   * const page = await pay.dataServices.searchTransactions(
   *   { StatusIds: [TransactionStatus.Error] },
   *   { PageSize: 50, OrderBy: 'Descending' },
   * );
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  searchTransactions(
    options: types.SearchTransactionsOptions = {},
    query: types.SearchPage = {},
    call?: CallOptions,
  ): Promise<MethodReturn<Page<SaleTransactionRow>>> {
    return this.sender.send(declared.SEARCH_TRANSACTIONS, { options, query }, call);
  }

  /**
   * Iterates over all matching sale transactions, page by page, oldest first unless `OrderBy` is set.
   * With newest first, rows can repeat while new ones arrive.
   *
   * @throws PayError with the failure's fields, if a page cannot be read.
   * @example
   * for await (const sale of pay.dataServices.iterateTransactions({ insDateFrom: from, insDateTo: to })) {
   *   sum += toMinorUnits(sale.totalCommission ?? 0, 'EUR'); // from MAJOR units
   * }
   */
  iterateTransactions(
    options: types.SearchTransactionsOptions = {},
    query: types.SearchPage = {},
    call?: CallOptions,
  ): AsyncGenerator<SaleTransactionRow, void, void> {
    return iteratePages((page) => this.searchTransactions(options, page, call), query, 'transactionId');
  }

  /**
   * Searches wallet movements (the ledger) and returns one page. Amounts are in MAJOR units.
   * Exclude type 32 (holds). A page without rows is a success: there are no more rows.
   *
   * @example
   * const page = await pay.dataServices.searchAccountTransactions(
   *   { DateFrom: '2026-01-01', DateTo: '2026-12-31', WalletId: walletId },
   *   { PageSize: 20, OrderBy: 'Descending' },
   * );
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  searchAccountTransactions(
    options: types.SearchAccountTransactionsOptions,
    query: types.SearchPage = {},
    call?: CallOptions,
  ): Promise<MethodReturn<Page<AccountTransactionRow>>> {
    return this.sender.send(declared.SEARCH_ACCOUNT_TRANSACTIONS, { options, query }, call);
  }

  /**
   * Iterates over all matching wallet movements, page by page, oldest first unless `OrderBy` is set.
   *
   * @throws PayError with the failure's fields, if a page cannot be read.
   * @example
   * for await (const row of pay.dataServices.iterateAccountTransactions({ DateFrom: from, DateTo: to })) {
   *   amounts.set(row.accountTransactionId, row.amount); // signed, MAJOR units
   * }
   */
  iterateAccountTransactions(
    options: types.SearchAccountTransactionsOptions,
    query: types.SearchPage = {},
    call?: CallOptions,
  ): AsyncGenerator<AccountTransactionRow, void, void> {
    return iteratePages(
      (page) => this.searchAccountTransactions(options, page, call),
      query,
      'accountTransactionId',
    );
  }

  /**
   * Searches the purchases that were made with the account's own debit cards, and returns one page.
   * A page without rows is a success: there are no more rows. The rows have no amounts: the movement with the ID
   * `walletTransactionId` has it. Purchases in a foreign currency do not appear.
   *
   * The service does not document this operation. It is known from one public client.
   *
   * @example
   * const page = await pay.dataServices.searchMerchantExpenses(
   *   { DateFrom: '2026-01-01', DateTo: '2026-01-31' },
   *   { PageNumber: 1, PageSize: 100 },
   * );
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  searchMerchantExpenses(
    options: types.SearchMerchantExpensesOptions,
    query: types.MerchantExpensesPage = {},
    call?: CallOptions,
  ): Promise<MethodReturn<Page<MerchantExpenseRow>>> {
    return this.sender.send(declared.SEARCH_MERCHANT_EXPENSES, { options, query }, call);
  }

  /**
   * Retrieves the MT940 statement of a day. `data` is null if there is none (HTTP 204).
   * Fails with `nodatas` if the response is not a statement.
   *
   * @example
   * const mt940 = await pay.dataServices.retrieveMt940Data({ ReportDate: day });
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  retrieveMt940Data(
    options: types.RetrieveMt940DataOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<string | null>> {
    return this.sender.send(declared.RETRIEVE_MT940_DATA, { options }, call);
  }

  /**
   * Reads the body of the webhook that carries a file's link. Sends no request.
   * Verify the signature first with `verifyPayDataServicesWebhookSignature`: this method does not.
   *
   * @example
   * const parsed = await pay.dataServices.parseSaleTransactionsWebhook(payload);
   * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
   */
  parseSaleTransactionsWebhook(payload: unknown): Promise<MethodReturn<SaleTransactionsNotification>> {
    return Promise.resolve(parsed(readNotification(payload)));
  }

  /**
   * Downloads a file and returns its bytes.
   * Only the two IDs of the link are used. The token goes to this client's own API, never to the host in the link.
   * Fails with `notfound` if the file is unknown or expired.
   *
   * @param link `Link` of the webhook.
   * @example
   * const file = await pay.dataServices.downloadSaleTransactionsFile(link);
   * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
   */
  downloadSaleTransactionsFile(link: string, call?: CallOptions): Promise<MethodReturn<Uint8Array>> {
    return this.sender.send(declared.DOWNLOAD_SALE_TRANSACTIONS_FILE, { path: { link } }, call);
  }
}

const PARSE_ID = 'dataServices.parseSaleTransactionsWebhook';

function parsed(read: ReturnType<typeof readNotification>): MethodReturn<SaleTransactionsNotification> {
  if (!Array.isArray(read))
    return { success: true, data: read, message: `${PARSE_ID} succeeded.`, meta: localMeta(PARSE_ID) };
  const list = read.map(({ field, problem }) => `${field} ${problem}`).join('; ');
  const failure = notSent('validationerror', `${PARSE_ID} failed: ${list}.`, { fields: read });
  return { success: false, data: null, ...failure, code: 'validationerror', meta: localMeta(PARSE_ID) };
}
