import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';

/** A page of the back office: its own way around, and what it lacks, on every page. */
export function backOfficePage({ title, body }: { readonly title: string; readonly body: Html }): PageView {
  return {
    title: `${title} · Back office`,
    body: html`<div class="office">
        <nav aria-label="Back office">
          <a href="/back-office">Transactions</a><a href="/back-office/reservations/new">Reserve an amount</a>
        </nav>
        <p class="hint">
          <strong>Demo: there is no login.</strong> Anyone who can open these pages can refund payments, so they answer on
          this machine only. A real back office needs a login, and a record of who did what.
        </p>
      </div>
      ${body}`,
  };
}

/** A fact beside its name. */
export type Fact = readonly [name: string, value: Html | string | null];

/** Facts one under the other; one without a value is left out. */
export function factList(facts: readonly Fact[]): Html {
  return html`<dl class="facts">
    ${facts
      .filter(([, value]) => value !== null && value !== '')
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;
}
