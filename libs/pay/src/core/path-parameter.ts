import { readOrderCode } from './order-code.js';

/** What stands in a place of a path, and so what is accepted there. */
export type PathParameterKind = 'orderCode' | 'uuid';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The text for the path, not yet encoded, or what is wrong with the value, as the end of a sentence. */
export function readPathParameter(
  kind: PathParameterKind,
  value: unknown,
): { text: string } | { problem: string } {
  if (kind === 'orderCode') return readOrderCode(value);
  if (typeof value === 'string' && UUID.test(value.trim())) return { text: value.trim() };
  return { problem: 'must be a UUID, such as c90d4902-6245-449f-b2b0-51d99cd09cfe' };
}

/** Fills a path template, each value percent-encoded: a value can never add a segment. */
export function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
