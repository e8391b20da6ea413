import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';
import { OUTCOMES, type Hour, type Outcome, type Overview } from './overview.model.js';

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
/** Width of an hour and of its bar, and height of the chart, in units of the SVG. */
const HOUR = 10;
const BAR = 7;
const HEIGHT = 100;
/** Hours between two labels. */
const LABELS = 6;

/** Renders the deliveries of the last hours as stacked bars. Their failed parts link to the failed deliveries. */
export function deliveryChart({ deliveries, hours, outcomes }: Overview): Html {
  const shown = hours.reduce((sum, hour) => sum + totalOf(hour), 0);
  const top = niceTop(Math.max(1, ...hours.map(totalOf)));
  const [first] = hours;
  return html`<section class="chart" aria-labelledby="chart-title">
<h2 id="chart-title">Deliveries per hour <small>${deliveries}</small></h2>
<ul class="legend">${OUTCOMES.filter((outcome) => outcomes[outcome] > 0 || outcome === 'delivered').map((outcome) => legendItem(outcome, outcomes[outcome]))}</ul>
<div class="plot"><div class="scale" aria-hidden="true"><span>${top}</span><span>${top / 2}</span><span>0</span></div>
<svg viewBox="0 0 ${HOUR * hours.length} ${HEIGHT}" preserveAspectRatio="none" role="group" aria-label="Deliveries per hour">
${[0, HEIGHT / 2, HEIGHT].map((y) => html`<path class="grid" d="M0 ${y}H${HOUR * hours.length}"/>`)}${hours.map((hour, index) => barView(hour, index * HOUR, HEIGHT / top))}
</svg>
<div class="hours" aria-hidden="true">${hours.map(({ start }) => html`<span>${hourLabel(start)}</span>`)}</div></div>
${first && deliveries > shown && html`<p class="dim">Older deliveries are not in the chart: ${deliveries - shown}.</p>`}
</section>`;
}

const totalOf = ({ counts }: Hour): number => OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);

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

/** Labels every sixth hour, and midnight with its date. */
function hourLabel(start: number): string {
  const hour = new Date(start).getUTCHours();
  const iso = new Date(start).toISOString();
  if (hour % LABELS !== 0) return '';
  return hour === 0 ? iso.slice(5, 10) : iso.slice(11, 16);
}

/** Renders the bar of an hour. A screen reader reads the hours with failed deliveries. */
function barView(hour: Hour, x: number, unit: number): Html {
  let y = HEIGHT;
  const parts = OUTCOMES.filter((outcome) => hour.counts[outcome] > 0).map((outcome) => {
    const height = hour.counts[outcome] * unit;
    y -= height;
    const rect = html`<rect class="${outcome}" x="${x + (HOUR - BAR) / 2}" y="${y.toFixed(2)}" width="${BAR}" height="${height.toFixed(2)}"/>`;
    return { outcome, rect };
  });
  if (parts.length === 0) return html``;
  const rects = (isFailed: boolean): readonly Html[] =>
    parts.filter(({ outcome }) => FAILED.has(outcome) === isFailed).map(({ rect }) => rect);
  const failed = rects(true);
  const text = `${new Date(hour.start).toISOString().slice(5, 16).replace('T', ' ')} UTC: ${parts.map(({ outcome }) => `${hour.counts[outcome]} ${NAMES[outcome]}`).join(', ')}`;
  return html`
<g><title>${text}</title>${rects(false)}${failed.length > 0 && html`<a href="${FAILED_PATH}" aria-label="${text}">${failed}</a>`}</g>`;
}
