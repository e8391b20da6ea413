import type { Fields } from '../../http/fields.js';
import type { JsonValue } from '../../domain/wire-json.js';
import { ok, type OperationReply, type OperationRequest } from '../../http/operation.js';

const DAY_MS = 86_400_000;
const TIME = {
  fits: (text: string) => /^\d{4}-\d\d-\d\d(T.+)?$/.test(text) && !Number.isNaN(Date.parse(text)),
  expected: 'an ISO 8601 date or date-time',
};

/** Reads an ISO 8601 date or date-time as milliseconds. A date at the end of a period means its last millisecond. */
function readTime(fields: Fields, name: string, edge: 'start' | 'end'): number | undefined {
  // The contract requires the period of a search of movements, and the service does not: rule search-without-period.
  const text = fields.text(name, { ...TIME, required: false });
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  return text.length === 10 && edge === 'end' ? time + DAY_MS - 1 : time;
}

/** Reads a period and returns a function that checks whether a time is in it. */
export function readPeriod(fields: Fields, from: string, to: string): (time: number) => boolean {
  const start = readTime(fields, from, 'start') ?? -Infinity;
  const end = readTime(fields, to, 'end') ?? Infinity;
  if (end < start) fields.expect(to, `a time not before ${from}`);
  return (time) => time >= start && time <= end;
}

/** Reads the requested page as the last part of a request, which it then checks. @param order - Order by default. */
export function readPage(
  { body, query }: OperationRequest,
  maxSize: number,
  { name = 'Page', order = 'Ascending' } = {},
) {
  const page = {
    page: query.integer(name) ?? 1,
    // A larger page size is reduced instead of rejected, because clients read pages until one is empty.
    size: Math.min(query.integer('PageSize', { maximum: Infinity }) ?? maxSize, maxSize),
    newestFirst: (query.text('OrderBy') ?? order) === 'Descending',
  };
  body.check();
  query.check();
  return page;
}

/** Number, size and order of a requested page. */
type PageRequest = ReturnType<typeof readPage>;

/** Returns the rows of one page. @param found - Results, oldest first. */
export function pageOf<Row>(found: readonly Row[], { page, size, newestFirst }: PageRequest): readonly Row[] {
  const ordered = newestFirst ? [...found].reverse() : found;
  return ordered.slice((page - 1) * size, page * size);
}

/**
 * Creates the response with one page of the results, or 204 if the page is empty.
 *
 * @param found - Results, oldest first.
 */
export function pageReply<Row>(
  found: readonly Row[],
  request: PageRequest,
  row: (one: Row) => JsonValue,
): OperationReply {
  const { page, size } = request;
  const rows = pageOf(found, request);
  if (rows.length === 0) return { status: 204 };
  const next = page * size < found.length ? `?Page=${page + 1}&PageSize=${size}` : null;
  const totalPages = Math.ceil(found.length / size);
  return ok({ currentPage: page, pageSize: size, totalPages, links: { next }, data: rows.map(row) });
}
