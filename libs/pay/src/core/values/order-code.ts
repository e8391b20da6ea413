/**
 * Order code in results: a number if it is exact, otherwise text with its exact digits
 * (codes have 16 digits and can exceed 2^53 − 1). The member `orderCodeText` beside it is always the exact text.
 */
export type OrderCodeValue = number | string;

/** Order code as an argument. A number beyond 2^53 − 1 is refused: it may have been rounded. */
export type OrderCodeInput = number | string | bigint;

const TEXT_MEMBERS = { orderCode: 'orderCodeText', OrderCode: 'OrderCodeText' } as const;

/**
 * Adds `orderCodeText` / `OrderCodeText` with the exact text beside every `orderCode` / `OrderCode`, at any depth (null stays null).
 * Changes and returns the value, which must come from the parser.
 */
export function withOrderCodeText<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    value.forEach(withOrderCodeText);
    return value;
  }
  const members = value as Record<string, unknown>;
  for (const [name, textName] of Object.entries(TEXT_MEMBERS)) {
    const code = members[name];
    // The sender must not choose the text.
    delete members[textName];
    if (typeof code === 'number' || typeof code === 'string') members[textName] = String(code);
    else if (code === null) members[textName] = null;
  }
  Object.values(members).forEach(withOrderCodeText);
  return value;
}

/** Returns the exact digits of an order code, or what is wrong with it, as the end of a sentence. */
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
