import type { Fields } from '../../http/fields.js';
import type { JsonValue } from '../../domain/wire-json.js';
import type { OperationReply } from '../operation.js';

const DAY_MS = 86_400_000;

/** Reads a day or a moment in ISO 8601, in milliseconds; a day alone means its last moment where it ends a period. */
export function moment(fields: Fields, name: string, edge: 'start' | 'end'): number | undefined {
  const text = fields.text(name, {
    pattern: /^\d{4}-\d\d-\d\d(T.+)?$/,
    expected: 'an ISO 8601 date or date-time',
  });
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return fields.expect(name, 'an ISO 8601 date or date-time');
  return text.length === 10 && edge === 'end' ? time + DAY_MS - 1 : time;
}

/** Reads both ends of a period. */
export function period(fields: Fields, from: string, to: string): (time: number) => boolean {
  const start = moment(fields, from, 'start') ?? -Infinity;
  const end = moment(fields, to, 'end') ?? Infinity;
  if (end < start) fields.expect(to, `a time not before ${from}`);
  return (time) => time >= start && time <= end;
}

/** Reads a number, which may have decimals. */
export function decimal(fields: Fields, name: string): number | undefined {
  const value = fields.value(name);
  if (value === undefined || typeof value === 'number') return value;
  return fields.expect(name, 'a number');
}

/** One page of a search: the page's number, its size and the direction. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly newestFirst: boolean;
}

export function pageRequest(query: Fields, maxSize: number): PageRequest {
  const order = query.text('OrderBy', {
    pattern: /^(ascending|descending)$/i,
    expected: 'Ascending or Descending',
  });
  return {
    page: query.integer('Page', { min: 1 }) ?? 1,
    // More than the largest page is cut down to it, not refused: pages are read until one is empty.
    size: Math.min(query.integer('PageSize', { min: 1 }) ?? maxSize, maxSize),
    newestFirst: order?.toLowerCase() === 'descending',
  };
}

/** The answer with one page of what was found, oldest first; 204 when the page has no rows. */
export function pageReply<Row>(
  found: readonly Row[],
  request: PageRequest,
  row: (one: Row) => JsonValue,
): OperationReply {
  const { page, size, newestFirst } = request;
  const ordered = newestFirst ? [...found].reverse() : found;
  const rows = ordered.slice((page - 1) * size, page * size);
  if (rows.length === 0) return { status: 204 };
  const next = page * size < ordered.length ? `?Page=${page + 1}&PageSize=${size}` : null;
  const totalPages = Math.ceil(ordered.length / size);
  return {
    status: 200,
    json: { currentPage: page, pageSize: size, totalPages, links: { next }, data: rows.map(row) },
  };
}
