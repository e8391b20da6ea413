import { toMinorUnits } from '../../../core/values/money.js';

/** How an event differs from the resource that was read; `null` if they agree. */
export type Mismatch = null | {
  /** `not-yet`: the service has not finished; the resource may agree later. */
  kind: 'disagrees' | 'not-yet';
  /** The member that differs, for the log. */
  why: string;
};

export const disagrees = (why: string): Mismatch => ({ kind: 'disagrees', why });
export const notYet = (why: string): Mismatch => ({ kind: 'not-yet', why });

/** Whether two amounts in major units are the same money, whatever their sign where `ignoreSign` is set. */
export function isSameAmount(
  a: unknown,
  b: unknown,
  currency: string | null,
  { ignoreSign = false }: { ignoreSign?: boolean } = {},
): boolean {
  const [first, second] = [a, b].map((amount) => decimalText(amount, ignoreSign));
  if (first == null || second == null) return false;
  try {
    return toMinorUnits(first, currency ?? '') === toMinorUnits(second, currency ?? '');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // An unlisted currency or a fraction of a minor unit: the decimals themselves decide.
    return Number(first) === Number(second);
  }
}

function decimalText(amount: unknown, ignoreSign: boolean): string | null {
  if (typeof amount !== 'number' && typeof amount !== 'string') return null;
  const text = String(amount).trim();
  if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
  return ignoreSign ? text.replace('-', '') : text;
}

/** Whether an event names this order, both in the exact text and in the member itself. */
export function isSameOrder(data: Readonly<Record<string, unknown>>, orderCodeText: string): boolean {
  const { OrderCode: code, OrderCodeText: text } = data;
  return (
    (typeof code === 'number' || typeof code === 'string') &&
    String(code) === orderCodeText &&
    text === orderCodeText
  );
}

/** Currencies come as text or number, with or without leading zeros. */
export function isSameCurrency(stated: unknown, known: string): boolean {
  return (
    (typeof stated === 'string' || typeof stated === 'number') && String(stated).padStart(3, '0') === known
  );
}

/** Optional texts: null, missing and empty are the same. */
export function isSameText(stated: unknown, known: unknown): boolean {
  return (stated ?? '') === (known ?? '');
}
