import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { athensLocal } from '../src/domain/athens-time.js';
import { AADE_TEST_KEY } from '../src/domain/signed-sale.js';

export const TEST_KEY = createPrivateKey({
  key: Buffer.from(AADE_TEST_KEY.privateKey, 'base64'),
  format: 'der',
  type: 'pkcs8',
});
export const SALE_UID = '0A1B2C3D4E5F60718293A4B5C6D7E8F901234567';

/** Writes a time as a provider does: `yyyyMMddHHmmss` in Athens. */
export const stampOf = (time: number): string => athensLocal(time).slice(0, 19).replaceAll(/\D/g, '');

/** Signs a text as a provider does. Returns the fields of a sale. */
export const signedText = (text: string, key: KeyObject = TEST_KEY) => ({
  aadeProviderId: '999',
  aadeProviderSignatureData: text,
  aadeProviderSignature: sign('sha256', Buffer.from(text), key).toString('base64'),
});

/** Terms of a signed sale. Amounts are in minor units. */
export interface SaleTerms {
  /** @default 1240 */
  readonly amount?: number;
  /** @default the amount */
  readonly gross?: number;
  /** @default 0 */
  readonly vat?: number;
  readonly terminalId?: string;
  readonly key?: KeyObject;
}

/** Lets provider 999 sign a sale at a virtual time. */
export function signedSale(
  at: number,
  { amount = 1240, gross = amount, vat = 0, terminalId = '16000010', key = TEST_KEY }: SaleTerms = {},
) {
  const fields = [SALE_UID, '', stampOf(at), amount, gross - vat, vat, gross, terminalId];
  return signedText(fields.join(';'), key);
}
