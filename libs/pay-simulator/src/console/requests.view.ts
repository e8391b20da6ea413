import { html, type Html } from '../http/html.js';
import { orderPath } from './console-address.js';
import {
  bodyView,
  breakable,
  chip,
  copyableId,
  copyButton,
  curlButton,
  filterLinks,
  listView,
  moment,
  opensRow,
  refusedView,
  searchForm,
  shortMoment,
  type Section,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { listPage, searchWords } from './list-page.js';
import { isFailed, shownRequests, type LoggedRequest, type RequestDetails } from './requests.model.js';

const FILTERS: readonly (readonly [only: string, text: string, passes: (entry: LoggedRequest) => boolean])[] =
  [
    ['', 'All', () => true],
    ['failed', 'Failed', isFailed],
    ['refused', 'Refused by the contract', ({ refused }) => refused !== null],
  ];

/** Renders the received requests with their operations and statuses, and marks those that the contract refuses. */
export function requestsSection({ counts, origin, query, read }: ConsoleModel): Section {
  const found = searchWords(query)
    .map((word) => new Set(shownRequests(read, word)))
    .reduce((left, matching) => left.filter((entry) => matching.has(entry)), shownRequests(read));
  const only = query.get('only') ?? '';
  const filtered = FILTERS.map(([value, text, passes]) => ({ value, text, rows: found.filter(passes) }));
  // A filter that would list the same rows as the next one is left out.
  const filters = filtered.filter(({ value, rows }, index) => {
    const next = filtered[index + 1]?.rows ?? [];
    const isOther = rows.length !== next.length || rows.some((row, at) => row !== next[at]);
    return value === only || value === '' || (rows.length > 0 && isOther);
  });
  const list = listPage(filtered.find(({ value }) => value === only)?.rows ?? found, query, counts.requests);
  const rows = list.rows.map(({ id }) => read('getRequest', { path: { id: String(id) } }));
  return {
    tools: searchForm('requests', query, {
      label: 'Find a request',
      placeholder: 'Path, operation, status, order or content',
      clear: 'Show all requests',
    }),
    live: listView(
      'requests',
      'Requests',
      { ...list, rows },
      {
        ...(filters.length > 1 && {
          tools: filterLinks(
            'requests',
            query,
            'only',
            filters.map(({ value, text, rows: { length } }) => [value, text, length]),
          ),
        }),
        empty: query.get('q')
          ? 'No request matches. Search for parts of a path or operation, a status, an order code, or a text in a body. A request matches if it has all words.'
          : counts.requests > 0
            ? 'No request has failed.'
            : html`No requests yet. Let your application call <span class="code">${origin}</span>. Each call appears here with its bodies, its status and a curl command.`,
        below: detailsView,
        columns: {
          'At (UTC)': ({ at }) => shortMoment(at),
          Status: ({ status }) => statusChip(status),
          Request: (entry) =>
            html`${opensRow(`request-${entry.id}`, html`<span class="code"><b class="method">${entry.method}</b> ${breakable(entry.path)}</span>`)}${entry.fault !== null && html` ${chip(`Fault: ${entry.fault}`, 'wait')}`}${refusedView(entry.refused)}`,
          Operation: ({ operation }) =>
            operation === null ? '–' : html`<span class="code">${operation}</span>`,
          Order: ({ orderCode: code }) =>
            code === null ? '–' : copyableId('order code', code, orderPath(code)),
          Copy: ({ curl }) => curlButton(curl),
        },
      },
    ),
  };
}

const statusChip = (status: number | null): Html =>
  chip(String(status ?? 'no response'), isFailed({ status }) ? 'bad' : 'good');

/** Renders the address and the bodies of a request. Without texts, the log keeps it no longer. */
function detailsView({ id, at, method, target, request, response, status }: RequestDetails): Html {
  return html`<div id="request-${id}"><p class="dim">${moment(at)}</p>
<p><span class="code">${method} ${breakable(target)}</span> ${copyButton('address', target)}</p>
${method !== 'GET' && bodyView('Request', request)}
${status !== null && bodyView('Response', response)}</div>`;
}
