import { documentReply } from './document.js';
import { html } from './html.js';
import { PALETTE } from './palette.js';
import type { HttpReply } from './reply.js';

const STYLE = `${PALETTE}
*,*::before,*::after{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--text);font:1rem/1.5 var(--font)}
main{width:min(32rem,100% - 2rem);padding:1.5rem;background:var(--surface);border:1px solid var(--border);border-radius:.625rem}
h1{margin:0 0 .5rem;font-size:1.25rem}
p{margin:0 0 .75rem;color:var(--muted)}
code{font-family:var(--font-code);overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0}
a{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--link)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;

/** Renders the page for a browser that opens an address without a page. @param status - 404, or 405 for an address of the API. */
export function notFoundPage(status: number, path: string): HttpReply {
  const reason =
    status === 405
      ? 'belongs to the API and does not support GET. Call it from your application.'
      : 'does not exist. Payment pages have the address that getSmartCheckout() returns.';
  return documentReply(status, {
    title: 'Page not found – pay-simulator',
    language: 'en-GB',
    css: STYLE,
    formTargets: "'none'",
    body: html`<main>
<h1>This page does not exist</h1>
<p>The address <code>${path}</code> ${reason}</p>
<ul>
<li><a href="/console">Console with all orders</a></li>
<li><a href="/terminal">Card terminals</a></li>
</ul>
</main>`,
  });
}
