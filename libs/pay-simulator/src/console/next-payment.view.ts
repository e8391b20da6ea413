import { EVENT_TEXTS } from '../domain/contract.generated.js';
import { eventText, INSUFFICIENT_FUNDS } from '../domain/issuer.js';
import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';
import { actionButton, chip } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

/** Reasons that shops see often. */
const FREQUENT = [INSUFFICIENT_FUNDS, 10_005, 10_054, 10_057, 10_061, 10_041];
/** Event IDs of issuers. The others are of 3-D Secure, terminals and other parts of the service. */
const ALL = Object.keys(EVENT_TEXTS)
  .map(Number)
  .filter((id) => id > 10_000 && id < 11_000);

/** Renders the decline of the next card payment, and its reasons. */
export function nextPaymentView({ nextDecline }: ConsoleModel): Html {
  return html`<section id="next-payment" aria-labelledby="next-payment-title">
<h2 id="next-payment-title">Next card payment</h2>
<form method="post" class="tools" action="${CONSOLE_PATH}/decline-next">
<label for="decline-reason">Reason of the decline</label><select id="decline-reason" name="eventId">${group('Frequent', FREQUENT)}${group('All', ALL)}</select>
<button>Decline the next payment</button>
</form>
<div id="next-decline" data-live>${
    nextDecline === null
      ? html`<p class="dim">Once, whatever its card and amount: at the checkout, at a terminal, or a recurring charge.</p>`
      : html`<ul class="switches"><li><p>${chip('Declined', 'wait')} The next payment<span class="meaning">${eventText(nextDecline)} (${nextDecline})</span></p>${actionButton('/decline-next/clear', 'Take back', { label: 'Take back the decline of the next payment' })}</li></ul>`
  }</div>
</section>`;
}

function group(label: string, ids: readonly number[]): Html {
  return html`<optgroup label="${label}">${ids.map((id) => html`<option value="${id}">${eventText(id)} (${id})</option>`)}</optgroup>`;
}
