import { html, type Html } from '../http/html.js';
import type { LoggedRequest } from '../http/request-log.js';
import { CONSOLE_PATH, orderPath } from './console-address.js';
import {
  breakable,
  chip,
  curlButton,
  refusedView,
  section,
  shortId,
  shortMoment,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

/** Renders the received requests with their operations and statuses, and marks those that the contract refuses. */
export function requestsView({ curlOf, orderOf, refused, requests, showsRefused }: ConsoleModel): Html {
  const shown = showsRefused ? refused : requests;
  const tools = showsRefused
    ? html`<a href="${CONSOLE_PATH}?view=requests">Show all requests</a>`
    : html`<a href="${CONSOLE_PATH}?view=requests&amp;only=refused">Only refused by the contract (${refused.total})</a>`;
  return section<LoggedRequest>('requests', 'Requests', shown, {
    ...((refused.total > 0 || showsRefused) && { tools }),
    empty: showsRefused ? 'The contract refuses none of the requests.' : 'No requests yet.',
    columns: {
      'At (UTC)': ({ at }) => shortMoment(at),
      Request: (entry) =>
        html`<span class="code">${entry.method} ${breakable(entry.path)}</span>${entry.fault !== null && html` ${chip(`Fault: ${entry.fault}`, 'wait')}`}${refusedView(entry.refused)}`,
      Status: ({ status }) =>
        chip(String(status ?? 'none'), status !== null && status < 400 ? 'good' : 'bad'),
      Operation: ({ operation }) => (operation === null ? '–' : html`<span class="code">${operation}</span>`),
      Order: (entry) => {
        const code = orderOf(entry);
        return code === undefined ? '–' : html`<a href="${orderPath(code)}">${shortId(code)}</a>`;
      },
      Copy: (entry) => curlButton(curlOf(entry)),
    },
  });
}
