import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';
import {
  actionButton,
  chip,
  copyButton,
  listView,
  oneLine,
  selectField,
  shortMoment,
  viewPath,
  type Section,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { EVENT_CHOICES, eventTypeName } from './deliveries.model.js';
import { deliveryState } from './deliveries.view.js';
import { listPage } from './list-page.js';

/** Events of a payment, which most applications register together. */
const PAYMENT_EVENTS = '1796,1797,1798';
/** Newest deliveries of an event among which the last one of a webhook is looked for. */
const SEARCHED_DELIVERIES = 20;

/** Renders the form to register a webhook, with what was typed before an error, and the registered webhooks. */
export function webhooksSection(model: ConsoleModel): Section {
  const { query, read, typed } = model;
  return {
    tools: html`<form class="tools" method="post" action="${CONSOLE_PATH}/webhooks">
<label>Address on this machine<input type="url" name="url" required placeholder="http://localhost:3000/webhooks" value="${typed.get('url')}"></label>
${selectField('Event', 'eventTypeIds', [[PAYMENT_EVENTS, 'Payments, refunds and failed payments (1796–1798)'], ...EVENT_CHOICES], typed.get('eventTypeIds') ?? PAYMENT_EVENTS)}
<button>Verify and save</button>
</form>`,
    live: listView('webhooks', 'Webhooks', listPage(read('listWebhooks'), query), {
      empty:
        'No webhooks are registered, so nothing is delivered. The simulator saves an address after it responds to the verification request with the account’s key.',
      columns: {
        Event: ({ eventTypeId }) => eventTypeName(eventTypeId),
        Address: ({ url }) => html`${oneLine(url, 'code')}${copyButton('address', url)}`,
        State: ({ active }) => (active ? chip('Active', 'good') : chip('Inactive', 'plain')),
        'Last delivery (UTC)': ({ id, eventTypeId }) => lastDeliveryView(model, id, eventTypeId),
        Deliveries: ({ eventTypeId }) => deliveriesLink(model, eventTypeId),
        Actions: ({ id, eventTypeId, url }) =>
          actionButton(`/webhooks/${id}/remove`, 'Remove', {
            label: `Remove ${eventTypeName(eventTypeId)} to ${url}`,
          }),
      },
    }),
  };
}

/** Renders when the newest delivery of a webhook was sent, and what became of it. */
function lastDeliveryView(
  { deliveries, now, read }: ConsoleModel,
  webhookId: string,
  eventTypeId: number,
): Html | string {
  const recent = deliveries.filter((one) => one.eventTypeId === eventTypeId).slice(-SEARCHED_DELIVERIES);
  for (const { id } of recent.reverse()) {
    const delivery = read('getDelivery', { path: { id } });
    if (delivery.webhookId === webhookId)
      return html`<a href="${viewPath('deliveries', { delivery: id })}">${chip(...deliveryState(delivery, now))}</a> ${shortMoment(delivery.attempts.at(-1)?.at ?? delivery.createdAt)}`;
  }
  return '–';
}

/** Renders the number of deliveries of an event, and of those that failed. */
function deliveriesLink({ deliveries, failed }: ConsoleModel, eventTypeId: number): Html | string {
  const event = String(eventTypeId);
  const count = (all: typeof deliveries): number =>
    all.filter((one) => one.eventTypeId === eventTypeId).length;
  const [sent, bad] = [count(deliveries), count(failed)];
  return sent === 0
    ? '–'
    : html`<a href="${viewPath('deliveries', { event })}">${sent} in all</a>${bad > 0 && html` <a class="chip bad" href="${viewPath('deliveries', { event, state: 'failed' })}">${bad} failed</a>`}`;
}
