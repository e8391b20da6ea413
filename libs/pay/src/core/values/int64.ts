/** Returns the exact digits of a positive int64, or what is wrong with the value, as the end of a sentence. */
export function readInt64(value: unknown): { text: string } | { problem: string } {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && value > 0) return { text: String(value) };
    if (Number.isInteger(value) && value > 0)
      return { problem: 'is above 2^53 − 1 and may have been rounded: pass it as text or bigint' };
  }
  if (typeof value === 'bigint' && value > 0n) return { text: String(value) };
  if (typeof value === 'string' && /^[1-9]\d{0,18}$/.test(value.trim())) return { text: value.trim() };
  return { problem: 'must be a positive whole number of up to 19 digits, as a number, text or bigint' };
}

/**
 * Adds the exact text of integers beside them, at any depth (null stays null). Changes and returns the value, which must come from
 * the parser.
 *
 * @param names member with an integer → member for its text.
 */
export function addExactTexts<T>(value: T, names: Readonly<Record<string, string>>): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const item of value) addExactTexts(item, names);
    return value;
  }
  const members = value as Record<string, unknown>;
  for (const [name, textName] of Object.entries(names)) {
    const integer = members[name];
    // The sender must not choose the text.
    delete members[textName];
    if (typeof integer === 'number' || typeof integer === 'string') members[textName] = String(integer);
    else if (integer === null) members[textName] = null;
  }
  for (const member of Object.values(members)) addExactTexts(member, names);
  return value;
}
