import type { LegacyTransaction, MethodReturn, SaleTransactionRow, SearchResultPage } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../../catalogue/goods.js';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { salesAddress, type SalesQuery } from '../sales-search.js';
import { backOfficePage } from './back-office.view.js';
import { failureDetails } from './failure.view.js';
import { transactionTable, type ShownTransaction } from './transaction-table.js';
import { STATUS_CHOICES, statusContext } from './transaction-words.js';

type Found = MethodReturn<SearchResultPage<SaleTransactionRow>>;
/** Transactions of orders, by order code. */
type OfOrders = ReadonlyMap<string, readonly LegacyTransaction[]>;

/**
 * The start of the back office: look one up, or search.
 *
 * @param found null without credentials for searching.
 * @param ofOrders for the rows whose status alone says too little.
 */
export function searchView(
  query: SalesQuery,
  found: Found | null,
  ofOrders: OfOrders,
  lookup: { readonly entered: string; readonly problem?: string } = { entered: '' },
): PageView {
  return backOfficePage({
    title: 'Transactions',
    body: html`<h1>Transactions</h1>
      <div class="columns">
        ${lookupForm(lookup)}
        ${found === null ? searchMissing() : searchForm(query, found)}
      </div>
      ${found === null ? null : results(query, found, ofOrders)}`,
  });
}

function lookupForm({ entered, problem }: { readonly entered: string; readonly problem?: string }): Html {
  return html`<form class="card" action="/back-office/find" method="get">
    <h2>Look one up</h2>
    ${problem === undefined ? null : html`<p class="problem" role="alert">${problem}</p>`}
    <p class="field">
      <label for="q">Order code or transaction id</label>
      <input id="q" name="q" value="${entered}" autocomplete="off" required />
    </p>
    <p class="actions"><button type="submit">Look up</button></p>
  </form>`;
}

function searchForm(query: SalesQuery, found: Found): Html {
  const problems = found.success ? [] : found.error.fields;
  return html`<form class="card" action="/back-office" method="get">
    <h2>Search</h2>
    ${
      problems.length === 0
        ? null
        : html`<ul class="problem" role="alert">
          ${problems.map(({ field, problem }) => html`<li>${LABELS[field] ?? field}: ${problem}</li>`)}
        </ul>`
    }
    <div class="pair">
      ${field('from', 'From', query.from, 'date')}${field('to', 'To', query.to, 'date')}
    </div>
    <p class="field"><span class="hint">Days begin and end in the service’s local time; the times below are UTC.</span></p>
    ${field('orderCode', 'Order code', query.orderCode, 'text')}
    ${field('transactionId', 'Transaction id', query.transactionId, 'text')}
    <p class="field">
      <label for="status">Status</label>
      <select id="status" name="status">
        <option value="">Any</option>
        ${STATUS_CHOICES.map(([status, words]) =>
          status === query.status
            ? html`<option value="${status}" selected>${words}</option>`
            : html`<option value="${status}">${words}</option>`,
        )}
      </select>
    </p>
    <p class="actions"><button type="submit">Search</button> <a href="/back-office">Show all</a></p>
  </form>`;
}

/** Which field of the form an option of the library comes from. */
const LABELS: Readonly<Record<string, string>> = {
  insDateFrom: 'From',
  insDateTo: 'To',
  OrderCode: 'Order code',
  TransactionIds: 'Transaction id',
  StatusIds: 'Status',
};

function field(name: string, label: string, value: string, type: string): Html {
  return html`<p class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off" />
  </p>`;
}

function searchMissing(): Html {
  return html`<section class="card">
    <h2>Search</h2>
    <p>
      Searching by day needs credentials of the service’s data services. Set <code>DATA_SERVICES_CLIENT_ID</code> and
      <code>DATA_SERVICES_CLIENT_SECRET</code>. An order or a transaction can be looked up without them.
    </p>
  </section>`;
}

function results(query: SalesQuery, found: Found, ofOrders: OfOrders): Html {
  if (!found.success) {
    // What is wrong with the form stands in the form.
    if (found.error.fields.length > 0) return html``;
    return html`<section class="card status bad">
      <h2>The search did not work</h2>
      ${failureDetails(found)}
    </section>`;
  }
  const { data: rows, links } = found.data;
  // Only an empty page is certain to be the last; where the service says what comes next, it is believed.
  const hasNext = rows.length > 0 && (links === undefined || Boolean(links.next));
  return html`<section class="card" aria-labelledby="found">
    <h2 id="found">${query.page === 1 ? 'Newest first' : `Newest first, page ${query.page}`}</h2>
    ${
      rows.length === 0
        ? html`<p>${query.page === 1 ? 'No transactions fit.' : 'There are no more.'}</p>`
        : transactionTable(
            'Transactions found',
            rows.map((row) => shownRow(row, ofOrders.get(row.orderCodeText))),
          )
    }
    <nav class="pager" aria-label="Pages">
      ${query.page > 1 ? html`<a href="${salesAddress(query, query.page - 1)}">Newer</a>` : null}
      ${hasNext ? html`<a href="${salesAddress(query, query.page + 1)}">Older</a>` : null}
    </nav>
  </section>`;
}

function shownRow(row: SaleTransactionRow, ofOrder?: readonly LegacyTransaction[]): ShownTransaction {
  return {
    id: row.transactionId,
    type: row.transactionTypeId,
    status: row.statusId,
    context: ofOrder === undefined ? {} : statusContext(row.transactionId, ofOrder),
    amount: row.amount,
    currency: SHOP_CURRENCY.code,
    created: row.insDate,
    orderCode: row.orderCodeText,
  };
}
