import { html, type Html } from '../http/html.js';
import { orderPath } from './console-address.js';
import {
  bodyView,
  breakable,
  chip,
  copyableId,
  copyButton,
  curlButton,
  filterItems,
  listView,
  moment,
  opensRow,
  refusedView,
  searchForm,
  shortMoment,
  type Filter,
  type Section,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { listPage, searchWords } from './list-page.js';
import { isFailed, shownRequests, type LoggedRequest, type RequestDetails } from './requests.model.js';

const FILTERS: readonly Filter<LoggedRequest>[] = [
  ['refused', 'Refused by the contract', ({ refused }) => refused !== null],
  ['failed', 'Failed', isFailed],
];

/** Renders the received requests with their operations and statuses, and marks those that the contract refuses. */
export function requestsSection({ counts, origin, query, read }: ConsoleModel): Section {
  const found = searchWords(query)
    .map((word) => new Set(shownRequests(read, word)))
    .reduce((left, matching) => left.filter((entry) => matching.has(entry)), shownRequests(read));
  const { chosen, links } = filterItems('requests', query, 'only', found, FILTERS);
  const list = listPage(chosen, query, counts.requests);
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
        tools: links,
        empty: query.get('q')
          ? 'No request matches. Search for parts of a path or operation, a status, an order code, or a text in a body. A request matches if it has all words.'
          : counts.requests > 0
            ? 'No request has failed, and the contract refuses none.'
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

/** Renders the address and the bodies of a request. The log keeps those of the newest requests only. */
function detailsView({ id, at, method, target, request, response, status }: RequestDetails): Html {
  if (target === '')
    return html`<div id="request-${id}"><p class="empty">The log no longer has the bodies of this request.</p></div>`;
  return html`<div id="request-${id}"><p class="dim">${moment(at)}</p>
<p><span class="code">${method} ${breakable(target)}</span> ${copyButton('address', target)}</p>
${method !== 'GET' && bodyView('Request', request)}
${status !== null && bodyView('Response', response)}</div>`;
}
