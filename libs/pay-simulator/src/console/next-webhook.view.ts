import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';
import { selectField } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { EVENT_CHOICES, eventTypeName } from './deliveries.model.js';

/** Delay without a choice, milliseconds. */
const DEFAULT_DELAY_MS = 60_000;
const ACTIONS: readonly (readonly [action: string, name: string, meaning: string])[] = [
  ['lose', 'Lose', 'Your application never gets it.'],
  ['delay', 'Delay', 'It arrives later.'],
  ['repeat', 'Repeat', 'It arrives twice, although you accepted it.'],
  ['reorder', 'Reorder', 'It arrives after the webhook that follows it.'],
];

/** Renders what can happen to the next webhook. The switch goes off by itself when the webhook is there. */
export function nextWebhookView({ isHolding, nextDelivery }: ConsoleModel): Html {
  const { ms = DEFAULT_DELAY_MS, eventTypeId: event } = nextDelivery ?? {};
  const item = ([action, name, meaning]: (typeof ACTIONS)[number]): Html => html`
<li><p><strong>${name}</strong><span class="meaning">${meaning}</span></p>
<div class="set">${
    action === 'delay' &&
    html`<label>Seconds<input type="number" name="seconds" min="1" step="1" value="${ms / 1000}" required></label>`
  }${switchOf(action, name, nextDelivery?.do === action)}</div></li>`;
  return html`<section id="next-webhook" aria-labelledby="next-webhook-title">
<h2 id="next-webhook-title">Next webhook</h2>
<form method="post" action="${CONSOLE_PATH}/deliveries/next">
${selectField('Event', 'eventTypeId', [['', 'Any event'], ...EVENT_CHOICES], event === undefined ? '' : String(event))}
<ul class="switches" id="next-delivery" data-live>${ACTIONS.map(item)}
</ul></form>
<p class="dim" id="next-wait" data-live>Once: the switch goes off by itself.${event !== undefined && ` It waits for ${eventTypeName(event)}.`}${isHolding && ' New deliveries are held now, so it waits until you release them.'}</p>
</section>`;
}

/** Renders a switch. While it is on, it takes the instruction back. */
function switchOf(action: string, name: string, isOn: boolean): Html {
  return html`<button class="switch" role="switch" name="do" value="${action}" aria-checked="${String(isOn)}" aria-label="${name} the next webhook"${isOn && html` formaction="${CONSOLE_PATH}/deliveries/next/clear" formnovalidate`}></button>`;
}
