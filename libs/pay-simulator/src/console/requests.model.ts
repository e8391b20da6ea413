import type { LoggedRequest } from '../http/request-log.js';
import type { Services } from '../services/services.js';
import { listPage, searchWords } from './list-page.js';

/** One page of the received requests, with the search. */
export type RequestPage = ReturnType<typeof requestPage>;

/** Lists the received requests, without those for the console. */
export const shownRequests = ({ log }: Pick<Services, 'log'>): readonly LoggedRequest[] =>
  log.list().filter(({ operation, path }) => operation !== null || /^\/(accounts|api|web)\//.test(path));

/** Returns a page of the received requests that match the search and the filter of the query. */
export function requestPage({ log }: Services, query: URLSearchParams) {
  const all = shownRequests({ log });
  const words = searchWords(query);
  const found = words.length === 0 ? all : all.filter((entry) => hasWords(log, entry, words));
  const refused = found.filter((entry) => entry.refused !== null);
  /** Whether to show only the requests that the contract refuses. */
  const showsRefused = query.get('only') === 'refused';
  return {
    ...listPage(showsRefused ? refused : found, query, all.length),
    showsRefused,
    /** Number of matching requests. */
    matching: found.length,
    /** Number of matching requests that the contract refuses. */
    refused: refused.length,
    search: query.get('q') ?? '',
  };
}

function hasWords(log: Services['log'], entry: LoggedRequest, words: readonly string[]): boolean {
  const { method, path, operation, status, fault, refused } = entry;
  const facts = [method, path, operation, status, fault, refused].join('\n').toLowerCase();
  const rest = words.filter((word) => !facts.includes(word));
  if (rest.length === 0) return true;
  const texts = log.texts(entry);
  if (!texts) return false;
  const content = [texts.target, texts.request, texts.response].join('\n').toLowerCase();
  return rest.every((word) => content.includes(word));
}
