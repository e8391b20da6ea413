/** Limits of the JSON reader. */
export interface ExactJsonLimits {
  /** @default 8 MiB */
  maxBytes?: number;
  /** @default 64 */
  maxDepth?: number;
}

export type ExactJsonProblem = 'too-large' | 'too-deep' | 'malformed';

/** Why a text was not read as JSON. The message never repeats the text. */
export class ExactJsonError extends Error {
  override readonly name = 'ExactJsonError';
  constructor(
    readonly reason: ExactJsonProblem,
    message: string,
  ) {
    super(message);
  }
}

const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;
const DEFAULT_MAX_DEPTH = 64;

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON without rounding: an integer beyond ±(2^53 − 1) becomes a string with its exact digits,
 * every other number a number. `__proto__` keys are dropped. Otherwise returns the same value as `JSON.parse`.
 *
 * @throws ExactJsonError if the text is malformed, too large or too deep.
 */
export function parseExactJson(input: string | Uint8Array, limits: ExactJsonLimits = {}): unknown {
  const maxDepth = limits.maxDepth ?? DEFAULT_MAX_DEPTH;
  const text = decode(input, limits.maxBytes ?? DEFAULT_MAX_BYTES);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // JSON.parse's own message quotes the text, which may contain card data.
    throw new ExactJsonError('malformed', 'JSON is malformed');
  }
  if (isExact(value, maxDepth)) return value;
  if (isDeeper(value, maxDepth))
    throw new ExactJsonError('too-deep', `JSON is nested deeper than ${maxDepth} levels`);
  return JSON.parse(withQuotedNumbers(text), (name, member: unknown) =>
    name === '__proto__' ? undefined : member,
  );
}

/** Reads JSON like {@link parseExactJson}, or returns undefined if the input is not JSON. */
export function readExactJson(input: string | Uint8Array): unknown {
  try {
    return parseExactJson(input);
  } catch (error) {
    if (error instanceof ExactJsonError) return undefined;
    throw error;
  }
}

/** Returns whether JSON.parse gave the exact value: no number that may be rounded, no `__proto__`, and not too deep. */
function isExact(value: unknown, depthLeft: number): boolean {
  if (typeof value === 'number') return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return true;
  if (depthLeft === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isExact(item, depthLeft - 1)) return false;
    return true;
  }
  const members = value as Record<string, unknown>;
  // Also reads members that another package adds to Object.prototype, which takes longer and changes nothing.
  for (const name in members) {
    const member = members[name];
    // Most members are strings, which need no call.
    if (name === '__proto__' || (typeof member !== 'string' && !isExact(member, depthLeft - 1))) return false;
  }
  return true;
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1));
}

/** Quotes each number that JavaScript would round, in valid JSON text. */
function withQuotedNumbers(text: string): string {
  let isInString = false;
  return text.replace(/\\.|"|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') isInString = !isInString;
    return !isInString && Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER ? `"${token}"` : token;
  });
}

function decode(input: string | Uint8Array, maxBytes: number): string {
  // No character is more than three bytes.
  if (typeof input === 'string' && input.length * 3 <= maxBytes) return input;
  const bytes = typeof input === 'string' ? Buffer.byteLength(input) : input.byteLength;
  if (bytes > maxBytes) {
    throw new ExactJsonError('too-large', `JSON of ${bytes} bytes is over the limit of ${maxBytes} bytes`);
  }
  if (typeof input === 'string') return input;
  try {
    return UTF_8.decode(input);
  } catch {
    throw new ExactJsonError('malformed', 'JSON is not valid UTF-8');
  }
}

/**
 * Writes JSON text in which a bigint becomes a number of any size. `JSON.stringify` cannot write one.
 *
 * @throws TypeError for a value that JSON cannot hold.
 */
export function toExactJsonText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => toExactJsonText(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toExactJsonText(member)}`).join(',')}}`;
  }
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  return text;
}
