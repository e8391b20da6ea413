import { DEFAULT_DELAY_MS, type NextDelivery } from '../deliveries/next-delivery.js';
import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';
import type { ConsoleModel } from './console.model.js';

const ACTIONS: readonly (readonly [action: NextDelivery['do'], name: string, meaning: string])[] = [
  ['lose', 'Lose', 'Your application never gets it.'],
  ['delay', 'Delay', 'It arrives later.'],
  ['repeat', 'Repeat', 'It arrives twice, although you accepted it.'],
  ['reorder', 'Reorder', 'It arrives after the webhook that follows it.'],
];

/** Renders what can happen to the next webhook. The switch goes off by itself when the webhook is there. */
export function nextWebhookView({ deliveries: { isHolding }, nextDelivery }: ConsoleModel): Html {
  const seconds = (nextDelivery?.ms ?? DEFAULT_DELAY_MS) / 1000;
  const item = ([action, name, meaning]: (typeof ACTIONS)[number]): Html => html`
<li><p><strong>${name}</strong><span class="meaning">${meaning}</span></p>
<form method="post" action="${CONSOLE_PATH}/deliveries/next"><input type="hidden" name="do" value="${action}">${
    action === 'delay' &&
    html`<label>Seconds<input type="number" name="seconds" min="1" step="1" value="${seconds}" required></label>`
  }<button class="switch" role="switch" aria-checked="${String(nextDelivery?.do === action)}" aria-label="${name} the next webhook"></button></form></li>`;
  return html`<section id="next-webhook" aria-labelledby="next-webhook-title">
<h2 id="next-webhook-title">Next webhook</h2>
<ul class="switches" id="next-delivery" data-live>${ACTIONS.map(item)}
</ul>
<p class="dim">Once: the switch goes off by itself.${isHolding && ' New deliveries are held now, so it waits until you release them.'}</p>
</section>`;
}
