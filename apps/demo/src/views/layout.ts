import { createHash } from 'node:crypto';
import { html, type Html } from '../html.js';

type Links = readonly (readonly [href: string, label: string])[];

/** A page of the shop. */
export interface PageView {
  readonly title: string;
  readonly body: Html;
  /** Whether the page reloads when it changes, with and without JavaScript. */
  readonly isLive?: boolean;
  /** Longest time between two looks at the version, in milliseconds. Default: 15 seconds. */
  readonly longestPauseMs?: number;
  /** Navigation of the operators' pages that this page belongs to. */
  readonly operator?: { readonly name: string; readonly links: Links };
  /** Order code of the payment service. The page then links to the order on the simulator's console. */
  readonly orderCode?: string | undefined;
}

/** The request and the place that a page is shown in. */
export interface PageSurroundings {
  /** Path of the request. */
  readonly path: string;
  /** The simulator's console; null hides everything about the simulator. */
  readonly consoleUrl: string | null;
}

const SHOP_LINKS: Links = [
  ['/', 'Shop'],
  ['/coffee', 'Coffee'],
  ['/my-orders', 'My orders'],
  ['/marketplace', 'Market'],
  ['/till', 'Till'],
  ['/back-office', 'Back office'],
];

/** Puts a page into the shop's document. */
export function layout(page: PageView, { path, consoleUrl }: PageSurroundings): Html {
  const { title, body, operator, orderCode } = page;
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Harbour Lane</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/shop.css" />
        <script src="/assets/shop.js" defer></script>
        ${page.isLive === true ? liveHead(page) : null}
      </head>
      <body>
        ${consoleUrl === null ? null : banner(consoleUrl)}
        <header class="top">
          <div>
            <a class="brand" href="/">${LOGO}Harbour Lane</a>
            ${navigation('Shop', SHOP_LINKS, path)}
          </div>
        </header>
        <main>
          ${operator === undefined ? null : html`<div class="office">${navigation(operator.name, operator.links, path)}${NO_LOGIN}</div>`}
          ${body} ${consoleUrl === null || orderCode === undefined ? null : consoleCard(consoleUrl, orderCode)}
        </main>
        <footer><span>A demo shop for nestjs-pay.</span> <span>Nothing here is for sale.</span></footer>
      </body>
    </html> `;
}

/** Identifies what a page shows. Hidden fields do not count: each copy of a form has its own one-time key. */
export function pageVersion({ body }: PageView): string {
  const shown = body.toString().replace(/<input type="hidden"[^>]*>/g, '');
  return createHash('sha256').update(shown).digest('hex');
}

/** Reloads a page when its version changes, with and without JavaScript. */
const liveHead = (page: PageView): Html =>
  html`<noscript><meta http-equiv="refresh" content="4" /></noscript>
    <script src="/assets/live-page.js" data-version="${pageVersion(page)}" data-longest-pause="${page.longestPauseMs ?? 15_000}" defer></script>`;

/** The current page is the link with the longest address that the path begins with. */
function navigation(name: string, links: Links, path: string): Html {
  const [current] = links
    .map(([href]) => href)
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .toSorted((a, b) => b.length - a.length);
  const mark = (href: string): Html | null => {
    if (href !== current) return null;
    return path === href ? html`aria-current="page"` : html`aria-current="true"`;
  };
  return html`<nav aria-label="${name}">${links.map(([href, label]) => html`<a href="${href}" ${mark(href)}>${label}</a>`)}</nav>`;
}

const NO_LOGIN = html`<p class="hint">
  <strong>Demo: there is no login.</strong> These pages can move money, so they open only on the machine that the shop
  runs on.
</p>`;

const LOGO = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <path
    d="M4 22c3-3 5-3 8 0s5 3 8 0 5-3 8 0"
    fill="none"
    stroke="#fff"
    stroke-width="2.5"
    stroke-linecap="round"
  />
  <path d="M16 5v12h10z" fill="#f0cf86" />
</svg>`;

function banner(consoleUrl: string): Html {
  return html`<aside class="banner" aria-label="Demo">
    Simulated payments: <a href="${consoleUrl}">console</a>,
    <a href="${new URL('/terminal', consoleUrl).href}">card terminals</a>
  </aside>`;
}

function consoleCard(consoleUrl: string, orderCode: string): Html {
  return html`<aside class="card behind" aria-label="Console">
    <p>
      <strong>What happened behind this page?</strong> The console shows the payment’s attempts, webhooks and API calls in
      one timeline.
    </p>
    <a class="button quiet" href="${consoleUrl}/orders/${orderCode}">See it in the console</a>
  </aside>`;
}
