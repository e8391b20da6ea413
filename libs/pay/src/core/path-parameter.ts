import { readOrderCode } from './order-code.js';

/** What stands in a place of a path, and so what is accepted there. */
export type PathParameterKind =
  | 'orderCode'
  | 'uuid'
  /** An int64, such as a wallet id. */
  | 'integer'
  /** An id that the caller or a bank chose. */
  | 'text';

const MAX_TEXT = 200;
const CONTROL_CHARACTER = /\p{Cc}/u;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The text for the path, not yet encoded, or what is wrong with the value, as the end of a sentence. */
export function readPathParameter(
  kind: PathParameterKind,
  value: unknown,
): { text: string } | { problem: string } {
  if (kind === 'orderCode') return readOrderCode(value);
  if (kind === 'integer') {
    const read = readOrderCode(value);
    return 'text' in read
      ? read
      : { problem: 'must be a positive whole number; above 2^53 − 1 as text or bigint' };
  }
  if (kind === 'text') return readText(value);
  if (typeof value === 'string' && UUID.test(value.trim())) return { text: value.trim() };
  return { problem: 'must be a UUID, such as c90d4902-6245-449f-b2b0-51d99cd09cfe' };
}

function readText(value: unknown): { text: string } | { problem: string } {
  const text = typeof value === 'string' ? value.trim() : '';
  // A lone dot or two would be taken out of the address, encoded or not.
  if (text !== '' && text.length <= MAX_TEXT && !/^\.{1,2}$/.test(text) && !CONTROL_CHARACTER.test(text))
    return { text };
  return { problem: `must be text of 1 to ${MAX_TEXT} printable characters` };
}

/** Fills a path template, each value percent-encoded: a value can never add a segment. */
export function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
