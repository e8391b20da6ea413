import type { SearchTransactionsBody, SearchTransactionsQuery } from '../request-values.generated.js';
import { athensWithOffset } from '../../domain/athens-time.js';
import { terminalNumber } from '../../domain/card-reading.js';
import { majorUnits } from '../../domain/currencies.js';
import { resellerSourceCode } from '../../domain/isv-share.js';
import type { Transaction } from '../../domain/transaction.js';
import type { AccountServices } from '../../services/merchant-services.js';
import type { MerchantAccount } from '../../domain/merchant.js';
import { transactionValues } from '../../domain/transaction-members.js';
import { inPascalCase, type Members } from '../../domain/wire-json.js';
import type { OperationReply, OperationRequest } from '../../http/operation.js';
import type { Handler, MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';
import { pageReply, pageRequest, period } from './search-request.js';

const MAX_PAGE_SIZE = 100;

/** Searches sale transactions page by page. @see contract/openapi/data-services.yaml dataServices.searchTransactions */
export const searchTransactions: MerchantHandler<SearchTransactionsBody, SearchTransactionsQuery> = (
  merchant,
  request,
) => search([merchant], request, (row) => row);

/** Searches the sale transactions of all merchants connected to the ISV. The members are in Pascal case. @see contract/openapi/isv.yaml transactions.searchTransactions */
export const searchIsvTransactions: Handler<SearchTransactionsBody, SearchTransactionsQuery> = (
  { connectedMerchants },
  request,
) => search(connectedMerchants.list(), request, inPascalCase);

function search(
  merchants: readonly AccountServices[],
  { body, query }: OperationRequest<SearchTransactionsBody, SearchTransactionsQuery>,
  written: (row: Members) => Members,
): OperationReply {
  const matches = filters(body);
  const page = pageRequest(query, query.Page, MAX_PAGE_SIZE);
  const found = merchants.flatMap(({ account, transactions }) =>
    transactions
      .list()
      .filter(matches)
      .map((transaction) => ({ transaction, account })),
  );
  const oldestFirst = found.sort((a, b) => a.transaction.createdAt - b.transaction.createdAt);
  return pageReply(oldestFirst, page, ({ transaction, account }) => written(rowOf(transaction, account)));
}

function rowOf(transaction: Transaction, account: MerchantAccount): Members {
  const insDate = athensWithOffset(transaction.createdAt);
  return membersOf('dataServices.searchTransactions/data[]', {
    ...transactionValues(transaction, account),
    insDate,
  });
}

function filters(body: SearchTransactionsBody): (transaction: Transaction) => boolean {
  const { AmountFrom: from = -Infinity, AmountTo: to = Infinity, OrderCode: orderCode } = body;
  const { TransactionTypeIds: types, StatusIds: statuses, CurrencyCode: currencyCode } = body;
  const { MerchantTrns: merchantTrns, ResellerSourceCode: reseller, SourceTerminalId: terminal } = body;
  const created = period(body, 'insDateFrom', 'insDateTo');
  const cleared = period(body, 'ClearanceDateFrom', 'ClearanceDateTo');
  const byClearance = (body.ClearanceDateFrom ?? body.ClearanceDateTo) !== undefined;
  const ids = body.TransactionIds?.map((id) => id.toLowerCase());
  return (transaction) => {
    if (!created(transaction.createdAt)) return false;
    const amount = Number(majorUnits(transaction.amount, transaction.currencyCode).text);
    return (
      (terminal === undefined || terminal === String(terminalNumber(transaction.reading))) &&
      (!byClearance || (transaction.clearedAt !== null && cleared(transaction.clearedAt))) &&
      (types?.includes(transaction.type) ?? true) &&
      (statuses?.includes(transaction.status) ?? true) &&
      (ids?.includes(transaction.id) ?? true) &&
      (orderCode === undefined || orderCode === transaction.orderCode) &&
      amount >= from &&
      amount <= to &&
      (currencyCode === undefined || currencyCode === transaction.currencyCode) &&
      (reseller === undefined || reseller === resellerSourceCode(transaction)) &&
      (merchantTrns === undefined || merchantTrns === transaction.merchantTrns)
    );
  };
}
