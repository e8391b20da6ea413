import { readExactJson } from '../../core/values/exact-json.js';
import { isObject } from '../../core/values/plain-data.js';

/** Matches the first field of a statement, or the SWIFT header block before it. */
const STATEMENT = /^\s*(?:\{1:[\s\S]*?[\r\n])?:20:/;

/** Reads a statement: plain text, or a string in the member `Response`. */
export function readStatement(body: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(body);
  if (STATEMENT.test(text)) return text;
  const wrapped = readExactJson(body);
  const response = isObject(wrapped) ? (wrapped['Response'] ?? wrapped['response']) : wrapped;
  return typeof response === 'string' && STATEMENT.test(response) ? response : undefined;
}
