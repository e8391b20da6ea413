import { html, type Html } from '../http/html.js';
import { amount, moment } from './console-parts.view.js';
import { timeLeft } from './duration-text.js';
import { BANDS, type Amounts, type Band, type MoneyStrip } from './money-strip.model.js';

const NAMES: Readonly<Record<Band, string>> = {
  requested: 'Requested',
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

/** Renders where the money of an order is as a strip: its length is the service's time, and its height is the amount, both to scale. */
export function moneyStripView(strip: MoneyStrip): Html {
  const { steps, now, next, currencyCode } = strip;
  const { at: last, amounts: left } = strip.last;
  const start = steps[0]?.at ?? last;
  // After the last change, the strip shows as much time as before it at most.
  const shownNow = Math.min(now, last + Math.max(last - start, MINUTE_MS));
  const scaled = Math.max(next?.at ?? shownNow, start + 1);
  // What has just happened is visible, too.
  const end = Math.max(scaled, last + (scaled - start) * LEAST_SHARE);
  const present = Math.min(end, Math.max(now, last + (end - start) * LEAST_SHARE));
  const changes = [...steps, { at: present, amounts: left }];
  const share = (ms: number): string => `${((ms / (end - start)) * 100).toFixed(3)}%`;
  const tallest = Math.max(1, ...steps.map(({ amounts }) => total(amounts)));
  return html`<section class="strip" aria-labelledby="money-title">
<h2 id="money-title">Money <small>over service time, to scale</small></h2>
<svg height="${TOP + HEIGHT + 18}" aria-hidden="true">
${changes.map(({ at: from, amounts }, index) => {
  const to = changes[index + 1]?.at ?? end;
  const isFuture = index === steps.length;
  let y = TOP + HEIGHT;
  return BANDS.filter((band) => to > from && amounts[band] > 0).map((band) => {
    const height = (amounts[band] / tallest) * HEIGHT;
    y -= height;
    return html`<rect class="${band}${isFuture && ' future'}" x="${share(from - start)}" width="${share(to - from)}" y="${y.toFixed(2)}" height="${height.toFixed(2)}"><title>${NAMES[band]}: ${amount(amounts[band], currencyCode)}</title></rect>`;
  });
})}
${midnights(start, end).map((at) => html`<line class="grid" x1="${share(at - start)}" x2="${share(at - start)}" y1="${TOP}" y2="${TOP + HEIGHT}"/>`)}
<line class="grid" x1="0" x2="100%" y1="${TOP + HEIGHT}" y2="${TOP + HEIGHT}"/>
${next !== undefined && present < end && html`<line class="now" x1="${share(present - start)}" x2="${share(present - start)}" y1="${TOP - 4}" y2="${TOP + HEIGHT}"/><text x="${share(present - start)}" y="10" text-anchor="${anchor((present - start) / (end - start))}">now</text>`}
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
