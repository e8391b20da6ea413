import { html, type Html } from '../http/html.js';
import type { LoggedRequest } from '../http/request-log.js';
import { orderPath } from './console-address.js';
import { chip, dataTable, moment, section } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

/** Renders the received requests with their operations and statuses. */
export function requestsView({ orderOf, requests }: ConsoleModel): Html {
  return section('requests', 'Requests', requests, {
    empty: 'No requests yet.',
    content: dataTable<LoggedRequest>(
      'Requests',
      [
        { name: 'At', cell: ({ at }) => html`<span class="dim">${moment(at)}</span>` },
        { name: 'Operation', cell: ({ operation }) => html`<span class="code">${operation ?? '–'}</span>` },
        { name: 'Request', cell: ({ method, path }) => html`<span class="code">${method} ${path}</span>` },
        {
          name: 'Status',
          cell: ({ status }) =>
            chip(String(status ?? 'none'), status !== null && status < 400 ? 'good' : 'bad'),
        },
        {
          name: 'Order',
          cell: (entry) => {
            const code = orderOf(entry);
            return code === undefined ? '–' : html`<a class="code" href="${orderPath(code)}">${code}</a>`;
          },
        },
        { name: 'Fault', cell: ({ fault }) => fault ?? '–' },
      ],
      requests.rows,
    ),
  });
}
