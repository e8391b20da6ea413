import { html, type Html } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';
import { LOOKS, OUTCOMES, RANGES, type Bar, type Chart, type Overview } from './overview.model.js';

/** What a chart shows: its title, and name and link of each kind. A failed kind also has links in its bars. */
interface ChartText {
  readonly title: string;
  readonly kinds: Readonly<
    Record<string, { readonly name: string; readonly href?: string; readonly isFailed?: boolean }>
  >;
}

const deliveriesPath = (state: string): string => `${CONSOLE_PATH}?view=deliveries&state=${state}`;
const OUTCOME_NAMES: Readonly<Record<(typeof OUTCOMES)[number], string>> = {
  delivered: 'delivered',
  waiting: 'waiting',
  held: 'held',
  retrying: 'failed, will be retried',
  'gave-up': 'gave up',
  dropped: 'dropped',
};
const DELIVERIES: ChartText = {
  title: 'Deliveries',
  kinds: Object.fromEntries(
    OUTCOMES.map((outcome) => [
      outcome,
      {
        name: OUTCOME_NAMES[outcome],
        href: deliveriesPath(outcome),
        isFailed: outcome === 'retrying' || outcome === 'gave-up',
      },
    ]),
  ),
};
const LOOK_NAMES: Readonly<Record<(typeof LOOKS)[number], string>> = {
  good: 'paid',
  wait: 'open',
  bad: 'declined or lost',
  plain: 'ended or refunded',
};
const PAYMENTS: ChartText = {
  title: 'Payments',
  kinds: Object.fromEntries(LOOKS.map((look) => [look, { name: LOOK_NAMES[look] }])),
};
/** Width of the place of a bar and of the bar, and height of the chart, in units of the SVG. */
const PLACE = 10;
const BAR = 7;
const HEIGHT = 100;
const DAY_MS = 86_400_000;

/** Renders the deliveries as stacked bars. Until one is sent, it renders the payments, and says what to do. */
export function activityChart({ deliveries, payments, webhooks }: Overview): Html {
  if (deliveries.total > 0) return chartView(deliveries, DELIVERIES);
  const hint =
    webhooks === 0
      ? html`<p class="hint">No webhook is registered, so nothing is delivered. <a href="${CONSOLE_PATH}?view=webhooks">Register one</a> to see its deliveries here.</p>`
      : html`<p class="hint">Your webhooks got no event yet. Their deliveries appear here.</p>`;
  return chartView(payments, PAYMENTS, hint);
}

function chartView(
  { bars, counts, kinds, range, total }: Chart,
  { title, kinds: texts }: ChartText,
  hint?: Html,
): Html {
  const shown = bars.reduce((sum, bar) => sum + totalOf(bar), 0);
  const top = niceTop(Math.max(1, ...bars.map(totalOf)));
  const width = PLACE * bars.length;
  return html`<section class="chart" aria-labelledby="chart-title">
<div class="title"><h2 id="chart-title">${title} <small>${total}</small></h2>
<div class="ranges" role="group" aria-label="Range of the chart, in service time">${RANGES.map(({ name, text }) => html`<a href="${CONSOLE_PATH}?range=${name}"${name === range.name && html` aria-current="true"`}>${text}</a>`)}</div></div>
${hint}
<ul class="legend">${kinds.filter((kind, index) => (counts[kind] ?? 0) > 0 || index === 0).map((kind) => legendItem(kind, counts[kind] ?? 0, texts))}<li class="dim"><span class="words">Service time,</span> UTC</li></ul>
<div class="plot"><div class="scale" aria-hidden="true"><span>${top}</span><span>${top / 2}</span><span>0</span></div>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="group" aria-label="${title} in the last ${range.text}">
${[0, HEIGHT / 2, HEIGHT].map((y) => html`<path class="grid" d="M0 ${y}H${width}"/>`)}${bars.map((bar, index) => barView(bar, kinds, texts, index * PLACE, HEIGHT / top))}
</svg>
<div class="hours" aria-hidden="true">${bars.map(({ start }) => html`<span>${label(start, range.labelMs)}</span>`)}</div></div>
${total > shown && html`<p class="dim">Older ${title.toLowerCase()} are not in the chart: ${total - shown}.</p>`}
</section>`;
}

const totalOf = ({ counts }: Bar): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Returns the smallest round even number that is at least the maximum: 2, 4, 10, 20, 40 or 100. */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 4, 10].find((factor) => factor * power >= most) ?? 10;
  return Math.max(2, top * power);
}

function legendItem(kind: string, count: number, texts: ChartText['kinds']): Html {
  const { name, href } = texts[kind] ?? { name: kind };
  const item = html`<i class="${kind}"></i><b>${count}</b> ${name}`;
  return html`<li>${count === 0 || href === undefined ? html`<span>${item}</span>` : html`<a href="${href}">${item}</a>`}</li>`;
}

/** Returns the time of a bar that begins at a multiple of the step, or the date at midnight. */
function label(start: number, stepMs: number): string {
  if (start % stepMs !== 0) return '';
  const iso = new Date(start).toISOString();
  return start % DAY_MS === 0 ? iso.slice(5, 10) : iso.slice(11, 16);
}

/** Renders a bar. A screen reader reads the bars with failed items. */
function barView(
  { start, counts }: Bar,
  kinds: readonly string[],
  texts: ChartText['kinds'],
  x: number,
  unit: number,
): Html {
  let y = HEIGHT;
  const parts = kinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    if (count === 0) return [];
    const height = count * unit;
    y -= height;
    const rect = html`<rect class="${kind}" x="${x + (PLACE - BAR) / 2}" y="${y.toFixed(2)}" width="${BAR}" height="${height.toFixed(2)}"/>`;
    return { count, rect, name: texts[kind]?.name, isFailed: texts[kind]?.isFailed === true };
  });
  if (parts.length === 0) return html``;
  const rects = (failed: boolean): readonly Html[] =>
    parts.filter(({ isFailed }) => isFailed === failed).map(({ rect }) => rect);
  const failed = rects(true);
  const text = `${new Date(start).toISOString().slice(5, 16).replace('T', ' ')} UTC: ${parts.map(({ count, name }) => `${count} ${name}`).join(', ')}`;
  return html`
<g><title>${text}</title>${rects(false)}${failed.length > 0 && html`<a href="${deliveriesPath('failed')}" aria-label="${text}">${failed}</a>`}</g>`;
}
