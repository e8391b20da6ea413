import { toMinorUnits } from '../../core/values/money.js';

/** Posted members of an event. */
export type EventData = Readonly<Record<string, unknown>>;

/** Why a resource does not confirm an event; `null` if it does. */
export type Denial = null | {
  /** `not-yet`: the service has not finished; the resource may confirm the event later. */
  kind: 'denied' | 'not-yet';
  /** The member that differs, for the log. */
  reason: string;
};

export const denied = (reason: string): Denial => ({ kind: 'denied', reason });
export const notYet = (reason: string): Denial => ({ kind: 'not-yet', reason });

/** Denies an event for the first member that does not agree with the resource. */
export function denialOf(agreements: Readonly<Record<string, boolean>>): Denial {
  const member = Object.keys(agreements).find((name) => agreements[name] === false);
  return member === undefined ? null : denied(member);
}

/** Whether two amounts in major units are equal in minor units. `ignoreSign` ignores their signs. */
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
    // For an unlisted currency or a fraction of a minor unit, the decimals are compared.
    return Number(first) === Number(second);
  }
}

function decimalText(amount: unknown, ignoreSign: boolean): string | null {
  if (typeof amount !== 'number' && typeof amount !== 'string') return null;
  const text = String(amount).trim();
  if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
  return ignoreSign ? text.replace('-', '') : text;
}

/** Whether an event names this order, in `OrderCodeText` and in `OrderCode`. */
export function isSameOrder({ OrderCode: code, OrderCodeText: text }: EventData, orderCode: string): boolean {
  return (
    (typeof code === 'number' || typeof code === 'string') && String(code) === orderCode && text === orderCode
  );
}

/** Compares currencies, which are text or numbers, with or without leading zeros. */
export function isSameCurrency(posted: unknown, known: string): boolean {
  return (
    (typeof posted === 'string' || typeof posted === 'number') && String(posted).padStart(3, '0') === known
  );
}

/** Compares optional texts: null, undefined and empty are equal. */
export function isSameText(posted: unknown, known: unknown): boolean {
  return (posted ?? '') === (known ?? '');
}

/** Compares the caller's reference with an event that has one. */
export function isSameReference(data: EventData, member: string, known: unknown): boolean {
  return !(member in data) || isSameText(data[member], known);
}

/** Compares optional IDs, which have no letter case. */
export function isSameOptionalId(posted: unknown, known: unknown): boolean {
  const [first, second] = [posted, known].map((id) => (typeof id === 'string' ? id.toLowerCase() : id));
  return isSameText(first, second);
}

/** Compares optional codes. Without a transaction, the code of an order is '0' or missing. */
export function isSameOptionalCode(posted: unknown, known: unknown): boolean {
  const [first, second] = [posted, known].map((code) => {
    const text = typeof code === 'number' ? String(code) : code;
    return text === '0' ? null : text;
  });
  return isSameText(first, second);
}
