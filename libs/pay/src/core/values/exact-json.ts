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
  const maxBytes = limits.maxBytes ?? DEFAULT_MAX_BYTES;
  const maxDepth = limits.maxDepth ?? DEFAULT_MAX_DEPTH;
  const text = decode(input, maxBytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // JSON.parse's own message quotes the text, which may contain card data.
    return new ExactJsonReader(text, maxDepth).read();
  }
  return isRead(value, maxDepth) ? value : new ExactJsonReader(text, maxDepth).read();
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
function isRead(value: unknown, depthLeft: number): boolean {
  if (typeof value === 'number') return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return true;
  if (depthLeft === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isRead(item, depthLeft - 1)) return false;
    return true;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) {
    const member = members[name];
    // Most members are strings, which need no call.
    if (name === '__proto__' || (typeof member !== 'string' && !isRead(member, depthLeft - 1))) return false;
  }
  return true;
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

function tooDeep(maxDepth: number): ExactJsonError {
  return new ExactJsonError('too-deep', `JSON is nested deeper than ${maxDepth} levels`);
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WHITE_SPACE = /[ \t\n\r]*/y;

class ExactJsonReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
  ) {}

  read(): unknown {
    const value = this.value(this.maxDepth);
    this.skipWhiteSpace();
    if (this.at < this.text.length) throw this.malformed('unexpected text after the value');
    return value;
  }

  private value(depthLeft: number): unknown {
    this.skipWhiteSpace();
    switch (this.text[this.at]) {
      case '{':
        return this.object(depthLeft);
      case '[':
        return this.array(depthLeft);
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private object(depthLeft: number): Record<string, unknown> {
    if (depthLeft === 0) throw tooDeep(this.maxDepth);
    const members: Record<string, unknown> = {};
    this.at++;
    if (this.accept('}')) return members;
    do {
      this.skipWhiteSpace();
      if (this.text[this.at] !== '"') throw this.malformed('expected a member name');
      const name = this.string();
      if (!this.accept(':')) throw this.malformed("expected ':'");
      const value = this.value(depthLeft - 1);
      if (name !== '__proto__') members[name] = value;
    } while (this.accept(','));
    if (!this.accept('}')) throw this.malformed("expected ',' or '}'");
    return members;
  }

  private array(depthLeft: number): unknown[] {
    if (depthLeft === 0) throw tooDeep(this.maxDepth);
    const items: unknown[] = [];
    this.at++;
    if (this.accept(']')) return items;
    do items.push(this.value(depthLeft - 1));
    while (this.accept(','));
    if (!this.accept(']')) throw this.malformed("expected ',' or ']'");
    return items;
  }

  private string(): string {
    const from = this.at;
    let end = this.text.indexOf('"', from + 1);
    while (end !== -1 && this.isEscaped(end, from)) end = this.text.indexOf('"', end + 1);
    if (end === -1) throw this.malformed('a string has no end');
    this.at = end + 1;
    try {
      return JSON.parse(this.text.slice(from, this.at)) as string;
    } catch {
      this.at = from;
      throw this.malformed('a string has a character or escape that JSON forbids');
    }
  }

  private isEscaped(quote: number, from: number): boolean {
    let backslashes = 0;
    while (quote - 1 - backslashes > from && this.text[quote - 1 - backslashes] === '\\') backslashes++;
    return backslashes % 2 === 1;
  }

  private number(): number | string {
    NUMBER.lastIndex = this.at;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) throw this.malformed('expected a value');
    this.at += literal.length;
    const value = Number(literal);
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : literal;
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.malformed('expected a value');
    this.at += word.length;
    return value;
  }

  private accept(character: string): boolean {
    this.skipWhiteSpace();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private skipWhiteSpace(): void {
    WHITE_SPACE.lastIndex = this.at;
    WHITE_SPACE.exec(this.text);
    this.at = WHITE_SPACE.lastIndex;
  }

  private malformed(problem: string): ExactJsonError {
    return new ExactJsonError('malformed', `JSON is malformed at character ${this.at}: ${problem}`);
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
