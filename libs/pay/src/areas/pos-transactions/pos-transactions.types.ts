/** Data of a fiscal receipt, sent to the service unchanged. */
export interface FiscalisationData {
  /** Receipt type code (int64). Pass values above 2^53 − 1 as a bigint. */
  ftReceiptCase: number | bigint;
  /** Lines of the receipt. Their members differ by country. */
  cbChargeItems: Record<string, unknown>[];
  /** Payments of the receipt. */
  cbPayItems: Record<string, unknown>[];
  /** Unique reference of the receipt. */
  cbReceiptReference: string;
  /** Reference of the receipt that this one corrects. */
  cbPreviousReceiptReference?: string;
  /** ISO 8601 in UTC, with Z. */
  cbReceiptMoment?: string;
  /** Issuer of the receipt. */
  cbUser?: Record<string, unknown>;
  /** Business customer. */
  cbCustomer?: Record<string, unknown>;
  /** ISO 4217 numeric code. */
  currencyCode?: string;
}
