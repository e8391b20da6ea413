import { hideSecrets } from '../control/hide-secrets.js';
import { html, type Html } from '../http/html.js';
import { orderPath } from './console-address.js';
import {
  actionButton,
  bodyView,
  chip,
  copyableId,
  copyButton,
  filterItems,
  isAccepted,
  listView,
  moment,
  oneLine,
  opensRow,
  rowMenu,
  searchForm,
  selectField,
  shortMoment,
  viewPath,
  type ChipLook,
  type Filter,
  type Section,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import {
  eventTypeName,
  isFailure,
  outcomeOf,
  OUTCOMES,
  type Delivery,
  type DeliverySummary,
} from './deliveries.model.js';
import { listPage, searchWords } from './list-page.js';

/** An attempt of a delivery. */
type DeliveryAttempt = Delivery['attempts'][number];

const FILTERS: readonly Filter<DeliverySummary>[] = [
  ['failed', 'Failed', (delivery) => isFailure(outcomeOf(delivery))],
  ...Object.entries(OUTCOMES).map(([outcome, [name]]): Filter<DeliverySummary> => [
    ...([outcome, name] as const),
    (delivery) => outcomeOf(delivery) === outcome,
  ]),
];

/** Causes of attempts without a response, by the error of the connection. */
const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  'time-out': 'Your application did not respond within 5 seconds',
  ECONNREFUSED: 'No program listens at this address',
  ECONNRESET: 'Your application closed the connection without a response',
  ENOTFOUND: 'The host name is unknown',
};

