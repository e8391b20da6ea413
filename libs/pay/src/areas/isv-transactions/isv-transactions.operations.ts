import { defineOperation } from '../define-operation.js';
import { ACCOUNT_DATE_FILTERS } from '../data-services/data-services.operations.js';
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

const IGNORED_FILTER =
  'the service ignores it and searches all connected merchants. Filter the rows yourself, or list one merchant by date';
/** Filters by merchant, which the service ignores. */
const MERCHANT_FILTERS = {
  merchant: IGNORED_FILTER,
  merchantId: IGNORED_FILTER,
  merchantIds: IGNORED_FILTER,
  targetMerchantId: IGNORED_FILTER,
  connectedAccountId: IGNORED_FILTER,
  accountId: IGNORED_FILTER,
} as const;

export const SEARCH_ISV_TRANSACTIONS = defineOperation('transactions.searchTransactions', {
  options: {
    forbidden: { ...ACCOUNT_DATE_FILTERS, ...MERCHANT_FILTERS },
  },
  response: pageResponse('transactionId', 'transactions'),
});

/** Reads a list, a single transaction or a list in the older envelope, because the form is not documented. */
function readResellerTransactions(items: Record<string, unknown>[]): ResellerTransaction[] | undefined {
  const [first] = items;
  const listed = items.length === 1 ? first?.['Transactions'] : undefined;
  const rows = (Array.isArray(listed) ? listed : items) as ResellerTransaction[];
  return rows.every((row) => typeof row?.TransactionId === 'string') ? rows : undefined;
}
