import type { MethodReturn } from '../../core/operation/method-return.js';
import { unwrap } from '../../core/operation/method-return.js';
import type { ResponseShape } from '../../core/operation/operation.js';
import { inCamelCase, withMembers } from '../../core/values/plain-data.js';
import type { SearchPage } from '../options.generated.js';
import type { SearchResultPage } from './data-services.types.js';

type Members = Record<string, unknown>;

/**
 * Reads a page from an object with `data`, a plain list of rows or an empty response. Members may be in Pascal case.
 *
 * @returns undefined if a row lacks its ID.
 */
function readPage<Row>(items: readonly Members[], rowId: string): SearchResultPage<Row> | undefined {
  const [first, ...others] = items.map(inCamelCase);
  if (first === undefined) return { data: [] };
  const isPage = others.length === 0 && Array.isArray(first['data']);
  const page = isPage ? first : { data: [first, ...others] };
  const rows = (page['data'] as Members[]).map(inCamelCase);
  if (rows.some((row) => typeof row[rowId] !== 'string')) return undefined;
  return { ...page, data: rows as Row[] };
}

/** Returns the shape of a page whose rows have an ID. `rows` names them in the error message. */
export function pageResponse<Row>(rowId: string, rows: string): ResponseShape<SearchResultPage<Row>> {
  return {
    kind: 'list',
    emptyOn204: true,
    required: [],
    forms: { read: (items) => readPage(items, rowId), problem: `with something other than ${rows}` },
  };
}

/**
 * Iterates over all rows from the query's page on, until a page has no rows; a short page may not be the last.
 * Also ends if a page begins like the previous one, because the service then ignores the page number.
 *
 * @throws PayError if a page cannot be read.
 */
export async function* iteratePages<Row extends object>(
  read: (query: SearchPage) => Promise<MethodReturn<SearchResultPage<Row>>>,
  query: SearchPage | null,
  rowId: keyof Row,
): AsyncGenerator<Row, void, void> {
  let before: unknown;
  for (let page = query?.Page ?? 1; ; page++) {
    const { data } = unwrap(await read(pageOf(query, page)));
    const [first] = data;
    if (first === undefined || first[rowId] === before) return;
    before = first[rowId];
    yield* data;
  }
}

/** Returns the query of one page, oldest rows first by default. */
function pageOf(query: SearchPage | null, Page: number): SearchPage {
  return withMembers(query ?? {}, ({ OrderBy }) => ({ OrderBy: OrderBy ?? 'Ascending', Page }));
}
