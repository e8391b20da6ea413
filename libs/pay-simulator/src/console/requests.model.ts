import type { Control, ResponseOf } from '../control/control.js';
import { listPage, searchWords } from './list-page.js';

/** A received request, without its texts. */
export type LoggedRequest = ResponseOf<'listRequests'>[number];
/** A received request with its texts, in which secrets are hidden. */
export type RequestDetails = ResponseOf<'getRequest'>;

/** Lists the received requests, without those for the console. @param contains - Text that they contain, if not empty. */
export function shownRequests({ read }: Control, contains = ''): readonly LoggedRequest[] {
  return read('listRequests', contains === '' ? {} : { query: { contains } }).filter(
    ({ operation, path }) => operation !== null || /^\/(accounts|api|web)\//.test(path),
  );
}

/** Returns a page of the received requests that match the search and the filter of the query. */
export function requestPage(control: Control, query: URLSearchParams) {
  const all = shownRequests(control);
  const found = searchWords(query)
    .map((word) => new Set(shownRequests(control, word)))
    .reduce((left, matching) => left.filter((entry) => matching.has(entry)), all);
  const refused = found.filter((entry) => entry.refused !== null);
  /** Whether to show only the requests that the contract refuses. */
  const showsRefused = query.get('only') === 'refused';
  const { rows, ...page } = listPage(showsRefused ? refused : found, query, all.length);
  return {
    ...page,
    rows: rows.map(({ id }): RequestDetails => control.read('getRequest', { path: { id: String(id) } })),
    showsRefused,
    /** Number of matching requests. */
    matching: found.length,
    /** Number of matching requests that the contract refuses. */
    refused: refused.length,
    search: query.get('q') ?? '',
  };
}
