import { hideSecrets } from '../control/hide-secrets.js';
import { html, type Html } from '../http/html.js';
import {
  actionButton,
  chip,
  copyableId,
  copyButton,
  filterLinks,
  moment,
  oneLine,
  rowMenu,
  searchForm,
  section,
  selectField,
  shortMoment,
  viewPath,
  type ChipLook,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { outcomeOf, type Delivery, type DeliveryFilter, type DeliveryOutcome } from './deliveries.model.js';
import { orderPath } from './console-address.js';
import { prettyJson } from './pretty-json.js';
import { eventTypeName } from './webhooks.view.js';

const OUTCOMES: Readonly<Record<DeliveryOutcome, readonly [text: string, look: ChipLook]>> = {
  retrying: ['Failed', 'bad'],
  'gave-up': ['Gave up', 'bad'],
  waiting: ['Waiting', 'wait'],
  held: ['Held', 'wait'],
  delivered: ['Delivered', 'good'],
  dropped: ['Dropped', 'plain'],
};
const FILTERS: Readonly<Record<DeliveryFilter, string>> = {
  failed: 'Failed',
  retrying: 'Retrying',
  'gave-up': 'Gave up',
  waiting: 'Waiting',
  held: 'Held',
  delivered: 'Delivered',
  dropped: 'Dropped',
};
/** An attempt of a delivery. */
type DeliveryAttempt = Delivery['attempts'][number];

const isFailure = (filter: string): boolean => filter === 'retrying' || filter === 'gave-up';
/** Causes of attempts without a response, by the error of the connection. */
const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  'time-out': 'Your application did not respond within 5 seconds',
  ECONNREFUSED: 'No program listens at this address',
  ECONNRESET: 'Your application closed the connection without a response',
  ENOTFOUND: 'The host name is unknown',
};

/** Returns whether a receiver or the service accepted a request: it responded with 2xx. */
export const isAccepted = ({ status }: { readonly status: number | null }): boolean =>
  status !== null && status >= 200 && status < 300;

/** Returns the state of a delivery in words, such as `Failed, retry in 00:03`, and its look. */
export function deliveryState(delivery: Delivery, now: number): readonly [text: string, look: ChipLook] {
  const { state, dueAt } = delivery;
  const outcome = outcomeOf(delivery);
  const [text, look] = OUTCOMES[outcome];
  if (state === 'sending') return ['Sending', look];
  if (dueAt === null) return [text, look];
  const rest = countdown(dueAt - now);
  return [outcome === 'retrying' ? `${text}, retry in ${rest}` : `${text}, sent in ${rest}`, look];
}

/** Formats a time that is left: `00:03` are three seconds, and `1:00:00` is an hour. */
function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return [...(hours > 0 ? [hours] : []), ...parts].join(':');
}

/** Renders a link to the failed deliveries of an order. */
export function failedLink(orderCode: string, failed: number): Html | false {
  const href = viewPath('deliveries', new URLSearchParams(), { state: 'failed', q: orderCode });
  return (
    failed > 0 &&
    html` <a class="chip bad" href="${href}">${failed === 1 ? 'Webhook failed' : `${failed} webhooks failed`}</a>`
  );
}

/** Renders the form to search deliveries and to filter them by event. */
export function deliverySearchView({ deliveries }: ConsoleModel): Html {
  const { search, state, event, chosen, eventTypeIds } = deliveries;
  const isUsed = search !== '' || event !== '' || chosen !== null;
  const events = eventTypeIds.map((id) => [String(id), eventTypeName(id)] as const);
  return searchForm('deliveries', {
    label: 'Find a delivery',
    search,
    placeholder: 'Order, transaction, message or address',
    fields: html`${state !== '' && html`<input type="hidden" name="state" value="${state}">`}${selectField('Event', 'event', [['', 'All events'], ...events], event)}`,
    isUsed,
    clear: (isUsed || state !== '') && 'Show all deliveries',
  });
}

