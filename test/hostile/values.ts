import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** Members of an event that the library reads. */
export const MEMBERS = [
  'EventTypeId',
  'Amount',
  'OrderCode',
  'TransactionId',
  'MerchantTrns',
  'MessageId',
  'RetryCount',
];
/** JSON numbers that most parsers cannot represent. */
export const NUMBERS = [
  '1e400',
  '-1e400',
  '-0',
  '1e-400',
  '9'.repeat(5000),
  `0.${'1'.repeat(5000)}`,
  '18446744073709551616',
];
/** JSON values of an unexpected type. */
export const ODD_VALUES = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '"\\u0000"',
  '-1',
  '1796.5',
  '"1796"',
  '[1796]',
  '{"a":1}',
];
/** JSON members that change `Object.prototype` if a program copies them carelessly. */
export const POISON = [
  '"__proto__":{"isAdmin":true,"EventTypeId":1796}',
  '"constructor":{"prototype":{"StatusId":"F"}}',
  '"__proto__":null',
  '"toString":1,"valueOf":{},"hasOwnProperty":"x"',
  '"then":{"then":1}',
];
/** Content encodings: supported, broken and unknown ones. */
export const ENCODINGS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['gzip', (bytes) => gzipSync(bytes)],
  ['br', (bytes) => brotliCompressSync(bytes)],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['gzip', (bytes) => gzipSync(bytes).subarray(0, 20)],
  ['gzip', (bytes) => bytes],
  ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ['identity', (bytes) => bytes],
  ['zstd', (bytes) => bytes],
  ['../etc', (bytes) => bytes],
];
/** Content types that deliveries do not have. */
export const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/jsonp',
  'application/*',
  'a/b/c',
  ';',
  '\xff\xfe',
  `application/json; x="${'y'.repeat(4000)}"`,
];
