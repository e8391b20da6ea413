import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';

/** An operator's page of the market: its own way around, and what it lacks, on every page. */
export function marketPage({ title, body, head }: PageView): PageView {
  return {
    title: `${title} · Market`,
    head,
    body: html`<div class="office">
        <nav aria-label="Market">
          <a href="/marketplace">Market</a><a href="/marketplace/sellers">Sellers</a
          ><a href="/marketplace/sales">Sales</a>
        </nav>
        <p class="hint">
          <strong>Demo: there is no login.</strong> Anyone who can open these pages can move money, so they answer on this
          machine only. A real market needs a login, and a record of who did what.
        </p>
      </div>
      ${body}`,
  };
}

/** A button that posts to an address. */
export function postButton(action: string, words: string, quiet = false): Html {
  return html`<form action="${action}" method="post">
    <button type="submit" class="${quiet ? 'quiet' : ''}">${words}</button>
  </form>`;
}
