import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';
import { OUTCOMES, RANGES, type Bar, type Outcome, type Overview } from './overview.model.js';

const NAMES: Readonly<Record<Outcome, string>> = {
  delivered: 'delivered',
  waiting: 'waiting',
  held: 'held',
  retrying: 'failed, will be retried',
  'gave-up': 'gave up',
  dropped: 'dropped',
};
const FAILED: ReadonlySet<Outcome> = new Set(['retrying', 'gave-up']);
const FAILED_PATH = `${CONSOLE_PATH}?view=deliveries&state=failed`;
/** Width of the place of a bar and of the bar, and height of the chart, in units of the SVG. */
const PLACE = 10;
const BAR = 7;
const HEIGHT = 100;
const DAY_MS = 86_400_000;

/** Renders the deliveries of the chosen range as stacked bars. Their failed parts link to the failed deliveries. */
export function deliveryChart({ deliveries, bars, outcomes, range, webhooks }: Overview): Html {
  const shown = bars.reduce((sum, bar) => sum + totalOf(bar), 0);
  const top = niceTop(Math.max(1, ...bars.map(totalOf)));
  const width = PLACE * bars.length;
  const isUnregistered = deliveries === 0 && webhooks === 0;
  return html`<section class="chart" aria-labelledby="chart-title">
<div class="title"><h2 id="chart-title">Deliveries <small>${deliveries}</small></h2>
<div class="ranges" role="group" aria-label="Range of the chart, in service time">${RANGES.map(({ name, text }) => html`<a href="${CONSOLE_PATH}?range=${name}"${name === range.name && html` aria-current="true"`}>${text}</a>`)}</div></div>
${isUnregistered && html`<p class="hint">No webhook is registered, so nothing is delivered. <a href="${CONSOLE_PATH}?view=webhooks">Register one</a></p>`}
<ul class="legend">${OUTCOMES.filter((outcome) => outcomes[outcome] > 0 || outcome === 'delivered').map((outcome) => legendItem(outcome, outcomes[outcome]))}<li class="dim"><span class="words">Service time,</span> UTC</li></ul>
<div class="plot"><div class="scale" aria-hidden="true"><span>${top}</span><span>${top / 2}</span><span>0</span></div>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="group" aria-label="Deliveries in the last ${range.text}">
${[0, HEIGHT / 2, HEIGHT].map((y) => html`<path class="grid" d="M0 ${y}H${width}"/>`)}${bars.map((bar, index) => barView(bar, index * PLACE, HEIGHT / top))}
</svg>
<div class="hours" aria-hidden="true">${bars.map(({ start }) => html`<span>${label(start, range.labelMs)}</span>`)}</div></div>
${deliveries > shown && html`<p class="dim">Older deliveries are not in the chart: ${deliveries - shown}.</p>`}
</section>`;
}

const totalOf = ({ counts }: Bar): number => OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);

/** Returns the smallest round even number that is at least the maximum: 2, 4, 10, 20, 40 or 100. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 4, 10].find((factor) => factor * power >= most) ?? 10;
  return Math.max(2, top * power);
}

function legendItem(outcome: Outcome, count: number): Html {
  const item = html`<i class="${outcome}"></i><b>${count}</b> ${NAMES[outcome]}`;
  const path = `${CONSOLE_PATH}?view=deliveries&state=${outcome}`;
  return html`<li>${count === 0 ? html`<span>${item}</span>` : html`<a href="${path}">${item}</a>`}</li>`;
}

/** Returns the time of a bar that begins at a multiple of the step, or the date at midnight. */
function label(start: number, stepMs: number): string {
  if (start % stepMs !== 0) return '';
  const iso = new Date(start).toISOString();
  return start % DAY_MS === 0 ? iso.slice(5, 10) : iso.slice(11, 16);
}

/** Renders a bar. A screen reader reads the bars with failed deliveries. */
function barView({ start, counts }: Bar, x: number, unit: number): Html {
  let y = HEIGHT;
  const parts = OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => {
    const height = counts[outcome] * unit;
    y -= height;
    const rect = html`<rect class="${outcome}" x="${x + (PLACE - BAR) / 2}" y="${y.toFixed(2)}" width="${BAR}" height="${height.toFixed(2)}"/>`;
    return { outcome, rect };
  });
  if (parts.length === 0) return html``;
  const rects = (isFailed: boolean): readonly Html[] =>
    parts.filter(({ outcome }) => FAILED.has(outcome) === isFailed).map(({ rect }) => rect);
  const failed = rects(true);
  const text = `${new Date(start).toISOString().slice(5, 16).replace('T', ' ')} UTC: ${parts.map(({ outcome }) => `${counts[outcome]} ${NAMES[outcome]}`).join(', ')}`;
  return html`
<g><title>${text}</title>${rects(false)}${failed.length > 0 && html`<a href="${FAILED_PATH}" aria-label="${text}">${failed}</a>`}</g>`;
}
