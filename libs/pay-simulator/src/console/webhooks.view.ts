import { EVENT_TYPES } from '../domain/contract.generated.js';
import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';
import { actionButton, chip, oneLine, section, selectField } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

/** Events of a payment, which most applications register together. */
const PAYMENT_EVENTS = '1796,1797,1798';
/** Event types with their names. Data-services exports have separate subscriptions, which the banking app does not offer. */
export const EVENT_CHOICES = Object.entries(EVENT_TYPES)
  .filter(([id]) => id !== '7936')
  .map(([id, name]) => [id, `${name} (${id})`] as const);

/** Name and ID of an event type. */
export function eventTypeName(eventTypeId: number): string {
  return `${EVENT_TYPES[eventTypeId] ?? 'Event'} (${eventTypeId})`;
}

/** Renders the form to register a webhook, with what was typed before an error. */
export function webhookFormView({ typed }: ConsoleModel): Html {
  return html`<form class="tools" method="post" action="${CONSOLE_PATH}/webhooks">
<label>Address on this machine<input type="url" name="url" required placeholder="http://localhost:3000/webhooks" value="${typed.get('url') ?? ''}"></label>
${selectField('Event', 'eventTypeIds', [[PAYMENT_EVENTS, 'Payments, refunds and failed payments (1796–1798)'], ...EVENT_CHOICES], typed.get('eventTypeIds') ?? PAYMENT_EVENTS)}
<button>Verify and save</button>
</form>`;
}

/** Renders the registered webhooks. */
export function webhooksView({ webhooks }: ConsoleModel): Html {
  const empty =
    'No webhooks are registered, so nothing is delivered. The simulator saves an address after it responds to the verification request with the account’s key.';
  return section('webhooks', 'Webhooks', webhooks, {
    empty,
    columns: {
      Event: ({ eventTypeId }) => eventTypeName(eventTypeId),
      Address: ({ url }) => oneLine(url, 'code'),
      State: ({ active }) => (active ? chip('Active', 'good') : chip('Inactive', 'plain')),
      Actions: ({ id, eventTypeId, url }) =>
        actionButton(`/webhooks/${id}/remove`, 'Remove', {
          label: `Remove ${eventTypeName(eventTypeId)} to ${url}`,
        }),
    },
  });
}
