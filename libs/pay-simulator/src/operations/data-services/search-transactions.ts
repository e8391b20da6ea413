import { athensWithOffset } from '../../domain/athens-time.js';
import { terminalNumber } from '../../domain/card-reading.js';
import { majorUnits } from '../../domain/currencies.js';
import { resellerSourceCode } from '../../domain/isv-share.js';
import type { Transaction } from '../../domain/transaction.js';
import type { Fields } from '../../http/fields.js';
import type { AccountServices } from '../../services/merchant-services.js';
import type { MerchantAccount } from '../../domain/merchant.js';
import { transactionValues } from '../../domain/transaction-members.js';
import { inPascalCase, type Members } from '../../domain/wire-json.js';
import type { OperationReply, OperationRequest } from '../../http/operation.js';
import type { Handler, MerchantHandler } from '../handler.js';
import { membersOf } from '../members-of.js';
import { pageReply, readPage, readPeriod } from './search-request.js';

const MAX_PAGE_SIZE = 100;

/** Searches sale transactions page by page. @see contract/openapi/data-services.yaml dataServices.searchTransactions */
export const searchTransactions: MerchantHandler = (merchant, request) =>
  search([merchant], request, (row) => row);

/** Searches the sale transactions of all merchants connected to the ISV. The members are in Pascal case. @see contract/openapi/isv.yaml transactions.searchTransactions */
export const searchIsvTransactions: Handler = ({ connectedMerchants }, request) =>
  search(connectedMerchants.list(), request, inPascalCase);

function search(
  merchants: readonly AccountServices[],
  request: OperationRequest,
  written: (row: Members) => Members,
): OperationReply {
  const matches = filters(request.body);
  const page = readPage(request, MAX_PAGE_SIZE);
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

function filters(body: Fields): (transaction: Transaction) => boolean {
  const created = readPeriod(body, 'insDateFrom', 'insDateTo');
  const cleared = readPeriod(body, 'ClearanceDateFrom', 'ClearanceDateTo');
  const byClearance = body.has('ClearanceDateFrom') || body.has('ClearanceDateTo');
  const types = body.list<number>('TransactionTypeIds');
  const statuses = body.list<string>('StatusIds');
  const ids = body.list<string>('TransactionIds')?.map((id) => id.toLowerCase());
  const orderCode = body.text('OrderCode');
  const from = body.number('AmountFrom') ?? -Infinity;
  const to = body.number('AmountTo') ?? Infinity;
  const currencyCode = body.text('CurrencyCode');
  const merchantTrns = body.text('MerchantTrns');
  const reseller = body.text('ResellerSourceCode');
  const terminal = body.text('SourceTerminalId');
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
