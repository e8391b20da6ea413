/**
 * An order code as results carry it: a number while it is exact, else its exact digits as text
 * (codes have 16 digits and can exceed 2^53 − 1). The twin `orderCodeText` is always the exact text.
 */
export type OrderCodeValue = number | string;

/** An order code as every method accepts it. A number beyond 2^53 − 1 is refused: it may have been rounded. */
export type OrderCodeInput = number | string | bigint;

const TWINS = { orderCode: 'orderCodeText', OrderCode: 'OrderCodeText' } as const;

/**
 * Adds to every `orderCode` / `OrderCode` member, at any depth, its exact-text twin `orderCodeText` / `OrderCodeText`
 * (null stays null). Changes the given value, which must come fresh from the parser, and returns it.
 */
export function withOrderCodeText<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    value.forEach(withOrderCodeText);
    return value;
  }
  const members = value as Record<string, unknown>;
  for (const [name, twin] of Object.entries(TWINS)) {
    const code = members[name];
    // A twin that the sender put there would be believed in place of the code.
    delete members[twin];
    if (typeof code === 'number' || typeof code === 'string') members[twin] = String(code);
    else if (code === null) members[twin] = null;
  }
  Object.values(members).forEach(withOrderCodeText);
  return value;
}

/** The exact digits of an order code, or what is wrong with it, as the end of a sentence. */
export function readOrderCode(code: unknown): { text: string } | { problem: string } {
  if (typeof code === 'number') {
    if (Number.isSafeInteger(code) && code > 0) return { text: String(code) };
    return Number.isInteger(code) && code > 0
      ? { problem: 'is above 2^53 − 1 and may have been rounded: pass it as text or bigint' }
      : { problem: 'must be a positive whole number' };
  }
  if (typeof code === 'bigint' && code > 0n) return { text: String(code) };
  if (typeof code === 'string' && /^[1-9]\d{0,18}$/.test(code.trim())) return { text: code.trim() };
  return { problem: 'must be an order code: up to 19 digits, as a number, text or bigint' };
}
