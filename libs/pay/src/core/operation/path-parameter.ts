import { readOrderCode } from '../values/order-code.js';
import { UUID } from '../values/uuid.js';

/** What stands in a place of a path, and so what is accepted there. */
export type PathParameterKind =
  | 'orderCode'
  | 'uuid'
  /** An int64, such as a wallet id. */
  | 'integer'
  /** An id that the caller or a bank chose. */
  | 'text';

const MAX_TEXT = 200;
const UNREADABLE = /[\p{Cc}\p{Cs}]/u;
/** What such an id must be, as the end of a sentence. */
export const READABLE_ID = `must be text of 1 to ${MAX_TEXT} printable characters, other than '.' and '..'`;

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
  if (kind === 'text') return isReadableId(value) ? { text: value } : { problem: READABLE_ID };
  if (typeof value === 'string' && UUID.test(value.trim())) return { text: value.trim() };
  return { problem: 'must be a UUID, such as c90d4902-6245-449f-b2b0-51d99cd09cfe' };
}

/**
 * Whether an id can stand in a path and be read back exactly as it was chosen: nothing is trimmed off it. A lone dot or two
 * would be taken out of the address, encoded or not; half a surrogate pair cannot be encoded.
 */
export function isReadableId(value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_TEXT) return false;
  return !/^\.{1,2}$/.test(value) && !UNREADABLE.test(value);
}

/** Fills a path template, each value percent-encoded: a value can never add a segment. */
export function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  if (!template.includes('{')) return template;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
