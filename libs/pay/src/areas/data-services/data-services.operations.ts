import { readExactJson } from '../../core/values/exact-json.js';
import { defineOperation } from '../define-operation.js';
import { isObject } from '../../core/values/plain-data.js';
import { FILE_LINK, readFileLink } from './sale-transactions-file.js';
import { pageResponse } from './search-pages.js';

export const SEARCH_TRANSACTIONS = defineOperation('dataServices.searchTransactions', {
  response: pageResponse('transactionId', 'transactions'),
});

export const SEARCH_ACCOUNT_TRANSACTIONS = defineOperation('dataServices.searchAccountTransactions', {
  response: pageResponse('accountTransactionId', 'account transactions'),
});

export const SEARCH_MERCHANT_EXPENSES = defineOperation('dataServices.searchMerchantExpenses', {
  response: pageResponse('walletTransactionId', 'card purchases'),
});

export const RETRIEVE_MT940_DATA = defineOperation('dataServices.retrieveMt940Data', {
  response: {
    kind: 'bytes',
    maxBytes: 64 * 1024 * 1024,
    forms: { read: readStatement, problem: 'with something other than an MT940 statement' },
    whenNoContent: null,
  },
});

export const DOWNLOAD_SALE_TRANSACTIONS_FILE = defineOperation('dataServices.downloadSaleTransactionsFile', {
  pathFrom: { name: 'link', read: readFileLink, problem: FILE_LINK },
  response: {
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
  const wrapped = readExactJson(body);
  const response = isObject(wrapped) ? (wrapped['Response'] ?? wrapped['response']) : wrapped;
  return typeof response === 'string' && STATEMENT.test(response) ? response : undefined;
}

/** Reads a CSV file. Web pages, JSON and empty bodies are rejected. */
function readFile(body: Uint8Array): Uint8Array | undefined {
  const start = new TextDecoder().decode(body.subarray(0, 1024)).trimStart();
  if (start === '' || /^[<{[]/.test(start)) return undefined;
  return body.byteLength < 1024 && readExactJson(body) !== undefined ? undefined : body;
}
