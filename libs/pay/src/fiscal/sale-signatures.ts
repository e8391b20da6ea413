import { systemClock } from '../core/values/clock.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { withinTime } from '../core/values/time-limit.js';
import type { SalePreparation } from '../till/sale-hook.js';
import { toDerSignature } from './der-signature.js';
import { PayFiscalError } from './fiscal-error.js';
import { canBeSent } from './fiscal-record.js';
import type { FiscalRecord, SignatureAttempt } from './fiscal-record.js';
import type { FiscalStore, RecordChange } from './fiscal-store.js';
import { parseFiscalText } from './fiscal-text.js';
import type {
  FiscalIssuedDocument,
  FiscalIssuer,
  FiscalSignature,
  PayFiscalProvider,
} from './fiscal.types.js';

/** AADE number of fiscal devices: their token and session key have forms of their own. */
const DEVICE = '800';
/** Less than the till waits for a preparation. */
const SIGN_MS = 8_000;
/** How long a signature is used if the provider states no end. */
const VALID_MS = 7_200_000;
/** How long a signature must remain valid when the request is sent. */
const MARGIN_MS = 5_000;
/** Pauses before the provider is asked again. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 3_000;
/** The same for a provider whose signatures have always expired, for example because of its clock: each one is another signature. */
const MAX_EXPIRED_WAIT_MS = 60_000;
/** Why a signature is not used. */
const EXPIRED = 'The signature was no longer valid when it arrived. Another one is requested.';

/** Gets the signature of each sale before it is sent. */
export class SaleSignatures {
  constructor(
    private readonly store: FiscalStore,
    private readonly provider: PayFiscalProvider,
    private readonly issuer: FiscalIssuer,
  ) {}

  /**
   * Returns the members of the request with a signature that is valid now. An attempt is stored before the provider is asked, with the
   * key that repeats it, so a crash asks for the same signature again.
   */
  async prepare(id: string): Promise<SalePreparation> {
    const record = await this.store.find(id);
    if (record?.document == null) return { request: {} };
    const usable = this.#usable(record);
    if (usable !== null) return this.#members(usable);
    const begun = await this.#change(id, (row) => this.#begin(row));
    // Another process has sent it meanwhile, so this one has lost its lease.
    if (begun === null || !canBeSent(begun)) return { waitMs: FIRST_WAIT_MS, message: 'The sale has ended.' };
    const key = begun.attempts.at(-1)?.key ?? '';
    try {
      const { text, signature, validUntil } = await this.#sign(record, record.document, key);
      const end = validUntil?.getTime() ?? this.#now() + VALID_MS;
      const hasExpired = end - this.#now() <= MARGIN_MS;
      const signed = await this.#change(id, ({ attempts, failures }) => ({
        state: 'signed',
        ...(hasExpired ? { message: EXPIRED, failures: failures + 1 } : { message: null, failures: 0 }),
        attempts: attempts.map((one) =>
          one.key === key && one.signature === null ? { ...one, text, signature, validUntil: end } : one,
        ),
      }));
      const valid = signed === null ? null : this.#usable(signed);
      if (valid !== null) return this.#members(valid);
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (signed?.failures ?? 1), MAX_EXPIRED_WAIT_MS);
      return { waitMs, message: EXPIRED };
    } catch (error) {
      return this.#failed(id, error);
    }
  }

  /** Changes a sale unless it has ended: this process may have stalled, and another one has sent the sale. */
  #change(id: string, decide: (row: FiscalRecord) => RecordChange | null): Promise<FiscalRecord | null> {
    return this.store.change(id, (row) => (canBeSent(row) ? decide(row) : null));
  }

  #now(): number {
    return this.store.sql.now()?.getTime() ?? Date.now();
  }

  /** Returns the last attempt if the terminal accepts its signature now. */
  #usable({ attempts }: FiscalRecord): SignatureAttempt | null {
    const last = attempts.at(-1);
    const isUsable = last?.signature != null && (last.validUntil ?? 0) - this.#now() > MARGIN_MS;
    return isUsable ? last : null;
  }

  /** Adds an attempt if there is none, or if the last signature has expired. */
  #begin({ id, attempts }: FiscalRecord): { attempts: SignatureAttempt[] } | null {
    const last = attempts.at(-1);
    if (last?.signature === null) return null;
    const empty = { text: null, signature: null, validUntil: null };
    return { attempts: [...attempts, { key: `${this.store.keyOf(id)}.${attempts.length + 1}`, ...empty }] };
  }

  async #sign(record: FiscalRecord, document: FiscalIssuedDocument, key: string): Promise<FiscalSignature> {
    const { id, kind, amount, terminalId } = record;
    const { provider, issuer } = this;
    const request = {
      id,
      kind: kind === 'refund' ? kind : 'sale',
      issuer,
      document,
      amount,
      terminalId,
    } as const;
    const call = { key, signal: AbortSignal.timeout(SIGN_MS) };
    const signing = Promise.resolve().then(() => provider.sign(request, call));
    const signed = await withinTime(systemClock, SIGN_MS, signing, 'it took too long');
    return checkedSignature(provider.id, signed, { amount, terminalId, document });
  }

  async #failed(id: string, error: unknown): Promise<SalePreparation> {
    const isFinal = error instanceof PayFiscalError;
    const reason = describeThrown(error).message;
    const message = isFinal
      ? `The provider's signature cannot be used: ${reason}`
      : `The e-invoicing provider did not sign, and is asked again: ${reason}`;
    const failed = await this.#change(id, (row) => ({ message, failures: row.failures + 1 }));
    if (isFinal) return { refused: message };
    return { waitMs: Math.min(FIRST_WAIT_MS * 2 ** (failed?.failures ?? 1), MAX_WAIT_MS), message };
  }

  #members({ text, signature }: SignatureAttempt): SalePreparation {
    return {
      request: {
        aadeProviderId: this.provider.id,
        aadeProviderSignatureData: text,
        aadeProviderSignature: signature,
      },
    };
  }
}

/**
 * Checks what a provider has signed against the sale, as the terminal does. The text stays as it is, to the byte.
 *
 * @throws PayFiscalError that names the difference.
 */
function checkedSignature(
  providerId: string,
  signed: FiscalSignature,
  { amount, terminalId, document }: { amount: number; terminalId: string; document: FiscalIssuedDocument },
): FiscalSignature {
  const attempt = { text: '', signature: '', validUntil: null, ...(signed as FiscalSignature | undefined) };
  const { text, signature, validUntil } = attempt;
  if (typeof text !== 'string' || text === '' || typeof signature !== 'string' || signature === '')
    throw new PayFiscalError('invalid', 'sign() must resolve with { text, signature }: neither may be empty');
  // Not final: a time that cannot be read does not spoil the sale, and the provider repeats the call under its key.
  if (validUntil != null && !(validUntil instanceof Date && Number.isFinite(validUntil.getTime())))
    throw new TypeError(
      'sign() resolved with a validUntil that is not a valid Date: omit it if there is none',
    );
  const until = validUntil == null ? {} : { validUntil };
  if (providerId === DEVICE) return { text, signature, ...until };
  const { uid, mark, net, vat, gross } = document;
  const expected = { uid, mark, amount, net, vat, gross, terminalId };
  const fields = parseFiscalText(text);
  const other = (Object.keys(expected) as (keyof typeof expected)[]).find(
    (name) => fields[name] !== expected[name],
  );
  if (other !== undefined)
    throw new PayFiscalError(
      'invalid',
      `the signed text has ${other} ${String(fields[other])} instead of ${String(expected[other])}`,
    );
  return { text, signature: toDerSignature(signature), ...until };
}
