import type { Delivery, DeliveryAttempt, DeliveryState } from '../deliveries/delivery.js';
import { writeJson } from '../domain/wire-json.js';
import { html, type Html } from '../http/html.js';
import { actionButton, chip, folded, moment, section, type ChipLook } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { hideSecrets } from './hide-secrets.js';
import { orderPath } from './console-address.js';
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

/** Renders the deliveries with their attempts, bodies and actions. */
export function deliveriesView(
  { deliveries, held, isHolding }: ConsoleModel,
  action: (path: string) => string,
): Html {
  const tools =
    isHolding || held > 0
      ? actionButton(action('/deliveries/release'), held === 0 ? 'Stop holding' : `Release ${held} held`)
      : actionButton(action('/deliveries/hold'), 'Hold new deliveries');
  return section('deliveries', 'Deliveries', deliveries, {
    tools,
    empty:
      'Nothing has been delivered yet. The simulator sends each event to the webhooks that are registered for it.',
    content: folded(
      deliveries.rows,
      (some) => html`<ol class="list">${some.map((delivery) => deliveryView(delivery, action))}</ol>`,
    ),
  });
}

function deliveryView(delivery: Delivery, action: (path: string) => string): Html {
  const { id, webhook, message, duplicateOf, state, dueAt, attempts } = delivery;
  const name = eventTypeName(message.eventTypeId);
  const button = (verb: string, text: string): Html =>
    actionButton(action(`/deliveries/${id}/${verb}`), text, { label: `${text} ${name} ${id.slice(0, 8)}` });
  const { OrderCode } = message.eventData;
  const orderCode =
    OrderCode === undefined || OrderCode === null ? undefined : writeJson(OrderCode).replaceAll('"', '');
  const idle = state === 'held' || state === 'waiting';
  return html`
<li class="delivery" id="delivery-${id}">
<div class="head">${chip(state, DELIVERY_LOOKS[state])} <strong>${name}</strong> <span class="dim">to <span class="code">${webhook.url}</span></span></div>
<p class="dim">Message <span class="code">${message.messageId}</span>${orderCode !== undefined && html` · order <a class="code" href="${orderPath(orderCode)}">${orderCode}</a>`}${duplicateOf !== null && html` · repeats ${duplicateOf.slice(0, 8)}`}${
    dueAt !== null && html` · next attempt ${moment(dueAt)}`
  }</p>
<details data-key="attempts-${id}"><summary>${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}${lastOf(attempts)}</summary>
${attempts.length === 0 ? html`<p class="empty">Not sent yet.</p>` : html`<ol class="attempts">${attempts.map(attemptView)}</ol>`}
</details>
<div class="actions">${state !== 'sending' && button('redeliver', 'Redeliver')}${button('duplicate', 'Duplicate')}${idle && button('drop', 'Drop')}</div>
</li>`;
}

function lastOf(attempts: readonly DeliveryAttempt[]): string {
  const last = attempts.at(-1);
  return last ? `, last: ${last.status ?? last.error ?? 'no response'}` : '';
}

/** Renders an attempt with its request and response. */
export function attemptView({ at, request, status, response, durationMs, error }: DeliveryAttempt): Html {
  const good = status !== null && status >= 200 && status < 300;
  return html`<li>
<p>${moment(at)} ${chip(String(status ?? error ?? 'no response'), good ? 'good' : 'bad')} <span class="dim">${durationMs} ms</span></p>
<pre tabindex="0" aria-label="Request body">${prettyJson(hideSecrets(request))}</pre>
${response !== null && response !== '' && html`<pre tabindex="0" aria-label="Response body">${hideSecrets(response)}</pre>`}
</li>`;
}
