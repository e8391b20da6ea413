import type { ResponseOf } from '../control/control.js';
import { html, type Html } from '../http/html.js';
import { NOTHING_COMES, type ComingKind } from '../domain/coming-kinds.js';
import { CONSOLE_PATH } from './console-address.js';
import { capitalized } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { timeLeft } from './duration-text.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEPS = [
  ['+1 min', MINUTE_MS],
  ['+1 h', HOUR_MS],
  ['+24 h', 24 * HOUR_MS],
] as const;

/** Renders the controls of the clock, and the reset. */
export function clockView(model: ConsoleModel): Html {
  const coming = model.isDrawerOpen ? model.read('listComingWork') : [];
  return html`<section id="clock" aria-labelledby="clock-title">
<h2 id="clock-title">Clock</h2>
<div class="tools">
<form method="post" action="${CONSOLE_PATH}/clock">${STEPS.map(([text, ms]) => html`<button name="ms" value="${ms}">${text}</button>`)}</form>
<form method="post" action="${CONSOLE_PATH}/clock">
<label>Minutes<input type="number" name="minutes" min="1" step="1" value="30" required></label>
<button>Move forward</button>
</form>
</div>
<h3 id="jumps-title">Jump to the next</h3>
<form method="post" action="${CONSOLE_PATH}/clock/jump"><ul class="switches" id="jumps" data-live aria-labelledby="jumps-title">${(
    Object.keys(NOTHING_COMES) as ComingKind[]
  ).map((kind) => jumpItem(model, coming, kind))}
</ul></form>
<p class="dim">The clock only moves forward. It decides when orders and tokens expire, payments clear and webhooks are retried.</p>
<details><summary>Reset the simulator…</summary>
<p class="dim">Deletes all orders, transactions, webhooks, deliveries and faults. The address and the credentials stay.</p>
<form method="post" action="${CONSOLE_PATH}/reset"><button class="danger">Delete everything</button></form>
</details>
</section>`;
}

type ComingWork = ResponseOf<'listComingWork'>[number];

/** Renders a jump. While the drawer is closed, what happens next is not read, because no page shows it. */
function jumpItem(
  { isDrawerOpen, now }: ConsoleModel,
  coming: readonly ComingWork[],
  kind: ComingKind,
): Html {
  const next = coming.find((work) => work.kind === kind);
  const reason = capitalized(NOTHING_COMES[kind]);
  return html`
<li><p><strong>${capitalized(kind)}</strong>${next && html` <span class="dim">${timeLeft(roundedUp(next.at - now))}</span>`}<span class="meaning" id="jump-${kind}">${isDrawerOpen && (next ? next.what : `${reason}.`)}</span></p><button name="to" value="${kind}" aria-label="Jump to the next ${kind}" aria-describedby="jump-${kind}"${isDrawerOpen && next === undefined && html` disabled`}>Jump</button></li>`;
}

/** Rounds to whole minutes, so that the list does not change each second while it is clicked. */
const roundedUp = (ms: number): number => (ms < MINUTE_MS ? ms : Math.ceil(ms / MINUTE_MS) * MINUTE_MS);
