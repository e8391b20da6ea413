import { defineOperation } from '../define-operation.js';
import { pageResponse } from '../data-services/search-pages.js';
import { legacyRead } from '../transactions/legacy-transaction.operations.js';
import type { ResellerTransaction } from '../results.generated.js';

export const RETRIEVE_LEGACY_TRANSACTION = legacyRead('transactions.retrieveLegacyTransaction');

export const RETRIEVE_TRANSACTIONS_BY_DATE = legacyRead('transactions.retrieveTransactionsByDate');

export const RETRIEVE_TRANSACTIONS_BY_CLEARANCE_DATE = legacyRead(
  'transactions.retrieveTransactionsByClearanceDate',
);

export const RETRIEVE_TRANSACTIONS_BY_ORDER_CODE = legacyRead('transactions.retrieveTransactionsByOrderCode');

export const RETRIEVE_TRANSACTIONS_BY_SOURCE_CODE = legacyRead(
  'transactions.retrieveTransactionsBySourceCode',
);

export const RETRIEVE_TRANSACTIONS_BY_RESELLER_SOURCE_CODE = defineOperation(
  'transactions.retrieveTransactionsByResellerSourceCode',
  {
    response: {
      forms: { read: readResellerTransactions, problem: 'with something other than transactions' },
    },
  },
);

export const SEARCH_ISV_TRANSACTIONS = defineOperation('transactions.searchTransactions', {
  response: pageResponse('transactionId', 'transactions'),
});

/** Reads a list, a single transaction or a list in the older envelope, because the form is not documented. */
function readResellerTransactions(items: Record<string, unknown>[]): ResellerTransaction[] | undefined {
  const [first] = items;
  const listed = items.length === 1 ? first?.['Transactions'] : undefined;
  const rows = (Array.isArray(listed) ? listed : items) as ResellerTransaction[];
  return rows.every((row) => typeof row?.TransactionId === 'string') ? rows : undefined;
}
