import { DataServicesMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import { localMeta, notSent } from '../../core/operation/failure.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import * as declared from './data-services.operations.js';
import type { AccountTransactionRow, SaleTransactionRow } from '../results.generated.js';
import type * as types from '../options.generated.js';
import { iteratePages } from './search-pages.js';
import { readNotification } from './sale-transactions-file.js';
import type { SaleTransactionsNotification } from './sale-transactions-file.js';

/** Retrieves reports. Requires Data Services credentials, which the service's sales contact grants. */
export class PayDataServices extends DataServicesMethods {
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
