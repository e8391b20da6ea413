import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEPS = [
  ['+1 min', MINUTE_MS],
  ['+1 h', HOUR_MS],
  ['+24 h', 24 * HOUR_MS],
] as const;

/** Renders the controls of the clock, and the reset. */
export function clockView(): Html {
  return html`<section id="clock" aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<div class="tools">
<form method="post" action="${CONSOLE_PATH}/clock">${STEPS.map(([text, ms]) => html`<button name="ms" value="${ms}">${text}</button>`)}</form>
<form method="post" action="${CONSOLE_PATH}/clock">
<label>Minutes<input type="number" name="minutes" min="1" step="1" value="30" required></label>
<button>Move forward</button>
</form>
</div>
<p class="dim">This clock controls when orders and tokens expire, payments clear and deliveries are retried. It only moves forward.</p>
<details><summary>Reset the simulator…</summary>
<p class="dim">Deletes all orders, transactions, webhooks, deliveries and faults. The address and the credentials stay.</p>
<form method="post" action="${CONSOLE_PATH}/reset"><button class="danger">Delete everything</button></form>
</details>
</section>`;
}
