import type {
  IdempotencyRecord,
  LegacyTransaction,
  MethodReturn,
  SaleTransactionRow,
  SearchResultPage,
} from 'nestjs-pay';
import { SHOP_CURRENCY } from '../../catalogue/goods.js';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { labelledControl, problemNote, textField } from '../../views/parts.js';
import { salesAddress, type SalesQuery } from '../sales-search.js';
import { backOfficePage, failureDetails } from './back-office.view.js';
import { transactionTable, type TransactionRow } from './records.view.js';
import { serviceTime, STATUS_CHOICES, statusContext } from './transaction-words.js';

type Found = MethodReturn<SearchResultPage<SaleTransactionRow>>;

/** Content of the first page of the back office. */
export interface SearchPage {
  readonly query: SalesQuery;
  /** Null without credentials for searching. */
  readonly found: Found | null;
  /** Transactions of orders by order code, for rows whose status alone says too little. */
  readonly ofOrders: ReadonlyMap<string, readonly LegacyTransaction[]>;
  readonly lookup: { readonly entered: string; readonly problem?: string };
  /** Calls whose outcome is unknown. */
  readonly unresolved: readonly IdempotencyRecord[];
}

/** Shows calls whose outcome is unknown, the look-up, the newest transactions, and filters for them. */
export function searchView(page: SearchPage): PageView {
  const { query, found, lookup, unresolved } = page;
  return backOfficePage({
    title: 'Transactions',
    body: html`<h1>Transactions</h1>
      <div class="stack">
        ${unresolvedCalls(unresolved)}
        <section class="card">
          ${lookupForm(lookup)}
          ${found === null ? SEARCH_MISSING : html`${searchForm(query, found)}${results(query, found, page.ofOrders)}`}
        </section>
      </div>`,
  });
}

/** Where an operator continues with a call, by its idempotency key. Customers repeat the other calls themselves. */
const PAGES: readonly (readonly [key: RegExp, folder: string, name: string])[] = [
  [/^action:(.*)$/, '/back-office/actions/', 'Back office action'],
  [/^split:()/, '/marketplace/sales', 'Market order'],
  [/^(?:subscription|member):()/, '/back-office/members', 'Membership'],
  [/^seller:()/, '/marketplace/sellers', 'Invitation of a seller'],
  [/^till:(.*)$/, '/till/', 'Till'],
];

function unresolvedCalls(records: readonly IdempotencyRecord[]): Html | null {
  const rows = records.flatMap(({ key, sentAt }) => {
    const page = PAGES.find(([pattern]) => pattern.test(key));
    if (page === undefined) return [];
    const [pattern, folder, name] = page;
    const href = folder + (pattern.exec(key)?.[1] ?? '');
    return [
      html`<li>
        <a href="${href}">${name}</a> <span class="times">sent ${serviceTime(new Date(sentAt).toISOString())}</span>
      </li>`,
    ];
  });
  if (rows.length === 0) return null;
  return html`<section class="card status waiting" aria-labelledby="unresolved">
    <h2 id="unresolved">Outcome unknown</h2>
    <ul class="log">
      ${rows}
    </ul>
  </section>`;
}

function lookupForm({ entered, problem }: SearchPage['lookup']): Html {
  return html`<form class="toolbar" action="/back-office/find" method="get">
    ${problemNote(problem)} ${textField({ name: 'q', label: 'Order code or transaction ID', value: entered })}
    <button type="submit">Look up</button>
  </form>`;
}

function searchForm(query: SalesQuery, found: Found): Html {
  const problems = found.success ? [] : found.error.fields;
  const { from, to, status, page } = query;
  const isFiltered = [from, to, status].some((filter) => filter !== '') || page > 1;
  const day = (name: 'from' | 'to', label: string): Html =>
    textField({ name, label, type: 'date', value: query[name], isOptional: true });
  return html`<details ${isFiltered ? html`open` : null}>
    <summary>Filter by day and status</summary>
    <form class="toolbar" action="/back-office" method="get">
      ${
        problems.length === 0
          ? null
          : html`<ul class="problem" role="alert">
            ${problems.map(({ field, problem }) => html`<li>${LABELS[field] ?? field}: ${problem}</li>`)}
          </ul>`
      }
      ${day('from', 'From')}${day('to', 'To')}
      ${labelledControl(
        'status',
        'Status',
        undefined,
        undefined,
        () =>
          html`<select id="status" name="status">
            <option value="">Any</option>
            ${STATUS_CHOICES.map(
              ([choice, words]) =>
                html`<option value="${choice}" ${choice === status ? html`selected` : null}>${words}</option>`,
            )}
          </select>`,
      )}
      <button type="submit">Search</button>
      <span class="hint">Days begin and end in the service’s local time; the times below are UTC. <a href="/back-office">Show all</a></span>
    </form>
  </details>`;
}

/** Labels of the form's fields by option of the library. */
const LABELS: Readonly<Record<string, string>> = {
  insDateFrom: 'From',
  insDateTo: 'To',
  StatusIds: 'Status',
};

const SEARCH_MISSING = html`<p>
  A list needs credentials of the service’s data services. Set <code>PAY_DATA_SERVICES_CLIENT_ID</code> and
  <code>PAY_DATA_SERVICES_CLIENT_SECRET</code>. You can look up an order or a transaction without them.
</p>`;

function results(query: SalesQuery, found: Found, ofOrders: SearchPage['ofOrders']): Html {
  if (!found.success) {
    // The form shows what is wrong with its fields.
    if (found.error.fields.length > 0) return html``;
    return html`<div class="problem" role="alert"><strong>The search did not work.</strong> ${failureDetails(found)}</div>`;
  }
  const { data: rows, links } = found.data;
  // Only an empty page is certainly the last one, unless the service names the next page.
  const hasNext = rows.length > 0 && (links === undefined || Boolean(links.next));
  return html`<h2>${query.page === 1 ? 'Newest first' : `Newest first, page ${query.page}`}</h2>
    ${
      rows.length === 0
        ? html`<p>${query.page === 1 ? 'There are no such transactions.' : 'There are no more.'}</p>`
        : transactionTable(
            'Transactions found',
            rows.map((row) => tableRow(row, ofOrders.get(row.orderCodeText))),
          )
    }
    <nav class="pager" aria-label="Pages">
      ${query.page > 1 ? html`<a href="${salesAddress(query, query.page - 1)}">Newer</a>` : null}
      ${hasNext ? html`<a href="${salesAddress(query, query.page + 1)}">Older</a>` : null}
    </nav>`;
}

function tableRow(row: SaleTransactionRow, ofOrder?: readonly LegacyTransaction[]): TransactionRow {
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
