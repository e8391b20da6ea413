import type { GetLegacyTransactionsListQuery } from '../request-values.generated.js';
import { athensDay } from '../../domain/athens-time.js';
import { oneFilter } from '../../domain/named-rules.js';
import { Refusal } from '../../domain/refusal.js';
import type { Transaction } from '../../domain/transaction.js';
import { legacyEnvelope } from '../../http/error-shapes.js';
import { BadRequest } from '../../http/bad-request.js';
import type { AccountServices } from '../../services/merchant-services.js';
import { ok, type OperationReply } from '../../http/operation.js';
import type { MerchantHandler } from '../handler.js';
import { legacyTransaction } from './legacy-transaction.js';

/** Returns a transaction as a list of one. @see contract/openapi/transactions.yaml transactions.getLegacyTransactions */
export const getLegacyTransaction: MerchantHandler = (services, { path }) => {
  const transaction = services.transactions.find(path.transactionId ?? '');
  if (transaction) return listReply(services, [transaction]);
  const unknown = new Refusal(404, 'Transaction was not found');
  return ok({ Transactions: [], ...legacyEnvelope(services.clock.now(), unknown) });
};

/** Lists transactions by order, day or clearance day, and by source among them. No other operation lists the transactions of an order. */
export const listLegacyTransactions: MerchantHandler<object, GetLegacyTransactionsListQuery> = (
  services,
  { query },
) => {
  const { orderCode, keep } = filterOf(query);
  const { transactions } = services;
  const all = orderCode === undefined ? transactions.list() : transactions.ofOrder(orderCode);
  return listReply(services, all.filter(keep));
};

function listReply(
  { account, clock, orders }: AccountServices,
  transactions: readonly Transaction[],
): OperationReply {
  const rows = transactions.map((transaction) =>
    legacyTransaction(transaction, orders.get(transaction.orderCode), account),
  );
  return ok({ Transactions: rows, ...legacyEnvelope(clock.now()) });
}

function filterOf({ orderCode, date, clearanceDate, sourceCode }: GetLegacyTransactionsListQuery) {
  if (!oneFilter([orderCode, date, clearanceDate])) throw new BadRequest('Empty options');
  const keep = (transaction: Transaction): boolean =>
    (date === undefined || athensDay(transaction.createdAt) === date) &&
    (clearanceDate === undefined ||
      (transaction.clearedAt !== null && athensDay(transaction.clearedAt) === clearanceDate)) &&
    (sourceCode === undefined || transaction.sourceCode === sourceCode);
  return { orderCode, keep };
}
