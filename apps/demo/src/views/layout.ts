import { html, type Html } from '../html.js';

/** A page of the shop. */
export interface PageView {
  readonly title: string;
  readonly body: Html;
  /** A refresh or a script. */
  readonly head?: Html;
}

/** Puts a page into the shop's document. @param consoleUrl - The simulator's console; null hides the demo banner. */
export function layout({ title, body, head }: PageView, consoleUrl: string | null): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Harbour Lane</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/shop.css" />
        ${head}
      </head>
      <body>
        ${consoleUrl === null ? null : banner(consoleUrl)}
        <header class="top">
          <a class="brand" href="/">${LOGO}Harbour Lane</a>
          <nav aria-label="Shop"><a href="/">Shop</a><a href="/my-orders">My orders</a><a href="/till">Till</a></nav>
        </header>
        <main>${body}</main>
        <footer>A demo shop for nestjs-pay. Nothing here is for sale. <a href="/marketplace">Market</a> · <a href="/back-office">Back office</a></footer>
      </body>
    </html> `;
}

const LOGO = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <circle cx="16" cy="16" r="16" fill="#2f5d62" />
  <path
    d="M6 20c3-3 5-3 8 0s5 3 8 0 3-2 4-2"
    fill="none"
    stroke="#fff"
    stroke-width="2.5"
    stroke-linecap="round"
  />
  <path d="M16 7v9h7z" fill="#f0cf86" />
</svg>`;

function banner(consoleUrl: string): Html {
  return html`<aside class="banner" aria-label="Demo">
    <strong>Demo shop.</strong> Payments are simulated: <a href="${consoleUrl}">console</a>,
    <a href="${new URL('/terminal', consoleUrl).href}">card terminals</a>. Operators use the
    <a href="/back-office">back office</a>.
  </aside>`;
}