/** Returns the state of a delivery in words, such as `Failed, retry in 00:03`, its look, and when the next attempt is. */
export function deliveryState(
  delivery: Delivery,
  now: number,
): readonly [text: string, look: ChipLook, title?: string] {
  const { state, dueAt } = delivery;
  const outcome = outcomeOf(delivery);
  const [name, look] = OUTCOMES[outcome];
  if (state === 'sending') return ['Sending', look];
  const text = outcome === 'retrying' ? 'Failed' : name;
  if (dueAt === null) return [text, look];
  const title = `Next attempt: ${new Date(dueAt).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return [`${text}, ${outcome === 'retrying' ? 'retry' : 'sent'} in ${countdown(dueAt - now)}`, look, title];
}

/** Formats a time that is left: `00:03` are three seconds, and `1:00:00` is an hour. */
function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return [...(hours > 0 ? [hours] : []), ...parts].join(':');
}

/** Renders a link to the failed deliveries of an order. */
export function failedLink(orderCode: string, failed = 0): Html | false {
  const href = viewPath('deliveries', { state: 'failed', q: orderCode });
  return (
    failed > 0 &&
    html` <a class="chip bad" href="${href}">${failed === 1 ? 'Webhook failed' : `${failed} webhooks failed`}</a>`
  );
}

/** Renders the deliveries as a table, with their attempts, bodies and actions. */
export function deliveriesSection({ deliveries, isHolding, now, query, read }: ConsoleModel): Section {
  const event = query.get('event') ?? '';
  const chosen = query.get('delivery');
  // Only a search reads the messages.
  const matching = searchWords(query).map(
    (contains) => new Set(read('listDeliveries', { query: { contains } }).map(({ id }) => id)),
  );
  const found = deliveries.filter(
    ({ id, eventTypeId }) =>
      (chosen === null || id === chosen) &&
      (event === '' || eventTypeId === Number(event)) &&
      matching.every((ids) => ids.has(id)),
  );
  const { chosen: rows, links } = filterItems('deliveries', query, 'state', found, FILTERS);
  const list = listPage(rows, query, deliveries.length);
  const held = deliveries.filter((one) => one.state === 'held').length;
  const events = [...new Set([...deliveries, ...read('listWebhooks')].map((one) => one.eventTypeId))]
    .sort((one, other) => one - other)
    .map((id) => [String(id), eventTypeName(id)] as const);
  return {
    tools: searchForm('deliveries', query, {
      label: 'Find a delivery',
      placeholder: 'Order, transaction, message or address',
      fields: selectField('Event', 'event', [['', 'All events'], ...events], event),
      clear: 'Show all deliveries',
    }),
    live: listView(
      'deliveries',
      'Deliveries',
      { ...list, rows: list.rows.map(({ id }) => read('getDelivery', { path: { id } })) },
      {
        tools: html`${chosen === null && links}${
          isHolding || held > 0
            ? actionButton('/deliveries/release', held === 0 ? 'Stop holding' : `Release ${held} held`)
            : actionButton('/deliveries/hold', 'Hold new deliveries')
        }`,
        empty:
          chosen !== null
            ? 'No delivery has this ID. A reset of the simulator removes all deliveries.'
            : deliveries.length === 0
              ? 'Nothing has been delivered yet. The simulator sends each event to the webhooks that are registered for it.'
              : 'No delivery matches. Search for an order code, a transaction, a message ID or part of an address.',
        id: ({ id }) => `delivery-${id}`,
        below: attemptsView,
        columns: {
          'Created (UTC)': ({ createdAt }) => shortMoment(createdAt),
          State: (delivery) => chip(...deliveryState(delivery, now)),
          Event: ({ eventTypeId, duplicateOf }) =>
            oneLine(`${eventTypeName(eventTypeId)}${duplicateOf === null ? '' : ', duplicate'}`),
          Order: subjectOf,
          Attempts: ({ id, attempts }) => opensRow(`attempts-${id}`, attemptsText(attempts), chosen !== null),
          To: ({ url }) => oneLine(url.replace(/^http:\/\//, ''), 'code', url),
          Actions: deliveryMenu,
        },
      },
    ),
  };
}

/** Renders the order of the event. Events of a terminal without a transaction have a session only. */
function subjectOf({ eventData: { SessionId }, orderCode: code }: Delivery): Html | string {
  if (code !== null) return copyableId('order code', code, orderPath(code));
  return typeof SessionId === 'string'
    ? html`<span class="dim">Session</span> ${copyableId('session ID', SessionId)}`
    : '–';
}

/** Returns what an attempt led to: the status of the response, or the error of the connection. */
export const resultOf = ({ status, error }: DeliveryAttempt): string =>
  String(status ?? error ?? 'no response');

function attemptsText(attempts: readonly DeliveryAttempt[]): string {
  const last = attempts.at(-1);
  const count = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
  return last ? `${count}, last: ${resultOf(last)}` : count;
}

function deliveryMenu({ id, eventTypeId, state }: Delivery): Html {
  const button = (verb: string, text: string): Html =>
    actionButton(`/deliveries/${id}/${verb}`, text, {
      label: `${text} ${eventTypeName(eventTypeId)} ${id.slice(0, 8)}`,
    });
  const idle = state === 'held' || state === 'waiting';
  return rowMenu(
    id,
    `Actions for delivery ${id.slice(0, 8)}`,
    html`${state !== 'sending' && button('redeliver', 'Redeliver')}${button('duplicate', 'Duplicate')}${idle && button('drop', 'Drop')}`,
  );
}

/** Renders the attempts, newest first. The bodies of the older ones are folded, and stay open when the page updates itself. */
function attemptsView({ id, attempts, messageId, state }: Delivery): Html {
  const items = attempts.map((attempt, index) => {
    const look = lookOf(attempt);
    const line = html`Attempt ${index + 1} <span class="dim">${moment(attempt.at)}</span> ${chip(resultOf(attempt), look)} <span class="dim">took ${attempt.durationMs} ms</span>`;
    return index === attempts.length - 1
      ? html`<li class="${look}"><p class="line-up"><strong>${line}</strong></p>${bodiesView(attempt)}</li>`
      : html`<li class="${look}"><details data-key="attempt-${id}-${index}"><summary>${line}</summary>${bodiesView(attempt)}</details></li>`;
  });
  const again = state !== 'sending' && actionButton(`/deliveries/${id}/redeliver`, 'Redeliver now');
  return html`<div id="attempts-${id}"><div class="message"><p class="dim">Message <span class="code">${messageId}</span> ${copyButton('message ID', messageId)}</p>${again}</div>${attempts.length === 0 ? html`<p class="empty">Not sent yet.</p>` : html`<ol class="attempts" reversed>${items.reverse()}</ol>`}</div>`;
}

const lookOf = (attempt: DeliveryAttempt): ChipLook => (isAccepted(attempt) ? 'good' : 'bad');

/** Renders an attempt for the timeline, which names its number and its status. */
export function attemptView(attempt: DeliveryAttempt): Html {
  return html`<li class="${lookOf(attempt)}"><p class="dim">${moment(attempt.at)}, took ${attempt.durationMs} ms</p>${bodiesView(attempt)}</li>`;
}

/** Renders why an attempt failed, the response and the request. */
function bodiesView(attempt: DeliveryAttempt): Html {
  const { request, response } = attempt;
  const problem = attemptProblem(attempt);
  return html`${problem !== null && html`<p class="problem-text">${problem}</p>`}${response !== null && bodyView('Response', hideSecrets(response))}${bodyView('Request', hideSecrets(request))}`;
}

function attemptProblem(attempt: DeliveryAttempt): string | null {
  const { status, error } = attempt;
  if (isAccepted(attempt)) return null;
  if (status !== null) {
    const redirect = status >= 300 && status < 400 ? 'does not follow redirects, and ' : '';
    return `Your application responded with ${status}. The service ${redirect}expects 2xx.`;
  }
  const text = CONNECTION_ERRORS[error ?? ''] ?? 'There was no response';
  return `${text}${error === null || error === 'time-out' ? '' : ` (${error})`}.`;
}
