import { readInt64 } from '../values/int64.js';
import { UUID } from '../values/uuid.js';

/** The kind of a path parameter. */
export type PathParameterKind =
  | 'uuid'
  | 'int64'
  /** An id that the caller or a bank chose. */
  | 'text';

const MAX_TEXT = 200;
const UNREADABLE = /[\p{Cc}\p{Cs}]/u;
/** The expected value, as the end of a sentence. */
export const READABLE_ID = `must be text of 1 to ${MAX_TEXT} printable characters, other than '.' and '..'`;

/** Returns the text for the path, not encoded yet, or what is wrong with the value, as the end of a sentence. */
export function readPathParameter(
  kind: PathParameterKind,
  value: unknown,
): { text: string } | { problem: string } {
  if (kind === 'int64') return readInt64(value);
  if (kind === 'text') return isReadableId(value) ? { text: value } : { problem: READABLE_ID };
  if (typeof value === 'string' && UUID.test(value.trim())) return { text: value.trim() };
  return { problem: 'must be a UUID, such as c90d4902-6245-449f-b2b0-51d99cd09cfe' };
}

/**
 * Returns whether an id survives unchanged in a path. URL parsers remove the segments '.' and '..', even if encoded. An unpaired
 * surrogate cannot be encoded.
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
