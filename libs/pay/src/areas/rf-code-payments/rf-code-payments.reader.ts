import { readExactJson } from '../../core/values/exact-json.js';
import { isObject } from '../../core/values/plain-data.js';
import { readRfPaymentCode } from './rf-code.js';
import type { RfPayment } from '../results.generated.js';

/**
 * Reads an object, plain text or an empty body, because the form is not documented.
 *
 * @returns undefined if the check digits are wrong.
 */
export function readRfPayment(body: Uint8Array): RfPayment | null | undefined {
  const text = new TextDecoder().decode(body).trim();
  if (text === '') return null;
  const code = readRfPaymentCode(codeIn(body) ?? text);
  return code === null ? undefined : { rfPaymentCode: code };
}

function codeIn(body: Uint8Array): unknown {
  const value = readExactJson(body);
  return isObject(value) ? value['rfPaymentCode'] : value;
}
