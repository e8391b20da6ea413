import type { PosSession } from '../areas/results.generated.js';
import { serviceTime } from '../areas/service-time.js';
import type { PaySale } from '../till/sale.types.js';
import type {
  FiscalIssuedDocument,
  FiscalPayment,
  FiscalReport,
  FiscalSignature,
  PayFiscalSale,
} from './fiscal.types.js';

/** One request for a signature. It is stored before the provider is asked, so that none is forgotten. */
export interface SignatureAttempt {
  /** Key of the request. */
  readonly key: string;
  readonly text: string | null;
  readonly signature: string | null;
  /** Milliseconds since 1970. */
  readonly validUntil: number | null;
  readonly isCanceled?: boolean;
}

/** Members of a row that are stored as JSON. */
export interface FiscalData {
  readonly terminalId: string;
  readonly document: FiscalIssuedDocument | null;
  readonly attempts: readonly SignatureAttempt[];
  readonly transactionId: string | null;
  readonly session: PosSession | null;
  readonly report: FiscalReport | null;
}

/** A row of the table. */
export interface FiscalRecord extends FiscalData {
  readonly id: string;
  readonly kind: PayFiscalSale['kind'];
  readonly state: PayFiscalSale['state'];
  readonly amount: number;
  readonly tip: number;
  readonly message: string | null;
  readonly failures: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly reportedAt: Date | null;
}

export function signatureOf({ text, signature, validUntil }: SignatureAttempt): FiscalSignature | null {
  if (text === null || signature === null) return null;
  return { text, signature, ...(validUntil !== null && { validUntil: new Date(validUntil) }) };
}

const aadeTransactionIdOf = (session: PosSession | null): string | null => session?.aadeTransactionId ?? null;

/** Returns the time of a session's transaction. Null if there is no time that can be read. */
export const transactionTimeOf = (session: PosSession | null): Date | null =>
  serviceTime(session?.transactionDateTime ?? '');

/** Returns what users see of a row. */
export function fiscalSaleOf(record: FiscalRecord): PayFiscalSale {
  const { id, kind, state, terminalId, amount, tip, document, transactionId, report, message, ...more } =
    record;
  const last = more.attempts.at(-1);
  return {
    ...{ id, kind, state, terminalId, amount, tip, document, transactionId, report, message },
    signature: last === undefined ? null : signatureOf(last),
    aadeTransactionId: aadeTransactionIdOf(more.session),
    ...{ createdAt: more.createdAt, paidAt: more.paidAt, reportedAt: more.reportedAt },
  };
}

/** Returns what the provider gets of a paid row. */
export function paymentOf(record: FiscalRecord, issuer: FiscalPayment['issuer']): FiscalPayment {
  const { id, kind, terminalId, amount, tip, document, transactionId, session } = record;
  const { signature, aadeTransactionId } = fiscalSaleOf(record);
  const paidAt = record.paidAt ?? record.createdAt;
  return {
    ...{ id, kind, issuer, document, signature, amount, tip, terminalId, transactionId, aadeTransactionId },
    ...{ paidAt, session },
  };
}

/** Returns whether the till can still send a sale. */
export const canBeSent = ({ state }: FiscalRecord): boolean => state === 'reserved' || state === 'signed';

/** Returns the requests for signatures with the one that the till has sent as the last one. A process that stalled can have added others. */
export function withSentLast({ attempts }: FiscalRecord, { request }: PaySale): readonly SignatureAttempt[] {
  // The tokens of a fiscal device have one session key, so the signature alone is not enough.
  const sent = attempts.find(
    ({ text, signature }) =>
      signature !== null &&
      signature === request['aadeProviderSignature'] &&
      text === request['aadeProviderSignatureData'],
  );
  return sent === undefined ? attempts : [...attempts.filter((one) => one !== sent), sent];
}

/** Returns the requests for signatures that no payment has used, and that the provider has not canceled. */
export function unusedAttempts({ state, reportedAt, attempts }: FiscalRecord): SignatureAttempt[] {
  // A person can state that a reported payment was reversed.
  const isUsed = state !== 'not-paid' || reportedAt !== null;
  return attempts.filter((one, index) => !one.isCanceled && !(isUsed && index === attempts.length - 1));
}

/** Returns the state after an end of the till's sale. */
export function stateAfter(sale: PaySale, { reportedAt }: FiscalRecord): FiscalRecord['state'] {
  if (sale.state === 'paid') return reportedAt === null ? 'paid' : 'reported';
  return sale.state === 'not-paid' ? 'not-paid' : 'needs-a-person';
}
