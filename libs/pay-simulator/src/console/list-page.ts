/** Items on one page of a list. */
const PAGE_ROWS = 20;

/** One page of a list, newest first. */
export type ListPage<T> = ReturnType<typeof listPage<T>>;

/** Returns the page of a list that the query names, or the nearest one. @param found - Items that match, oldest first. */
export function listPage<T>(found: readonly T[], query: URLSearchParams, all: number = found.length) {
  const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
  const wanted = Number(query.get('page') ?? '1');
  const page = Number.isSafeInteger(wanted) ? Math.min(Math.max(wanted, 1), pages) : 1;
  const end = found.length - (page - 1) * PAGE_ROWS;
  const rows = found.slice(Math.max(0, end - PAGE_ROWS), end).reverse();
  return { rows, total: found.length, all, page, pages, query };
}

/** Returns the words of a search in lower case. An item matches if it has all of them. */
export function searchWords(query: URLSearchParams): readonly string[] {
  return (query.get('q') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
}
