import { readExactJson } from '../../core/values/exact-json.js';
import { defineOperation } from '../define-operation.js';
import { FILE_LINK, readFileLink } from './sale-transactions-file.js';

export const DOWNLOAD_SALE_TRANSACTIONS_FILE = defineOperation('dataServices.downloadSaleTransactionsFile', {
  pathFrom: { name: 'link', read: readFileLink, problem: FILE_LINK },
  response: {
    kind: 'bytes',
    maxBytes: 256 * 1024 * 1024,
    forms: { read: readFile, problem: 'with something other than a file of transactions' },
  },
});

/** Reads a CSV file. Web pages, JSON and empty bodies are rejected. */
function readFile(body: Uint8Array): Uint8Array | undefined {
  const start = new TextDecoder().decode(body.subarray(0, 1024)).trimStart();
  if (start === '' || /^[<{[]/.test(start)) return undefined;
  return body.byteLength < 1024 && readExactJson(body) !== undefined ? undefined : body;
}
