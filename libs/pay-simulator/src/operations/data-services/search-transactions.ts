import { athensWithOffset } from '../../athens-time.js';
import { terminalNumber } from '../../domain/card-reading.js';
import { majorUnits } from '../../domain/currencies.js';
import type { Transaction } from '../../domain/transaction.js';
import type { Fields } from '../../http/fields.js';
import type { Services } from '../../services.js';
import type { OperationHandler } from '../operation.js';
import { decimal, pageReply, pageRequest, period } from './search-request.js';

const MAX_PAGE_SIZE = 100;
const isText = (value: unknown): value is string => typeof value === 'string';
const isInteger = (value: unknown): value is number => Number.isInteger(value);

/** Searches sale transactions, page by page. @see contract/data-services.json dataServices.searchTransactions */
export const searchTransactions =
  ({ account, transactions }: Pick<Services, 'account' | 'transactions'>): OperationHandler =>
  ({ body, query }) => {
    const fits = filters(body);
    const page = pageRequest(query, MAX_PAGE_SIZE);
    body.check();
    query.check();
    return pageReply(transactions.list().filter(fits), page, (transaction) => ({
      transactionId: transaction.id,
      transactionTypeId: transaction.type,
      merchantId: account.credentials.merchant.merchantId,
      orderCode: BigInt(transaction.orderCode),
      email: transaction.email,
      phone: transaction.phone,
      fullName: transaction.fullName,
      merchantTrns: transaction.merchantTrns,
      customerTrns: transaction.customerTrns,
      insDate: athensWithOffset(transaction.createdAt),
      statusId: transaction.status,
      amount: majorUnits(transaction.amount, transaction.currencyCode),
      totalCommission: majorUnits(transaction.commission, transaction.currencyCode),
    }));
  };

function filters(body: Fields): (transaction: Transaction) => boolean {
  const created = period(body, 'insDateFrom', 'insDateTo');
  const cleared = period(body, 'ClearanceDateFrom', 'ClearanceDateTo');
  const byClearance = body.has('ClearanceDateFrom') || body.has('ClearanceDateTo');
  const types = body.list('TransactionTypeIds', isInteger, 'a list of integers');
  const statuses = body.list('StatusIds', isText, 'a list of texts');
  const ids = body.list('TransactionIds', isText, 'a list of ids')?.map((id) => id.toLowerCase());
  const orderCode = body.text('OrderCode', { pattern: /^\d{1,19}$/, expected: 'an order code as text' });
  const from = decimal(body, 'AmountFrom') ?? -Infinity;
  const to = decimal(body, 'AmountTo') ?? Infinity;
  const currencyCode = body.text('CurrencyCode', {
    pattern: /^\d{3}$/,
    expected: 'a numeric ISO 4217 code as text',
  });
  const merchantTrns = body.text('MerchantTrns');
  const resellerSourceCode = body.text('ResellerSourceCode');
  const terminal = body.text('SourceTerminalId');
  return (transaction) => {
    const amount = Number(majorUnits(transaction.amount, transaction.currencyCode).text);
    return (
      created(transaction.createdAt) &&
      (terminal === undefined || terminal === String(terminalNumber(transaction.reading))) &&
      (!byClearance || (transaction.clearedAt !== null && cleared(transaction.clearedAt))) &&
      (types?.includes(transaction.type) ?? true) &&
      (statuses?.includes(transaction.status) ?? true) &&
      (ids?.includes(transaction.id) ?? true) &&
      (orderCode === undefined || orderCode === transaction.orderCode) &&
      amount >= from &&
      amount <= to &&
      (currencyCode === undefined || currencyCode === transaction.currencyCode) &&
      (resellerSourceCode === undefined || resellerSourceCode === transaction.counter?.resellerSourceCode) &&
      (merchantTrns === undefined || merchantTrns === transaction.merchantTrns)
    );
  };
}
