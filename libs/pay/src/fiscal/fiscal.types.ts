import type { PosSession } from '../areas/results.generated.js';
import type { PayRefundRequest, PaySaleRequest } from '../till/sale.types.js';
import type { FiscalEncoding } from './fiscal-uid.js';

/** The shop that issues the documents. */
export interface FiscalIssuer {
  /** Greek tax number (AFM): nine digits. */
  vatNumber: string;
  /** Branch in the tax register. @default 0, the seat */
  branch?: number;
  /** Encoding of a series with Greek letters in the UID: see `fiscalUid`. */
  encoding?: FiscalEncoding;
}

/** A receipt, an invoice or a credit note, before it has its number. Amounts are in minor units. */
export interface PayFiscalDocument {
  /** myDATA type, for example `11.1` for a retail receipt and `11.4` for a retail credit note. */
  type: string;
  /** @default '0', which stands for no series */
  series?: string;
  /**
   * Number in the series. Pass that of an earlier sale to pay another part of its document, or to try again after an end without a
   * payment. @default the next number of the series, stored with the sale
   */
  number?: number;
  /** Day of issue in Athens, `YYYY-MM-DD`. @default today */
  issuedOn?: string;
  /** MARK of a document that is registered before the payment. */
  mark?: string;
  net: number;
  vat: number;
  /** `net` + `vat`. More than the sale's amount if the card pays a part. */
  gross: number;
}

/** A document with everything that its signature needs. */
export interface FiscalIssuedDocument {
  readonly type: string;
  readonly series: string;
  readonly number: number;
  readonly issuedOn: string;
  readonly uid: string;
  readonly mark: string | null;
  /** Minor units, as `vat` and `gross`. */
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
}

/** What a provider signs. */
export interface FiscalSignatureRequest {
  /** ID of the sale. */
  readonly id: string;
  readonly kind: 'sale' | 'refund';
  readonly issuer: Readonly<FiscalIssuer>;
  readonly document: FiscalIssuedDocument;
  /** What the card pays or gets back, in minor units, without a tip. */
  readonly amount: number;
  readonly terminalId: string;
}

/** A signature of a provider, or the token and the session key of a fiscal device. */
export interface FiscalSignature {
  /** The text that was signed, to the byte. Of a fiscal device, the token of the cash register. */
  readonly text: string;
  /** In base64, as DER or 64 raw bytes. Of a fiscal device, the session key. */
  readonly signature: string;
  /** When the terminal no longer accepts it. @default two hours after it was received */
  readonly validUntil?: Date;
}

/** A payment to report to the tax authority. Amounts are in minor units. */
export interface FiscalPayment {
  /** ID of the sale, or of the terminal's session for an autonomous sale. */
  readonly id: string;
  /** `autonomous`: the terminal sold without a connection, so there is no document and no signature. */
  readonly kind: 'sale' | 'refund' | 'autonomous';
  readonly issuer: Readonly<FiscalIssuer>;
  readonly document: FiscalIssuedDocument | null;
  /** The signature that the terminal verified. */
  readonly signature: FiscalSignature | null;
  /** Without the tip. */
  readonly amount: number;
  readonly tip: number;
  readonly terminalId: string;
  /** Viva.com's ID of the transaction. */
  readonly transactionId: string | null;
  /** The ID that myDATA expects: 21 digits, a text. Null if the service did not report it. */
  readonly aadeTransactionId: string | null;
  /** Time of the terminal's transaction. If the service did not report it, the time when the payment was stored. */
  readonly paidAt: Date;
  /** What the service reported about the session; null if a person stated the payment. */
  readonly session: PosSession | null;
}

/** What a provider confirms after a report. */
export interface FiscalReport {
  /** MARK of the document at myDATA. */
  readonly mark?: string;
  /** Address of the QR code on the receipt. */
  readonly url?: string;
}

/** Options of each call of a provider. */
interface ProviderCall {
  /** A call with the key of an earlier one has the same result, and does nothing a second time. */
  readonly key: string;
  /** Aborts when the call took too long. */
  readonly signal: AbortSignal;
}

