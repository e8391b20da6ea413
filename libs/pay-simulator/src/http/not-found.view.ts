import { documentReply } from './document.js';
import { html } from './html.js';
import { NOT_FOUND_STYLE } from './page-files.generated.js';
import type { HttpReply } from './reply.js';

/** Renders the page for a browser that opens an address without a page. @param status - 404, or 405 for an address of the API. */
export function notFoundPage(status: number, path: string): HttpReply {
  const reason =
    status === 405
      ? 'belongs to the API and does not support GET. Call it from your application.'
      : 'does not exist. The payment page of an order is /web/checkout?ref=<order code>.';
  return documentReply(status, {
    title: 'Page not found – pay-simulator',
    language: 'en-GB',
    css: NOT_FOUND_STYLE,
    formTargets: "'none'",
    body: html`<header class="banner">Simulator – no real money</header>
<main>
<h1>This page does not exist</h1>
<p>The address <code>${path}</code> ${reason}</p>
<ul>
<li><a href="/console">Console with all orders</a></li>
<li><a href="/terminal">Card terminals</a></li>
</ul>
</main>`,
  });
}
