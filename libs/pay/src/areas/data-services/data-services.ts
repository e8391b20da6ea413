import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import { notSent } from '../../core/operation/failure.js';
import type { CallMeta, MethodReturn } from '../../core/operation/method-return.js';
import * as operations from './data-services.operations.js';
import type * as types from './data-services.types.js';
import { firstPage, iteratePages, pageOf } from './search-pages.js';
import { readNotification } from './sale-transactions-file.js';
import type { SaleTransactionsNotification } from './sale-transactions-file.js';

type Page<Row> = types.SearchResultPage<Row>;

/** Reports. They need the data services' own credentials, which the service's sales contact grants. */
export class PayDataServices extends Area {
  /**
   * One page of the sale transactions that fit the filters. No rows are no failure: there are no more. Amounts come in
   * MAJOR units.
   *
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  searchTransactions(
    options: types.SearchTransactionsOptions = {},
    query: types.SearchPage = {},
    call?: CallOptions,
  ): Promise<MethodReturn<Page<types.SaleTransactionRow>>> {
    return this.sender.send(operations.SEARCH_TRANSACTIONS, { options, query }, call);
  }

  /**
   * Every sale transaction that fits, page after page, oldest first unless `OrderBy` says otherwise (newest first may
   * repeat rows while new ones come in).
   *
   * @throws PayError, with the failure's fields, when a page cannot be read.
   */
  iterateTransactions(
    options: types.SearchTransactionsOptions = {},
    query: types.SearchPage = {},
    call?: CallOptions,
  ): AsyncGenerator<types.SaleTransactionRow, void, void> {
    return iteratePages(
      (Page) => this.searchTransactions(options, pageOf(query, Page), call),
      firstPage(query),
      'transactionId',
    );
  }

  /**
   * One page of wallet movements: the ledger. Leave out type 32 (holds). No rows are no failure. Amounts come in MAJOR units.
   *
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  searchAccountTransactions(
    options: types.SearchAccountTransactionsOptions,
    query: types.SearchPage = {},
    call?: CallOptions,
  ): Promise<MethodReturn<Page<types.AccountTransactionRow>>> {
    return this.sender.send(operations.SEARCH_ACCOUNT_TRANSACTIONS, { options, query }, call);
  }

  /**
   * Every wallet movement that fits, page after page, oldest first unless `OrderBy` says otherwise.
   *
   * @throws PayError, with the failure's fields, when a page cannot be read.
   */
  iterateAccountTransactions(
    options: types.SearchAccountTransactionsOptions,
    query: types.SearchPage = {},
    call?: CallOptions,
  ): AsyncGenerator<types.AccountTransactionRow, void, void> {
    return iteratePages(
      (Page) => this.searchAccountTransactions(options, pageOf(query, Page), call),
      firstPage(query),
      'accountTransactionId',
    );
  }

  /**
   * Reads the MT940 statement of a day. The data is null when there is none (HTTP 204). Fails with `nodatas` when the answer is
   * not a statement.
   *
   * @see https://developer.viva.com/apis-for-payments/data-services
   */
  retrieveMt940Data(
    options: types.RetrieveMt940DataOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<string | null>> {
    return this.sender.send(operations.RETRIEVE_MT940_DATA, { options }, call);
  }

  /**
   * Asks for the file of a day's sale transactions. It comes later, by webhook: add a subscription first
   * (`webhooks.addSubscription`). With an `Id` of your own a repeat makes no second file.
   *
   * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
   */
  requestSaleTransactionsExport(
    options: types.SaleTransactionsExportOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<types.SaleTransactionsExport>> {
    return this.sender.send(operations.REQUEST_SALE_TRANSACTIONS_EXPORT, { options }, call);
  }

  /**
   * Reads the body of the webhook that brings a file's link. Sends nothing, and proves nothing: check the signature
   * first (`verifyPayDataServicesWebhookSignature`).
   *
   * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
   */
  parseSaleTransactionsWebhook(payload: unknown): Promise<MethodReturn<SaleTransactionsNotification>> {
    return Promise.resolve(parsed(readNotification(payload)));
  }

  /**
   * The bytes of a file. Only the two ids are taken from the link: the token goes to this client's own API and its own
   * path, whatever host the link names. `notfound`: unknown or expired.
   *
   * @param link `Link` of the webhook.
   * @see https://developer.viva.com/webhooks-for-payments/sale-transactions
   */
  downloadSaleTransactionsFile(link: string, call?: CallOptions): Promise<MethodReturn<Uint8Array>> {
    return this.sender.send(operations.DOWNLOAD_SALE_TRANSACTIONS_FILE, { path: { link } }, call);
  }
}

const PARSE_ID = 'dataServices.parseSaleTransactionsWebhook';
const LOCAL: CallMeta = {
  operation: PARSE_ID,
  httpStatus: null,
  correlationId: null,
  attempts: 0,
  durationMs: 0,
};

function parsed(read: ReturnType<typeof readNotification>): MethodReturn<SaleTransactionsNotification> {
  if (!Array.isArray(read))
    return { success: true, data: read, message: `${PARSE_ID} succeeded.`, meta: { ...LOCAL } };
  const list = read.map(({ field, problem }) => `${field} ${problem}`).join('; ');
  const failure = notSent('validationerror', `${PARSE_ID} failed: ${list}.`, { fields: read });
  return { success: false, data: null, ...failure, code: 'validationerror', meta: { ...LOCAL } };
}