/** Your e-invoicing provider, or your fiscal device. Errors that it throws are repeated, except for `PayFiscalError`. */
export interface PayFiscalProvider {
  /** AADE number of the provider: `999` for tests, `800` for a fiscal device. */
  readonly id: string;
  /** Signs before the terminal asks for the card. A `PayFiscalError` ends the sale; after other errors, it waits and asks again. */
  sign(request: FiscalSignatureRequest, call: ProviderCall): Promise<FiscalSignature>;
  /** Reports a payment. It is called until it resolves. */
  report(payment: FiscalPayment, call: ProviderCall): Promise<FiscalReport | void>;
  /**
   * Cancels a signature that no payment has used.
   *
   * @param signature - Null if the response to `sign` was lost.
   * @param call - `key` is that of `sign`.
   */
  cancel?(signature: FiscalSignature | null, call: ProviderCall): Promise<void>;
}

/** Options of `PayFiscalModule`. Its tables are in the database of the till. */
export interface PayFiscalOptions {
  /** Signs sales and reports payments. */
  provider: PayFiscalProvider;
  /** The shop. */
  issuer: FiscalIssuer;
  /** How often each process looks for payments to report, in milliseconds. @default 1_000 */
  pollMs?: number;
  /** Longest pause before a report is repeated, in milliseconds. @default 300_000 */
  maxRetryMs?: number;
  /** How often autonomous sales of the terminals are read, in milliseconds. @default 300_000 */
  autonomousMs?: number;
  /**
   * IDs of the terminals whose autonomous sales are reported for this issuer. Required for an ISV, whose list has the terminals of all
   * its merchants. Pass it also if several branches have one account. @default all terminals of the account
   */
  terminals?: readonly string[];
}

/** Members of a terminal request that the module writes. */
type Written =
  | 'currencyCode'
  | 'fiscalisationData'
  | 'aadeProviderId'
  | 'aadeProviderSignatureData'
  | 'aadeProviderSignature';

/** A sale of the till with its document, in euros. */
export type PayFiscalSaleRequest = Omit<PaySaleRequest, Written> & { document: PayFiscalDocument };
/** A refund of the till with its credit note. */
export type PayFiscalRefundRequest = Required<Pick<PayRefundRequest, 'amount'>> &
  PayRefundRequest & { document: PayFiscalDocument };

/** A fiscal sale, with everything that is known about it. Its progress at the terminal is the sale of the till with its ID. */
export interface PayFiscalSale {
  /** ID of the till's sale, or of the session of an autonomous sale. */
  readonly id: string;
  readonly kind: FiscalPayment['kind'];
  /**
   * - `reserved`: number and UID are fixed, nothing is signed;
   * - `signed`: the terminal can ask for the card;
   * - `paid`: the payment is not reported yet, and is being reported;
   * - `reported`: the provider has confirmed the report;
   * - `not-paid`;
   * - `needs-a-person`: so does the till's sale. Resolve it there.
   */
  readonly state: 'reserved' | 'signed' | 'paid' | 'reported' | 'not-paid' | 'needs-a-person';
  readonly terminalId: string;
  /** Minor units, without the tip. */
  readonly amount: number;
  readonly tip: number;
  /** Null for an autonomous sale. */
  readonly document: FiscalIssuedDocument | null;
  /** The last signature; null before, and for an autonomous sale. */
  readonly signature: FiscalSignature | null;
  readonly transactionId: string | null;
  readonly aadeTransactionId: string | null;
  /** What the provider confirmed; null before. */
  readonly report: FiscalReport | null;
  /** Why the last call of the provider failed, for staff. */
  readonly message: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly reportedAt: Date | null;
}

/** Which fiscal sales to list. */
export interface PayFiscalFilter {
  state?: PayFiscalSale['state'];
  /** Created at this time or later. */
  from?: Date;
  /** Created before this time. */
  to?: Date;
  /** @default 100 */
  limit?: number;
}

/** Sum of the payments of one kind and one series. */
export interface PayFiscalTotal {
  kind: FiscalPayment['kind'];
  /** Type and series of the documents; null for autonomous sales. */
  type: string | null;
  series: string | null;
  count: number;
  /** Payments among them that are not reported yet. */
  unreported: number;
  /** Minor units, without tips. */
  amount: number;
  /** Minor units. */
  tips: number;
}
