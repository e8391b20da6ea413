/** Data of a fiscal receipt, passed to the service as it is. */
export interface FiscalisationData {
  /** Receipt type code, an int64: above 2^53 − 1 as bigint. */
  ftReceiptCase: number | bigint;
  /** Lines of the receipt; their members differ per country. */
  cbChargeItems: Record<string, unknown>[];
  /** Payments of the receipt. */
  cbPayItems: Record<string, unknown>[];
  /** Unique. */
  cbReceiptReference: string;
  /** Of the receipt that this one corrects. */
  cbPreviousReceiptReference?: string;
  /** ISO 8601 in UTC, with Z. */
  cbReceiptMoment?: string;
  /** Who issues the receipt. */
  cbUser?: Record<string, unknown>;
  /** A business customer. */
  cbCustomer?: Record<string, unknown>;
  /** ISO 4217 numeric. */
  currencyCode?: string;
}

/** Whether no number in it has lost digits: an int64 code beyond 2^53 − 1 must be a bigint. */
export function isExact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isExact);
}
