import { html, type Html } from '../http/html.js';
import { amount, moment } from './console-parts.view.js';
import { timeLeft } from './duration-text.js';
import { BANDS, type Amounts, type Band, type MoneyStrip } from './money-strip.model.js';

const NAMES: Readonly<Record<Band, string>> = {
  asked: 'Asked',
  authorized: 'Authorized',
  paid: 'Paid, not cleared',
  fee: 'Fee',
  cleared: 'In the wallet',
  seller: 'With the seller',
  'paid-out': 'Paid out',
  disputed: 'Disputed',
  refunded: 'Back at the customer',
};
const HEIGHT = 88;
/** Space above the strip, for the word `now`. */
const TOP = 16;
/** Share of the length that the newest state has at least. */
const LEAST_SHARE = 0.03;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days whose beginnings have a line. */
const MAX_DAYS = 10;

interface Interval {
  readonly from: number;
  readonly to: number;
  readonly amounts: Amounts;
  readonly isFuture: boolean;
}

/** Renders where the money of an order is as a strip: its length is the service's time, and its height is the amount, both to scale. */
export function moneyStripView(strip: MoneyStrip): Html {
  const { steps, now, next, currencyCode } = strip;
  const start = steps[0]?.at ?? now;
  const last = steps.at(-1)?.at ?? now;
  // After the last change, the strip shows as much time as before it at most.
  const shownNow = Math.min(now, last + Math.max(last - start, MINUTE_MS));
  const scaled = Math.max(next?.at ?? shownNow, start + 1);
  // What has just happened is visible, too.
  const end = Math.max(scaled, last + (scaled - start) * LEAST_SHARE);
  const present = Math.max(now, last + (end - start) * LEAST_SHARE);
  const percent = (at: number): string => `${(((at - start) / (end - start)) * 100).toFixed(3)}%`;
  const tallest = Math.max(1, ...steps.map(({ amounts }) => total(amounts)));
  const nowAt = (present - start) / (end - start);
  return html`<section class="strip" aria-labelledby="money-title">
<h2 id="money-title">Money <small>over service time, to scale</small></h2>
<svg height="${TOP + HEIGHT + 18}" aria-hidden="true">
${intervals(strip, present, end).map(({ from, to, amounts, isFuture }) => {
  let y = TOP + HEIGHT;
  const width = `${(((to - from) / (end - start)) * 100).toFixed(3)}%`;
  return BANDS.filter((band) => amounts[band] > 0).map((band) => {
    const height = (amounts[band] / tallest) * HEIGHT;
    y -= height;
    return html`<rect class="${band}${isFuture && ' future'}" x="${percent(from)}" width="${width}" y="${y.toFixed(2)}" height="${height.toFixed(2)}"><title>${NAMES[band]}: ${amount(amounts[band], currencyCode)}</title></rect>`;
  });
})}
${midnights(start, end).map((at) => html`<line class="grid" x1="${percent(at)}" x2="${percent(at)}" y1="${TOP}" y2="${TOP + HEIGHT}"/>`)}
<line class="grid" x1="0" x2="100%" y1="${TOP + HEIGHT}" y2="${TOP + HEIGHT}"/>
${next !== undefined && present < end && html`<line class="now" x1="${percent(present)}" x2="${percent(present)}" y1="${TOP - 4}" y2="${TOP + HEIGHT}"/><text x="${percent(present)}" y="10" text-anchor="${anchor(nowAt)}">now</text>`}
<text x="0" y="${TOP + HEIGHT + 14}">${clockText(start)}</text>
<text x="100%" y="${TOP + HEIGHT + 14}" text-anchor="end">${clockText(scaled)}</text>
</svg>
<ol class="moves">${steps.map(
    ({ at, to, name, amount: moved }) => html`
<li><i class="${to}"></i><span>${name}</span> <b class="num">${amount(moved, currencyCode)}</b> <span class="dim">${moment(at)}</span></li>`,
  )}${
    next !== undefined &&
    html`
<li class="future"><i></i><span>${next.name}</span> <b>${next.at > now && timeLeft(next.at - now)}</b> <span class="dim">${moment(next.at)}</span></li>`
  }</ol>
</section>`;
}

const total = (amounts: Amounts): number => BANDS.reduce((sum, band) => sum + amounts[band], 0);

/** Splits the time at the changes and at the present time. Changes at the same time are one. */
function intervals({ steps }: MoneyStrip, now: number, end: number): readonly Interval[] {
  return steps.flatMap(({ at, amounts }, index): readonly Interval[] => {
    const until = steps[index + 1]?.at ?? end;
    if (until === at) return [];
    if (until <= now || at >= now) return [{ from: at, to: until, amounts, isFuture: at >= now }];
    return [
      { from: at, to: now, amounts, isFuture: false },
      { from: now, to: until, amounts, isFuture: true },
    ];
  });
}

function midnights(start: number, end: number): readonly number[] {
  const first = start - (start % DAY_MS) + DAY_MS;
  const count = Math.max(0, Math.ceil((end - first) / DAY_MS));
  return count > MAX_DAYS ? [] : Array.from({ length: count }, (_, index) => first + index * DAY_MS);
}

function anchor(place: number): string {
  if (place < 0.05) return 'start';
  return place > 0.95 ? 'end' : 'middle';
}

const clockText = (at: number): string => new Date(at).toISOString().slice(5, 19).replace('T', ' ');
