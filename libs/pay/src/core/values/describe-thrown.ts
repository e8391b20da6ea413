import { types } from 'node:util';
import { printableText } from './printable-text.js';
import { hideSecrets } from './redaction.js';

const NAME = /^[A-Z]\w{0,60}$/i;
const CODE = /^[A-Z0-9_]{1,40}$/;
const MAX_TEXT = 4_000;
/** Longer than any card number, IBAN or password that the redaction recognizes. */
const LONGEST_SECRET = 400;
const MAX_DEPTH = 3;
const MAX_ERRORS = 10;
const NO_MESSAGE = 'it failed without a message';

/**
 * Describes any thrown value as plain text that may be logged: secrets are hidden, control characters escaped. Never throws: a thrown
 * value may be a revoked proxy, have no prototype, or have properties that throw when read.
 */
export function describeThrown(thrown: unknown) {
  return {
    /** Class name of an error, such as `TypeError`. Null for anything else. */
    name: isError(thrown) ? matching(NAME, read(thrown, 'name')) : null,
    /** Never empty, and one line. */
    message: messageOf(thrown, 0),
    /** Code of a system or database error, such as `ECONNREFUSED` or `23505`. */
    code: matching(CODE, read(thrown, 'code')),
    /** Several lines. */
    stack: stackOf(thrown),
  };
}

/** Works like `instanceof`, but never throws. */
export function isInstance<Class>(
  value: unknown,
  type: abstract new (...values: never[]) => Class,
): value is Class {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

function messageOf(thrown: unknown, depth: number): string {
  const message = typeof thrown === 'string' ? thrown : read(thrown, 'message');
  if (typeof message === 'string' && message !== '') return printableText(shortened(message));
  if (depth < MAX_DEPTH) {
    // Node reports a failed connection as an AggregateError with an empty message and one error for each address.
    const messages = listOf(read(thrown, 'errors')).map((error) => messageOf(error, depth + 1));
    if (messages.length > 0) return shortened(messages.join(', '));
  }
  if (isError(thrown) || typeof thrown === 'string') return NO_MESSAGE;
  if ((typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function')
    return `a value of type ${typeof thrown} was thrown`;
  return printableText(shortened(`${String(thrown)} was thrown`));
}

function stackOf(thrown: unknown): string | null {
  const stack = read(thrown, 'stack');
  if (typeof stack !== 'string' || stack === '') return null;
  const message = read(thrown, 'message');
  // The lines of the trace stay lines. Those of the message do not: it may quote what somebody posted.
  const trace =
    typeof message === 'string' && message !== ''
      ? stack.replace(message, () => printableText(shortened(message)))
      : stack;
  return shortened(trace).split('\n').map(printableText).join('\n');
}

/** Node's own errors belong to another realm when a test runner executes the code. */
function isError(thrown: unknown): boolean {
  return isInstance(thrown, Error) || types.isNativeError(thrown);
}

function read(thrown: unknown, property: string): unknown {
  try {
    return (thrown as Record<string, unknown> | null | undefined)?.[property];
  } catch {
    return undefined;
  }
}

function listOf(value: unknown): unknown[] {
  const list: unknown[] = [];
  try {
    // Methods of the list may be its own.
    if (Array.isArray(value))
      for (let index = 0; index < Math.min(value.length, MAX_ERRORS); index++) list.push(value[index]);
  } catch {
    // The entries that could be read are enough.
  }
  return list;
}

function shortened(text: string): string {
  if (text.length <= MAX_TEXT) return hideSecrets(text);
  // A secret that the cut splits is not recognized, so the end of the text is dropped after redaction.
  const clean = hideSecrets(text.slice(0, 2 * MAX_TEXT));
  return `${clean.slice(0, Math.max(0, Math.min(MAX_TEXT, clean.length - LONGEST_SECRET)))}…`;
}

function matching(pattern: RegExp, value: unknown): string | null {
  return typeof value === 'string' && pattern.test(value) && hideSecrets(value) === value ? value : null;
}
