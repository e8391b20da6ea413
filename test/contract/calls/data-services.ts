import type { CallExample } from '../call-example.js';

/** The contract's examples as one object, parted into the two arguments of a search. */
export function parted({ Page, PageSize, OrderBy, ...filters }: Record<string, unknown>): [never, never] {
  const query = Object.entries({ Page, PageSize, OrderBy }).filter(([, value]) => value !== undefined);
  return [filters as never, Object.fromEntries(query) as never];
}

export const dataServicesCalls: Record<string, CallExample> = {
  'PayWallet dataServices.searchTransactions': (c, _path, options) =>
    c.PayWallet.dataServices.searchTransactions(...parted(options)),
  'PayWallet dataServices.searchAccountTransactions': (c, _path, options) =>
    c.PayWallet.dataServices.searchAccountTransactions(...parted(options)),
  'PayWallet dataServices.retrieveMt940Data': (c, _path, options) =>
    c.PayWallet.dataServices.retrieveMt940Data(options as never),
  'PayWallet dataServices.requestSaleTransactionsExport': (c, _path, options) =>
    c.PayWallet.dataServices.requestSaleTransactionsExport(options as never),
  'PayWallet dataServices.parseSaleTransactionsWebhook': (c, _path, options) =>
    c.PayWallet.dataServices.parseSaleTransactionsWebhook(options),
  'PayWallet dataServices.downloadSaleTransactionsFile': (c, { requestId, fileId }) =>
    c.PayWallet.dataServices.downloadSaleTransactionsFile(
      `https://demo-api.vivapayments.com/dataservices/v1/FileRequests/File/${requestId}/${fileId}`,
    ),
};
