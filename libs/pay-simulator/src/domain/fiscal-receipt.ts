import { isObject } from './json-kinds.js';

/** Country and version in the upper half of a Greek `ft…Case`: `GR`, version 2. */
const GREECE = 0x4752_2000n;
const RECEIPT_TYPE = 0xffffn;

/** Result of `fiscalisationData`. Its form is inferred. */
export interface IssuedReceipt {
  readonly success: boolean;
  /** Why no receipt was issued, or empty. */
  readonly message: string;
  readonly ftReceiptIdentification?: string;
  /** Lines at the end of the receipt. */
  readonly ftSignatures?: readonly { readonly caption: string; readonly data: string }[];
}

/**
 * Issues the receipt of `fiscalisationData`, or says why not. The payment succeeds anyway.
 * @see contract/behaviour/pos.yaml traps "pos.22"
 */
export function issueReceipt(data: unknown, amount: number): IssuedReceipt {
  const message = receiptProblem(data, amount);
  if (message !== null) return { success: false, message };
  const reference = isObject(data) ? String(data['cbReceiptReference']) : '';
  return {
    success: true,
    message: '',
    ftReceiptIdentification: reference,
    ftSignatures: [{ caption: 'viva.com', data: 'ΔΟΚΙΜΑΣΤΙΚΗ ΑΠΟΔΕΙΞΗ, ΧΩΡΙΣ ΦΟΡΟΛΟΓΙΚΗ ΙΣΧΥ' }],
  };
}

function receiptProblem(data: unknown, amount: number): string | null {
  if (!isObject(data)) return 'fiscalisationData must be an object';
  const { ftReceiptCase, cbChargeItems, cbPayItems, cbReceiptReference, cbReceiptMoment } = data;
  const digits = String(ftReceiptCase);
  const code = /^\d{1,19}$/.test(digits) ? BigInt(digits) : 0n;
  if (code >> 32n !== GREECE || (code & RECEIPT_TYPE) === 0n)
    return `ftReceiptCase ${digits} must be 0x47522000 with flags and a type, such as 5139205309155246081. A JavaScript number rounds it, and loses version and type`;
  if (typeof cbReceiptReference !== 'string' || cbReceiptReference === '')
    return 'cbReceiptReference is missing';
  if (typeof cbReceiptMoment === 'string' && !cbReceiptMoment.endsWith('Z'))
    return 'cbReceiptMoment must be in UTC with Z';
  const sums = [cbChargeItems, cbPayItems].map(sumOf);
  return sums.every((sum) => sum === amount)
    ? null
    : `The amounts of cbChargeItems (${sums[0]}) and cbPayItems (${sums[1]}) must be that of the payment (${amount}), in minor units`;
}

function sumOf(items: unknown): number {
  return Array.isArray(items)
    ? items.reduce<number>((sum, item) => sum + (isObject(item) ? Number(item['amount']) : Number.NaN), 0)
    : Number.NaN;
}
