import { ExactJsonError, parseExactJson } from '../../core/values/exact-json.js';
import { defineOperation } from '../../core/operation/operation.js';
import { isObject } from '../../core/values/plain-data.js';
import {
  MerchantExpensesPage,
  RetrieveMt940DataOptions,
  SaleTransactionsExportOptions,
  SearchAccountTransactionsOptions,
  SearchMerchantExpensesOptions,
  SearchPage,
  SearchTransactionsOptions,
} from './data-services.types.js';
import type {
  AccountTransactionRow,
  MerchantExpenseRow,
  SaleTransactionRow,
  SaleTransactionsExport,
  SearchResultPage,
} from './data-services.types.js';
import { FILE_LINK, readFileLink } from './sale-transactions-file.js';
import { readPage } from './search-pages.js';

const DATE_FILTER_HINT = 'use insDateFrom and insDateTo, or ClearanceDateFrom and ClearanceDateTo';
/**
 * Date filters of account movements. They are rejected here, because the service would search sales without limits.
 */
export const ACCOUNT_DATE_FILTERS = { dateFrom: DATE_FILTER_HINT, dateTo: DATE_FILTER_HINT } as const;

export const SEARCH_TRANSACTIONS = defineOperation<SearchResultPage<SaleTransactionRow>>()({
  id: 'dataServices.searchTransactions',
  method: 'POST',
  host: 'api',
  path: '/dataservices/v2/transactions/Search',
  auth: 'oauth',
  credentials: 'dataServices',
  retry: 'safe',
  options: {
    dto: SearchTransactionsOptions,
    in: 'json',
    int64AsText: ['OrderCode'],
    forbidden: ACCOUNT_DATE_FILTERS,
  },
  query: SearchPage,
  answer: {
    kind: 'list',
    emptyOn204: true,
    required: [],
    forms: {
      read: (rows) => readPage(rows, 'transactionId'),
      problem: 'with something other than transactions',
    },
  },
});

export const SEARCH_ACCOUNT_TRANSACTIONS = defineOperation<SearchResultPage<AccountTransactionRow>>()({
  id: 'dataServices.searchAccountTransactions',
  method: 'POST',
  host: 'api',
  path: '/dataservices/v2/accounttransactions/Search',
  auth: 'oauth',
  credentials: 'dataServices',
  retry: 'safe',
  options: { dto: SearchAccountTransactionsOptions, in: 'json', int64: ['WalletId'] },
  query: SearchPage,
  answer: {
    kind: 'list',
    emptyOn204: true,
    required: [],
    forms: {
      read: (rows) => readPage(rows, 'accountTransactionId'),
      problem: 'with something other than account transactions',
    },
  },
});

export const SEARCH_MERCHANT_EXPENSES = defineOperation<SearchResultPage<MerchantExpenseRow>>()({
  id: 'dataServices.searchMerchantExpenses',
  method: 'POST',
  host: 'api',
  path: '/dataservices/v1/issuing/merchantexpenses',
  auth: 'oauth',
  credentials: 'dataServices',
  retry: 'safe',
  options: { dto: SearchMerchantExpensesOptions, in: 'json' },
  query: MerchantExpensesPage,
  answer: {
    kind: 'list',
    emptyOn204: true,
    required: [],
    forms: {
      read: (rows) => readPage(rows, 'walletTransactionId'),
      problem: 'with something other than card purchases',
    },
  },
});

export const RETRIEVE_MT940_DATA = defineOperation<string | null>()({
  id: 'dataServices.retrieveMt940Data',
  method: 'GET',
  host: 'api',
  path: '/dataservices/v2/merchants/mt940',
  auth: 'oauth',
  credentials: 'dataServices',
  retry: 'safe',
  options: { dto: RetrieveMt940DataOptions, in: 'query' },
  answer: {
    kind: 'bytes',
    maxBytes: 64 * 1024 * 1024,
    forms: { read: readStatement, problem: 'with something other than an MT940 statement' },
    whenNoContent: null,
  },
});

export const REQUEST_SALE_TRANSACTIONS_EXPORT = defineOperation<SaleTransactionsExport>()({
  id: 'dataServices.requestSaleTransactionsExport',
  method: 'POST',
  host: 'api',
  path: '/dataservices/v1/transactions/exports',
  auth: 'oauth',
  credentials: 'dataServices',
  retry: { callerKey: 'Id' },
  outcomeLookup: {
    nothing:
      'The service cannot list exports. It sends event 7936 for each one. You can repeat the call with the same Id.',
  },
  options: { dto: SaleTransactionsExportOptions, in: 'json' },
  answer: { kind: 'json', required: ['requestId'], members: { types: { requestId: 'text' } } },
});

export const DOWNLOAD_SALE_TRANSACTIONS_FILE = defineOperation<Uint8Array>()({
  id: 'dataServices.downloadSaleTransactionsFile',
  method: 'GET',
  host: 'api',
  path: '/dataservices/v1/FileRequests/File/{requestId}/{fileId}',
  parameters: { requestId: 'uuid', fileId: 'uuid' },
  pathFrom: { name: 'link', read: readFileLink, problem: FILE_LINK },
  auth: 'oauth',
  credentials: 'dataServices',
  retry: 'safe',
  answer: {
    kind: 'bytes',
    maxBytes: 256 * 1024 * 1024,
    forms: { read: readFile, problem: 'with something other than a file of transactions' },
  },
});

/** Matches the first field of a statement, or the SWIFT header block before it. */
const STATEMENT = /^\s*(?:\{1:[\s\S]*?[\r\n])?:20:/;

/** Reads a statement: plain text, or a string in the member `Response`. */
function readStatement(body: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(body);
  if (STATEMENT.test(text)) return text;
  const wrapped = jsonOf(body);
  const response = isObject(wrapped) ? (wrapped['Response'] ?? wrapped['response']) : wrapped;
  return typeof response === 'string' && STATEMENT.test(response) ? response : undefined;
}

/** Reads a CSV file. Web pages, JSON and empty bodies are rejected. */
function readFile(body: Uint8Array): Uint8Array | undefined {
  const start = new TextDecoder().decode(body.subarray(0, 1024)).trimStart();
  if (start === '' || /^[<{[]/.test(start)) return undefined;
  return body.byteLength < 1024 && jsonOf(body) !== undefined ? undefined : body;
}

/** Returns undefined if the bytes are not JSON. */
function jsonOf(body: Uint8Array): unknown {
  try {
    return parseExactJson(body);
  } catch (error) {
    if (error instanceof ExactJsonError) return undefined;
    throw error;
  }
}
