import { createPrivateKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { buildFiscalText } from './fiscal-text.js';
import type { FiscalPayment, FiscalReport, FiscalSignature, PayFiscalProvider } from './fiscal.types.js';

/** Options of `localFiscalProvider`. */
export interface LocalFiscalProviderOptions {
  /** P-256 key that the terminal, or the simulator, knows: PEM, Base64 of PKCS #8, or a key of `node:crypto`. */
  privateKey: string | KeyObject;
  /** AADE number. @default '999', which stands for tests */
  id?: string;
  /** How long signatures are valid, in milliseconds. @default 300_000 */
  validMs?: number;
  /** Returns the time. @default the time of this process */
  now?: () => Date;
}

/** A provider for tests, with its books. */
export interface LocalFiscalProvider extends PayFiscalProvider {
  /** Reported payments, by key. */
  readonly payments: ReadonlyMap<string, FiscalPayment>;
  /** Signatures, by key. */
  readonly signatures: ReadonlyMap<string, FiscalSignature>;
  /** Keys of canceled signatures. */
  readonly canceled: ReadonlySet<string>;
}

/**
 * Creates a provider for tests and demos. It signs with a local key, and keeps what is reported in memory. It reports nothing to the
 * tax authority.
 *
 * @example
 * const provider = localFiscalProvider({ privateKey: AADE_TEST_KEY.privateKey }); // of pay-simulator
 */
export function localFiscalProvider({
  privateKey,
  id = '999',
  validMs = 300_000,
  now = () => new Date(),
}: LocalFiscalProviderOptions): LocalFiscalProvider {
  const key = typeof privateKey === 'string' ? readKey(privateKey) : privateKey;
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new RangeError('privateKey must be a private EC key on the curve P-256');
  const payments = new Map<string, FiscalPayment>();
  const signatures = new Map<string, FiscalSignature>();
  const canceled = new Set<string>();
  return {
    ...{ id, payments, signatures, canceled },
    sign({ document, amount, terminalId }, { key: once }) {
      const { uid, mark, net, vat, gross } = document;
      const signedAt = now();
      const text = buildFiscalText({ uid, mark, signedAt, amount, net, vat, gross, terminalId });
      const signature = sign('sha256', Buffer.from(text), key).toString('base64');
      const validUntil = new Date(signedAt.getTime() + validMs);
      const first = signatures.get(once) ?? { text, signature, validUntil };
      signatures.set(once, first);
      return Promise.resolve(first);
    },
    report(payment, { key: once }) {
      payments.set(once, payments.get(once) ?? payment);
      return Promise.resolve(reportOf(payment));
    },
    cancel(_, { key: once }) {
      canceled.add(once);
      return Promise.resolve();
    },
  };
}

function readKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPrivateKey(text);
  return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
}

/** A MARK has 15 digits. This one is made up of the UID. */
function reportOf({ document }: FiscalPayment): FiscalReport {
  if (document === null) return {};
  const { uid, mark } = document;
  const digits = BigInt(`0x${uid}`) % 10n ** 11n;
  const made = `4000${digits.toString().padStart(11, '0')}`;
  return { mark: mark ?? made, url: `https://provider.example/receipts/${uid}` };
}
