import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';
import { viewPath } from './console-parts.view.js';
import { isFailure } from './deliveries.model.js';
import { RANGES, type Chart, type Overview } from './overview.model.js';

/** Words for the kinds of items that differ from their names. */
const NAMES: Readonly<Partial<Record<string, string>>> = {
  retrying: 'failed, will be retried',
  good: 'paid',
  wait: 'open',
  bad: 'declined or lost',
  plain: 'ended or refunded',
};
const nameOf = (kind: string): string => NAMES[kind] ?? kind.replace('-', ' ');
const deliveriesPath = (state: string): string => viewPath('deliveries', { state });
/** Width of the place of a bar and of the bar, and height of the chart, in units of the SVG. */
const PLACE = 10;
const BAR = 7;
const HEIGHT = 100;
const DAY_MS = 86_400_000;

/** Renders the deliveries as stacked bars. Until one is sent, it renders the payments, and says what to do. */
export function activityChart({ deliveries, payments, webhooks }: Overview): Html {
  if (deliveries.total > 0) return chartView('Deliveries', deliveries, deliveriesPath);
  const hint =
    webhooks === 0
      ? html`No webhook is registered, so nothing is delivered. <a href="${viewPath('webhooks')}">Register one</a> to see its deliveries here.`
      : 'Your webhooks got no event yet. Their deliveries appear here.';
  return chartView('Payments', payments, undefined, html`<p class="hint">${hint}</p>`);
}

/** @param pathOf - Page that lists the items of a kind. */
function chartView(
  title: string,
  { bars, items, kinds, range, total }: Chart,
  pathOf?: (kind: string) => string,
  hint?: Html,
): Html {
  const shown = bars.reduce((sum, bar) => sum + bar.total, 0);
  const top = niceTop(Math.max(1, ...bars.map((bar) => bar.total)));
  const width = PLACE * bars.length;
  return html`<section class="chart" aria-labelledby="chart-title">
<div class="title"><h2 id="chart-title">${title} <small>${total}</small></h2>
<div class="ranges" role="group" aria-label="Range of the chart, in service time">${RANGES.map(({ name, text }) => html`<a href="${CONSOLE_PATH}?range=${name}"${name === range.name && html` aria-current="true"`}>${text}</a>`)}</div></div>
${hint}
<ul class="legend">${kinds.filter((kind, index) => items.has(kind) || index === 0).map((kind) => legendItem(kind, items.get(kind)?.length, pathOf?.(kind)))}<li class="dim"><span class="words">Service time,</span> UTC</li></ul>
<div class="plot"><div class="scale" aria-hidden="true"><span>${top}</span><span>${top / 2}</span><span>0</span></div>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="group" aria-label="${title} in the last ${range.text}">
${[0, HEIGHT / 2, HEIGHT].map((y) => html`<path class="grid" d="M0 ${y}H${width}"/>`)}${bars.map((bar, index) => barView(bar, kinds, index * PLACE, HEIGHT / top))}
</svg>
<div class="hours" aria-hidden="true">${bars.map(({ start }) => html`<span>${label(start, range.labelMs)}</span>`)}</div></div>
${total > shown && html`<p class="dim">Older ${title.toLowerCase()} are not in the chart: ${total - shown}.</p>`}
</section>`;
}

/** Returns the smallest round even number that is at least the maximum: 2, 4, 10, 20, 40 or 100. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 4, 10].find((factor) => factor * power >= most) ?? 10;
  return Math.max(2, top * power);
}

function legendItem(kind: string, count = 0, href?: string): Html {
  const item = html`<i class="${kind}"></i><b>${count}</b> ${nameOf(kind)}`;
  return html`<li>${count === 0 || href === undefined ? html`<span>${item}</span>` : html`<a href="${href}">${item}</a>`}</li>`;
}

/** Returns the time of a bar that begins at a multiple of the step, or the date at midnight. */
function label(start: number, stepMs: number): string {
  if (start % stepMs !== 0) return '';
  const iso = new Date(start).toISOString();
  return start % DAY_MS === 0 ? iso.slice(5, 10) : iso.slice(11, 16);
}

/** Renders a bar. A screen reader reads the bars with failed deliveries. */
function barView(
  { start, items }: Chart['bars'][number],
  kinds: readonly string[],
  x: number,
  unit: number,
): Html {
  if (items.size === 0) return html``;
  const shown = kinds.filter((kind) => items.has(kind));
  const count = (kind: string): number => items.get(kind)?.length ?? 0;
  const text = `${new Date(start).toISOString().slice(5, 16).replace('T', ' ')} UTC: ${shown.map((kind) => `${count(kind)} ${nameOf(kind)}`).join(', ')}`;
  let y = HEIGHT;
  const rects = shown.map((kind) => {
    const height = count(kind) * unit;
    y -= height;
    return html`<rect class="${kind}" x="${x + (PLACE - BAR) / 2}" y="${y.toFixed(2)}" width="${BAR}" height="${height.toFixed(2)}"/>`;
  });
  const failed = rects.filter((_, index) => isFailure(shown[index] ?? ''));
  return html`
<g><title>${text}</title>${rects.filter((rect) => !failed.includes(rect))}${failed.length > 0 && html`<a href="${deliveriesPath('failed')}" aria-label="${text}">${failed}</a>`}</g>`;
}