/** Renders the deliveries as a table, with their attempts, bodies and actions. */
export function deliveriesView({ deliveries, now }: ConsoleModel): Html {
  const { all, chosen, count, held, isHolding, state, query } = deliveries;
  const holdButton =
    isHolding || held > 0
      ? actionButton('/deliveries/release', held === 0 ? 'Stop holding' : `Release ${held} held`)
      : actionButton('/deliveries/hold', 'Hold new deliveries');
  const failed = count('failed');
  // A filter that would list the same rows as Failed is left out.
  const filters = Object.entries(FILTERS)
    .map(([filter, text]) => [filter, text, count(filter)] as const)
    .filter(
      ([filter, , number]) => filter === state || (number > 0 && !(isFailure(filter) && number === failed)),
    );
  return section<Delivery>('deliveries', 'Deliveries', deliveries, {
    tools: html`${all > 0 && chosen === null && filterLinks('deliveries', query, 'state', state, [['', 'All', count('')], ...filters])}${holdButton}`,
    empty:
      chosen !== null
        ? 'No delivery has this ID. A reset of the simulator removes all deliveries.'
        : all === 0
          ? 'Nothing has been delivered yet. The simulator sends each event to the webhooks that are registered for it.'
          : 'No delivery matches. Search for an order code, a transaction, a message ID or part of an address.',
    id: ({ id }) => `delivery-${id}`,
    below: attemptsView,
    columns: {
      'Created (UTC)': ({ createdAt }) => shortMoment(createdAt),
      State: (delivery) => stateChip(delivery, now),
      Event: ({ eventTypeId, duplicateOf }) =>
        oneLine(`${eventTypeName(eventTypeId)}${duplicateOf === null ? '' : ', duplicate'}`),
      Order: subjectOf,
      Attempts: (delivery) => attemptsCell(delivery, chosen !== null),
      To: ({ url }) => oneLine(url.replace(/^http:\/\//, ''), 'code', url),
      Actions: deliveryMenu,
    },
  });
}

function stateChip(delivery: Delivery, now: number): Html {
  const [text, look] = deliveryState(delivery, now);
  const { dueAt } = delivery;
  return dueAt === null
    ? chip(text, look)
    : chip(text, look, `Next attempt: ${new Date(dueAt).toISOString().slice(0, 19).replace('T', ' ')} UTC`);
}

/** Renders the order of the event. Events of a terminal without a transaction have a session only. */
function subjectOf({ eventData: { SessionId }, orderCode: code }: Delivery): Html | string {
  if (code !== null) return copyableId('order code', code, orderPath(code));
  return typeof SessionId === 'string'
    ? html`<span class="dim">Session</span> ${copyableId('session ID', SessionId)}`
    : '–';
}

function attemptsCell({ id, attempts }: Delivery, isOpen: boolean): Html {
  const last = attempts.at(-1);
  const result = last && `, last: ${last.status ?? last.error ?? 'no response'}`;
  return html`<details class="opens-row" data-key="attempts-${id}"${isOpen && html` open`}><summary aria-controls="attempts-${id}">${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}${result}</summary></details>`;
}

function deliveryMenu({ id, eventTypeId, state }: Delivery): Html {
  const name = eventTypeName(eventTypeId);
  const button = (verb: string, text: string): Html =>
    actionButton(`/deliveries/${id}/${verb}`, text, {
      label: `${text} ${name} ${id.slice(0, 8)}`,
    });
  const idle = state === 'held' || state === 'waiting';
  return rowMenu(
    id,
    `Actions for delivery ${id.slice(0, 8)}`,
    html`${state !== 'sending' && button('redeliver', 'Redeliver')}${button('duplicate', 'Duplicate')}${idle && button('drop', 'Drop')}`,
  );
}

/** Renders the attempts, newest first. The older ones are folded. */
function attemptsView({ id, attempts, messageId, state }: Delivery): Html {
  const items = attempts.map((attempt, index) =>
    attemptItem(
      attempt,
      `Attempt ${index + 1}`,
      index < attempts.length - 1 ? `attempt-${id}-${index}` : null,
    ),
  );
  const again = state !== 'sending' && actionButton(`/deliveries/${id}/redeliver`, 'Redeliver now');
  return html`<div id="attempts-${id}"><div class="message"><p class="dim">Message <span class="code">${messageId}</span> ${copyButton('message ID', messageId)}</p>${again}</div>${attempts.length === 0 ? html`<p class="empty">Not sent yet.</p>` : html`<ol class="attempts" reversed>${items.reverse()}</ol>`}</div>`;
}

/** @param foldedKey - Folds the bodies, and keeps them open when the page updates itself. */
function attemptItem(attempt: DeliveryAttempt, name: string, foldedKey: string | null): Html {
  const { at, durationMs } = attempt;
  const line = html`${name} <span class="dim">${moment(at)}</span> ${resultChip(attempt)} <span class="dim">took ${durationMs} ms</span>`;
  const look = isAccepted(attempt) ? 'good' : 'bad';
  return foldedKey === null
    ? html`<li class="${look}"><p class="line-up"><strong>${line}</strong></p>${bodiesView(attempt)}</li>`
    : html`<li class="${look}"><details data-key="${foldedKey}"><summary>${line}</summary>${bodiesView(attempt)}</details></li>`;
}

const resultChip = (attempt: DeliveryAttempt): Html =>
  chip(String(attempt.status ?? attempt.error ?? 'no response'), isAccepted(attempt) ? 'good' : 'bad');

/** Renders an attempt for the timeline, which names its number and its status. */
export function attemptView(attempt: DeliveryAttempt): Html {
  return html`<li class="${isAccepted(attempt) ? 'good' : 'bad'}"><p class="dim">${moment(attempt.at)}, took ${attempt.durationMs} ms</p>${bodiesView(attempt)}</li>`;
}

/** Renders why an attempt failed, the response and the request. */
function bodiesView(attempt: DeliveryAttempt): Html {
  const { request, response } = attempt;
  const problem = attemptProblem(attempt);
  const body = (name: string, text: string): Html =>
    html`<p class="part">${name}</p>${text === '' ? html`<p class="dim">No body.</p>` : html`<pre tabindex="0" aria-label="${name} body">${text}</pre>`}`;
  return html`${problem !== null && html`<p class="problem-text">${problem}</p>`}${response !== null && body('Response', hideSecrets(response))}${body('Request', prettyJson(hideSecrets(request)))}`;
}

function attemptProblem(attempt: DeliveryAttempt): string | null {
  const { status, error } = attempt;
  if (isAccepted(attempt)) return null;
  if (status !== null && status >= 300 && status < 400)
    return `Your application responded with ${status}. The service does not follow redirects, and expects 2xx.`;
  if (status !== null) return `Your application responded with ${status}. The service expects 2xx.`;
  const text = CONNECTION_ERRORS[error ?? ''] ?? 'There was no response';
  return `${text}${error === null || error === 'time-out' ? '' : ` (${error})`}.`;
}
