/** Returns the exact digits of a positive int64, or what is wrong with the value, as the end of a sentence. */
export function readInt64(value: unknown): { text: string } | { problem: string } {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && value > 0) return { text: String(value) };
    if (Number.isInteger(value) && value > 0)
      return { problem: 'is above 2^53 − 1 and may have been rounded: pass it as text or bigint' };
  }
  const text = typeof value === 'string' || typeof value === 'bigint' ? String(value).trim() : '';
  if (/^[1-9]\d{0,18}$/.test(text)) return { text };
  return { problem: 'must be a positive whole number of up to 19 digits, as a number, text or bigint' };
}

/** A string of digits that a service may send as a number, without its leading zeros. */
export interface DigitText {
  readonly digits: number;
  /** Texts with fewer digits have lost zeros, too. */
  readonly isPadded?: true;
}

/** Members whose values are more than a number. */
export interface ExactMembers {
  /** Member with an integer → member for its exact text beside it. */
  readonly texts: Readonly<Record<string, string>>;
  /** Members that are strings of digits. */
  readonly digits: Readonly<Record<string, DigitText>>;
}

/**
 * Adds the exact text of integers beside them (null stays null), and writes strings of digits with their leading zeros, at any
 * depth. Changes and returns the value, which must come from the parser.
 */
export function readExactMembers<T>(value: T, exact: ExactMembers): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const item of value) readExactMembers(item, exact);
    return value;
  }
  const members = value as Record<string, unknown>;
  for (const name in exact.texts) {
    const textName = exact.texts[name] ?? '';
    const integer = members[name];
    // The sender must not choose the text. Deleting an absent member takes long.
    if (textName in members) delete members[textName];
    if (typeof integer === 'number' || typeof integer === 'string') members[textName] = String(integer);
    else if (integer === null) members[textName] = null;
  }
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (typeof member === 'object') readExactMembers(member, exact);
    else if (Object.hasOwn(exact.digits, name)) members[name] = digitText(member, exact.digits[name]);
  }
  return value;
}

/** Returns the text with its leading zeros. Other values remain. */
function digitText(value: unknown, { digits, isPadded }: DigitText = { digits: 0 }): unknown {
  const isText = typeof value === 'string' && isPadded === true && /^\d+$/.test(value);
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return isText || isNumber ? String(value).padStart(digits, '0') : value;
}
