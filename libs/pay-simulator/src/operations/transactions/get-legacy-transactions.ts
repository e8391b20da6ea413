import { athensDay } from '../../domain/athens-time.js';
import { Refusal } from '../../domain/refusal.js';
import type { Transaction } from '../../domain/transaction.js';
import { legacyEnvelope } from '../../http/error-shapes.js';
import { BadRequest, type Fields } from '../../http/fields.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler, OperationReply } from '../operation.js';
import { legacyTransaction } from './legacy-transaction.js';

type Parts = Pick<Services, 'account' | 'clock' | 'orders' | 'transactions'>;

const DAY = { pattern: /^\d{4}-\d\d-\d\d$/, expected: 'a day, yyyy-MM-dd' };

/** One transaction by its id, as a list of one. @see contract/transactions.json transactions.getLegacyTransactions */
export const getLegacyTransaction =
  (parts: Parts): OperationHandler =>
  ({ path }) => {
    const transaction = parts.transactions.find(path.transactionId ?? '');
    if (transaction) return listed(parts, [transaction]);
    const unknown = new Refusal(404, 'Transaction was not found');
    return { status: 200, json: { Transactions: [], ...legacyEnvelope(parts.clock.now(), unknown) } };
  };

/** Transactions by order, day, clearance day or source: the only way from an order to its transactions. */
export const listLegacyTransactions =
  (parts: Parts): OperationHandler =>
  ({ query }) => {
    const { orderCode, keep } = filter(query);
    const { transactions } = parts;
    const all = orderCode === undefined ? transactions.list() : transactions.ofOrder(orderCode);
    return listed(parts, all.filter(keep));
  };

function listed({ account, clock, orders }: Parts, transactions: readonly Transaction[]): OperationReply {
  const rows = transactions.map((transaction) =>
    legacyTransaction(transaction, orders.get(transaction.orderCode), account),
  );
  return { status: 200, json: { Transactions: rows, ...legacyEnvelope(clock.now()) } };
}

interface Filter {
  /** Of one order. */
  readonly orderCode: string | undefined;
  readonly keep: (transaction: Transaction) => boolean;
}

function filter(query: Fields): Filter {
  const orderCode = query.text('orderCode', {
    pattern: /^\d{1,19}$/,
    expected: 'an order code of 16 digits',
  });
  const date = query.text('date', DAY);
  const clearanceDate = query.text('clearanceDate', DAY);
  const sourceCode = query.text('sourceCode');
  query.check();
  if ([orderCode, date, clearanceDate, sourceCode].every((value) => value === undefined)) {
    throw new BadRequest('query: expected one of date, clearanceDate, orderCode, sourceCode');
  }
  const keep = (transaction: Transaction): boolean =>
    (date === undefined || athensDay(transaction.createdAt) === date) &&
    (clearanceDate === undefined ||
      (transaction.clearedAt !== null && athensDay(transaction.clearedAt) === clearanceDate)) &&
    (sourceCode === undefined || transaction.sourceCode === sourceCode);
  return { orderCode, keep };
}
