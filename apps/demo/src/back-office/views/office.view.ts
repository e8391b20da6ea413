import { SHOP_CURRENCY } from '../../catalogue/goods.js';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { dateTime, money } from '../../views/money.js';
import { postButton, statusLabel, type Status } from '../../views/parts.js';
import type { StoredEntry } from '../audit-log.js';
import { STAFF } from '../staff.js';

/** Pages of the back office that are not those of `nestjs-pay/operator`. */
const LINKS = [
  ['/back-office/payments', 'Payments'],
  ['/back-office/members', 'Members'],
  ['/back-office/audit', 'Audit'],
] as const;

/** Puts the back office's navigation on a page. */
export function backOfficePage(page: PageView): PageView {
  return {
    ...page,
    title: `${page.title} · Back office`,
    operator: { name: 'Back office', links: LINKS },
  };
}

/** Shows who did what, and who the visitor is. */
export function auditView(entries: readonly StoredEntry[], name: string): PageView {
  return backOfficePage({
    title: 'Audit',
    body: html`<h1>Audit</h1>
      <div class="stack">
        <section class="card">
          <h2>You are ${name}</h2>
          <ul class="log">
            ${STAFF.map(
              ({ person: one, duty }) =>
                html`<li>
                  <span><strong>${one.name}</strong> ${duty}</span>
                  ${one.name === name ? null : postButton('/back-office/staff', `Be ${one.name}`, { fields: { name: one.name } })}
                </li>`,
            )}
          </ul>
        </section>
        <section class="card" aria-labelledby="entries">
          <h2 id="entries">What people did with payments</h2>
          ${entries.length === 0 ? html`<p>Nothing yet.</p>` : html`<ul class="log">${entries.map(row)}</ul>`}
        </section>
      </div>`,
  });
}

function row({ amount, currencyCode, orderCode, ...entry }: StoredEntry): Html {
  const { at, phase, who, what, why, outcome, message } = entry;
  const sum = amount === null ? '' : ` ${currencyCode === SHOP_CURRENCY.code ? money(amount) : amount}`;
  const order =
    orderCode && html` · <a href="/back-office/payments/default/orders/${orderCode}">${orderCode}</a>`;
  return html`<li>
    <span>
      <strong>${who}: ${what}${sum}</strong>
      <span class="what">${dateTime(at)}${order}${why && ` · ${why}`}${message && ` · ${message}`}</span>
    </span>
    ${statusLabel(phase === 'intent' ? INTENT : OUTCOMES[outcome ?? 'unknown'])}
  </li>`;
}

const INTENT = { label: 'Intended', tone: 'neutral' } as const;
const OUTCOMES: Readonly<Record<'done' | 'not-done' | 'unknown', Pick<Status, 'label' | 'tone'>>> = {
  done: { label: 'Done', tone: 'good' },
  'not-done': { label: 'Not done', tone: 'bad' },
  unknown: { label: 'Unknown', tone: 'waiting' },
};
