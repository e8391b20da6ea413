import { html, type Html } from '../http/html.js';
import { orderPath } from './console-address.js';
import {
  breakable,
  chip,
  copyableId,
  curlButton,
  filterLinks,
  refusedView,
  searchForm,
  section,
  shortMoment,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import type { RequestDetails } from './requests.model.js';

/** Renders the form to search requests. */
export function requestSearchView({ requests: { search } }: ConsoleModel): Html {
  return searchForm('requests', {
    label: 'Find a request',
    search,
    placeholder: 'Path, operation, status, order or content',
    isUsed: search !== '',
    clear: search !== '' && 'Show all requests',
  });
}

/** Renders the received requests with their operations and statuses, and marks those that the contract refuses. */
export function requestsView({ requests }: ConsoleModel): Html {
  const { matching, refused, showsRefused, search, query } = requests;
  const tools = filterLinks('requests', query, 'only', showsRefused ? 'refused' : '', [
    ['', 'All', matching],
    ['refused', 'Refused by the contract', refused],
  ]);
  return section<RequestDetails>('requests', 'Requests', requests, {
    ...((refused > 0 || showsRefused) && { tools }),
    empty:
      search !== ''
        ? 'No request matches. Search for parts of a path or operation, a status, an order code, or a text in a body. A request matches if it has all words.'
        : showsRefused
          ? 'The contract refuses none of the requests.'
          : 'No requests yet.',
    columns: {
      'At (UTC)': ({ at }) => shortMoment(at),
      Request: (entry) =>
        html`<span class="code">${entry.method} ${breakable(entry.path)}</span>${entry.fault !== null && html` ${chip(`Fault: ${entry.fault}`, 'wait')}`}${refusedView(entry.refused)}`,
      Status: ({ status }) =>
        chip(String(status ?? 'none'), status !== null && status < 400 ? 'good' : 'bad'),
      Operation: ({ operation }) => (operation === null ? '–' : html`<span class="code">${operation}</span>`),
      Order: ({ orderCode: code }) => (code === null ? '–' : copyableId('order code', code, orderPath(code))),
      Copy: ({ curl }) => curlButton(curl),
    },
  });
}
