import {
  isAccepted,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryState,
} from '../deliveries/delivery.js';
import { writeJson } from '../domain/wire-json.js';
import { html, type Html } from '../http/html.js';
import {
  actionButton,
  chip,
  copyButton,
  moment,
  oneLine,
  rowMenu,
  section,
  shortId,
  shortMoment,
  type ChipLook,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { hideSecrets } from './hide-secrets.js';
import { CONSOLE_PATH, orderPath } from './console-address.js';
import { prettyJson } from './pretty-json.js';
import { eventTypeName } from './webhooks.view.js';

export const DELIVERY_LOOKS: Readonly<Record<DeliveryState, ChipLook>> = {
  held: 'wait',
  waiting: 'wait',
  sending: 'wait',
  delivered: 'good',
  failed: 'bad',
  dropped: 'bad',
};

/** Renders the deliveries as a table, with their attempts, bodies and actions. */
export function deliveriesView({ chosenDelivery, deliveries, held, isHolding }: ConsoleModel): Html {
  const shown = chosenDelivery ?? deliveries;
  const holdButton =
    isHolding || held > 0
      ? actionButton('/deliveries/release', held === 0 ? 'Stop holding' : `Release ${held} held`)
      : actionButton('/deliveries/hold', 'Hold new deliveries');
  return section<Delivery>('deliveries', 'Deliveries', shown, {
    tools: chosenDelivery
      ? html`<a href="${CONSOLE_PATH}?view=deliveries">Show all deliveries</a>`
      : holdButton,
    empty: chosenDelivery
      ? 'No delivery has this ID. A reset of the simulator removes all deliveries.'
      : 'Nothing has been delivered yet. The simulator sends each event to the webhooks that are registered for it.',
    id: ({ id }) => `delivery-${id}`,
    below: ({ id, attempts, message: { messageId } }) =>
      html`<div id="attempts-${id}"><p class="dim">Message <span class="code">${messageId}</span> ${copyButton('message ID', messageId)}</p>${attempts.length === 0 ? html`<p class="empty">Not sent yet.</p>` : html`<ol class="attempts">${attempts.map((attempt, index) => attemptView(attempt, index < attempts.length - 1 ? `attempt-${id}-${index}` : undefined))}</ol>`}</div>`,
    columns: {
      'Created (UTC)': ({ attempts, message }) => shortMoment(attempts[0]?.at ?? Date.parse(message.created)),
      State: ({ state }) => chip(state, DELIVERY_LOOKS[state]),
      Event: ({ message, duplicateOf }) =>
        html`${eventTypeName(message.eventTypeId)}${duplicateOf !== null && html` <span class="dim">duplicate</span>`}`,
      Order: orderLink,
      Attempts: attemptsCell,
      To: ({ webhook }) => oneLine(webhook.url, 'code'),
      Actions: deliveryMenu,
    },
  });
}

function orderLink({ message }: Delivery): Html | string {
  const { OrderCode } = message.eventData;
  if (OrderCode === undefined || OrderCode === null) return '–';
  const code = writeJson(OrderCode).replaceAll('"', '');
  return html`<span class="whole"><a href="${orderPath(code)}">${shortId(code)}</a> ${copyButton('order code', code)}</span>`;
}

function attemptsCell({ id, attempts, dueAt }: Delivery): Html {
  return html`<details class="opens-row" data-key="attempts-${id}"><summary aria-controls="attempts-${id}">${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}${lastOf(attempts)}</summary></details>${
    dueAt !== null && html` <span class="dim whole">next ${shortMoment(dueAt)}</span>`
  }`;
}

function deliveryMenu({ id, message, state }: Delivery): Html {
  const name = eventTypeName(message.eventTypeId);
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

function lastOf(attempts: readonly DeliveryAttempt[]): string {
  const last = attempts.at(-1);
  return last ? `, last: ${last.status ?? last.error ?? 'no response'}` : '';
}

/** Renders an attempt with its request and response. @param foldedKey - Folds their bodies, and keeps them open when the page updates itself. */
export function attemptView(attempt: DeliveryAttempt, foldedKey?: string): Html {
  const { at, request, status, response, durationMs, error } = attempt;
  const bodies = html`<pre tabindex="0" aria-label="Request body">${prettyJson(hideSecrets(request))}</pre>
${response !== null && response !== '' && html`<pre tabindex="0" aria-label="Response body">${hideSecrets(response)}</pre>`}`;
  return html`<li>
<p>${moment(at)} ${chip(String(status ?? error ?? 'no response'), isAccepted(attempt) ? 'good' : 'bad')} <span class="dim">${durationMs} ms</span></p>
${foldedKey === undefined ? bodies : html`<details data-key="${foldedKey}"><summary>Request and response</summary>${bodies}</details>`}
</li>`;
}
