import type { SearchTransactionsQuery } from '../request-values.generated.js';
import { BadRequest } from '../../http/bad-request.js';
import type { JsonValue } from '../../domain/wire-json.js';
import { ok, type OperationReply } from '../../http/operation.js';

const DAY_MS = 86_400_000;

/** Returns a function that checks whether a time is in a period. A date at its end means the last millisecond. */
export function period<Name extends string>(
  body: Readonly<Partial<Record<Name, string | number>>>,
  from: Name,
  to: Name,
): (time: number) => boolean {
  const [first, last] = [body[from], body[to]].map((value) =>
    value === undefined ? undefined : String(value),
  );
  const start = first === undefined ? -Infinity : Date.parse(first);
  const end = last === undefined ? Infinity : Date.parse(last) + (last.length === 10 ? DAY_MS - 1 : 0);
  if (end < start) throw BadRequest.ofRule(to, `a time not before ${from}`);
  return (time) => time >= start && time <= end;
}

/** Number, size and order of a requested page. */
interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly newestFirst: boolean;
}

/** Returns the requested page. A larger size is reduced instead of rejected, because clients read pages until one is empty. */
export const pageRequest = (
  { PageSize: size = Infinity, OrderBy: order }: Pick<SearchTransactionsQuery, 'PageSize' | 'OrderBy'>,
  page = 1,
  maxSize: number,
): PageRequest => ({ page, size: Math.min(size, maxSize), newestFirst: order === 'Descending' });

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
