import { html, type Html, type HtmlValue } from '../http/html.js';
import { CONSOLE_PATH } from './console-address.js';
import type { ListPage } from './list-page.js';
import type { StateLabel } from './payment-states.js';
import { prettyJson } from './pretty-json.js';

export { amountText as amount } from '../domain/currencies.js';

/** Visual style of a state. */
export type ChipLook = StateLabel[1];

/** A section of the console. */
export interface Section {
  /** Form above a list. It does not update itself, so that it keeps what is typed. */
  readonly tools?: Html;
  readonly live: Html;
  /** Form below a list. It does not update itself either. */
  readonly after?: Html;
}

interface TableParts<T> {
  /** Content of the cells by the name of their column. */
  readonly columns: Readonly<Record<string, (row: T) => HtmlValue>>;
  /** Name of the column that has numbers. */
  readonly numeric?: string;
  readonly id?: (row: T) => string;
  /** Renders a row that is visible while the part of {@link opensRow} in the row above is open. */
  readonly below?: (row: T) => Html;
}

/** Renders all rows of a table. On a phone, CSS shows the rows as cards. The ARIA roles keep the table semantics. */
export function table<T>(
  label: string,
  rows: readonly T[],
  { columns, numeric, id, below }: TableParts<T>,
): Html {
  const cells = Object.entries(columns);
  const look = (name: string): Html | false => name === numeric && html` class="num"`;
  const cell = (name: string, shown: HtmlValue): Html =>
    html`<td role="cell" data-label="${name}"${shown === '–' ? html` class="none"` : look(name)}><div>${shown}</div></td>`;
  return html`<table class="cards" role="table" aria-label="${label}">
<thead role="rowgroup"><tr role="row">${cells.map(([name]) => html`<th role="columnheader" scope="col" data-label="${name}"${look(name)}>${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    (row) => html`
<tr role="row"${id && html` id="${id(row)}"`}>${cells.map(([name, content]) => cell(name, content(row)))}</tr>${
      below &&
      html`<tr role="row" class="below"><td role="cell" colspan="${cells.length}">${below(row)}</td></tr>`
    }`,
  )}
</tbody>
</table>`;
}

/** Renders the part of a row that opens the row below. @param key - ID of the row below, which stays open when the page updates itself. */
export function opensRow(key: string, shown: HtmlValue, isOpen = false): Html {
  return html`<details class="opens-row" data-key="${key}"${isOpen && html` open`}><summary aria-controls="${key}">${shown}</summary></details>`;
}

interface ListParts<T> extends TableParts<T> {
  readonly tools?: HtmlValue;
  /** Text without rows. */
  readonly empty: HtmlValue;
}

/** Renders the list of a section with its count, the table of its rows, and the links to its other pages. */
export function listView<T>(
  id: string,
  title: string,
  list: ListPage<T>,
  { tools, empty, ...parts }: ListParts<T>,
): Html {
  const { rows, total, all } = list;
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h1 id="${id}-title">${title} <small>${total === all ? total : `${total} of ${all}`}</small></h1>
${Boolean(tools) && html`<div class="tools">${tools}</div>`}
${rows.length === 0 ? html`<p class="empty">${empty}</p>` : table(title, rows, parts)}
${pageLinks(id, title, list)}
</section>`;
}

const NO_QUERY = new URLSearchParams();
/** Members of the query that are no filter. */
const NO_FILTERS = ['view', 'page', 'done', 'drawer'];
/** Filters that links above a list choose. A search keeps them. */
const LINKED_FILTERS = ['state', 'only'];

/** Returns the address of a view of the console. @param changes - Query members that differ. An empty one is removed. */
export function viewPath(
  view: string,
  changes: Readonly<Record<string, string>> = {},
  query: URLSearchParams = NO_QUERY,
): string {
  const filters = Object.fromEntries([...query].filter(([name]) => !NO_FILTERS.includes(name)));
  const shown = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== '');
  return `${CONSOLE_PATH}?${new URLSearchParams([['view', view], ...shown]).toString()}`;
}

function pageLinks<T>(view: string, title: string, { page, pages, query }: ListPage<T>): Html | false {
  const link = (to: number, text: string): Html =>
    html`<a href="${viewPath(view, { page: to === 1 ? '' : String(to) }, query)}">${text}</a>`;
  return (
    pages > 1 &&
    html`<div class="pages" role="group" aria-label="Pages of ${title}"><span>${page > 1 && html`${page > 2 && link(1, 'Newest')}${link(page - 1, 'Newer')}`}</span><span class="dim">Page ${page} of ${pages}</span><span>${page < pages && html`${link(page + 1, 'Older')}${page < pages - 1 && link(pages, 'Oldest')}`}</span></div>`
  );
}

/** A filter of a list: its value in the query, its name, and what it lists. */
export type Filter<T> = readonly [value: string, text: string, passes: (item: T) => boolean];

/** Returns the items that pass the chosen filter, and links to the filters that list some. @param name - Query member with the filter. */
export function filterItems<T>(
  view: string,
  query: URLSearchParams,
  name: string,
  items: readonly T[],
  filters: readonly Filter<T>[],
): { readonly chosen: readonly T[]; readonly links: Html | false } {
  const wanted = query.get(name) ?? '';
  const filtered = filters.map(([value, text, passes]) => ({ value, text, rows: items.filter(passes) }));
  const all = { value: '', text: 'All', rows: items };
  // A filter that would list the same rows as one before it is left out.
  const shown = filtered.filter(
    ({ value, rows }, index) =>
      value === wanted ||
      (rows.length > 0 && !filtered.slice(0, index).some((other) => isSame(rows, other.rows))),
  );
  const link = ({ value, text, rows }: typeof all): Html =>
    html`<a href="${viewPath(view, { [name]: value }, query)}"${value === wanted && html` aria-current="true"`}>${text} <b>${rows.length}</b></a>`;
  return {
    chosen: filtered.find(({ value }) => value === wanted)?.rows ?? items,
    links:
      shown.length > 0 &&
      html`<div class="filters" role="group" aria-label="Filters">${[all, ...shown].map(link)}</div>`,
  };
}

const isSame = <T>(rows: readonly T[], others: readonly T[]): boolean =>
  rows.length === others.length && rows.every((row, index) => row === others[index]);

interface SearchParts {
  readonly label: string;
  readonly placeholder: string;
  /** Filters beside the search. */
  readonly fields?: HtmlValue;
  /** Link that removes the search and all filters, if there are some. */
  readonly clear: string;
}

/** Renders the form to search a list. The key `/` focuses it. On a phone, it is folded until it is used. */
export function searchForm(
  view: string,
  query: URLSearchParams,
  { label, placeholder, fields, clear }: SearchParts,
): Html {
  const filters = [...query].filter(([name, value]) => value !== '' && !NO_FILTERS.includes(name));
  const linked = filters.filter(([name]) => LINKED_FILTERS.includes(name));
  return html`<details class="find"${filters.length > linked.length && html` open`}><summary aria-controls="find">${label}</summary></details><form class="tools" id="find" method="get" action="${CONSOLE_PATH}" role="search">
<input type="hidden" name="view" value="${view}">${linked.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label>${label}<span class="search"><input type="search" name="q" value="${query.get('q')}" placeholder="${placeholder}" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></span></label>
${fields}<button>Search</button>${filters.length > 0 && html` <a href="${viewPath(view)}">${clear}</a>`}
</form>`;
}

/** Renders a button that posts an action. @param action - Path after `/console`. */
export function actionButton(
  action: string,
  text: string,
  { label = text, danger = false }: { readonly label?: string; readonly danger?: boolean } = {},
): Html {
  return html`<form method="post" action="${CONSOLE_PATH}${action}"><button aria-label="${label}"${danger && html` class="danger"`}>${text}</button></form>`;
}

/** Renders a choice of a form. @param options - Values with their texts. */
export function selectField(
  label: string,
  name: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen?: string,
): Html {
  const option = ([value, text]: readonly [string, string]): Html =>
    html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`;
  return html`<label>${label}<select name="${name}">${options.map(option)}</select></label>`;
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Renders a state as a colored label. */
export function chip(text: string, look: ChipLook, title?: string): Html {
  return html`<span class="chip ${look}"${title !== undefined && html` title="${title}"`}>${text}</span>`;
}

/** Returns whether a receiver or the service accepted a request: it responded with 2xx. */
export const isAccepted = ({ status }: { readonly status: number | null }): boolean =>
  status !== null && status >= 200 && status < 300;

/** Renders a text on one line, which ends with an ellipsis if its column is narrow. */
export function oneLine(text: string, look = '', title = text): Html {
  return html`<span class="line ${look}" title="${title}">${text}</span>`;
}

/** Shows the first and last digits of an ID, which people compare. The other digits stay in the text, for copies and screen readers. */
export function shortId(id: string): Html {
  return html`<span class="code" title="${id}">${id.slice(0, 4)}<span class="middle">${id.slice(4, -4)}</span>${id.slice(-4)}</span>`;
}

/** Lets a path break into lines after its slashes. */
export const breakable = (path: string): readonly Html[] =>
  path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`);

/** Renders a button that copies a request as a curl command. */
export function curlButton(command: string | null): HtmlValue {
  return command === null
    ? '–'
    : html`<button type="button" class="copy curl" data-copy="${command}" aria-label="Copy as curl">curl</button>`;
}

/** Renders why the contract refuses a request. */
export function refusedView(refused: string | null): Html | false {
  return (
    refused !== null && html`<p class="refused"><strong>Refused by the contract:</strong> ${refused}.</p>`
  );
}

/** Renders the body of a request or a response, formatted if it is JSON. */
export function bodyView(name: string, text: string): Html {
  const shown = /^\s*[[{]/.test(text) ? prettyJson(text) : text;
  return html`<p class="part">${name}</p>${text === '' ? html`<p class="dim">No body.</p>` : html`<pre tabindex="0" aria-label="${name} body">${shown}</pre>`}`;
}

/** Renders an ID that can be copied. @param href - Page of the item. */
export function copyableId(what: string, id: string, href?: string): Html {
  const shown = href === undefined ? shortId(id) : html`<a href="${href}">${shortId(id)}</a>`;
  return html`<span class="whole">${shown} ${copyButton(what, id)}</span>`;
}

/** Renders a button that copies a text. Without JavaScript, it is hidden. @param name - Accessible name without `Copy`. */
export function copyButton(what: string, text: string, name = `${what} ${text}`): Html {
  return html`<button type="button" class="copy" data-copy="${text}" aria-label="Copy ${name}" title="Copy"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M6 5h8v9H6zM3 11V2h8"/></svg></button>`;
}

/** Renders the actions of a row as a menu. @param key - Keeps the menu open when the page updates itself. */
export function rowMenu(key: string, label: string, actions: HtmlValue, sign = '⋯'): Html {
  return html`<details class="menu" name="menu" data-key="menu-${key}"><summary aria-label="${label}" title="Actions"><span aria-hidden="true">${sign}</span></summary><div class="items">${actions}</div></details>`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Renders a virtual time for a table, such as `3 Feb 10:00:00`, without the time zone and on one line. */
export function shortMoment(time: number): Html {
  const iso = new Date(time).toISOString();
  const day = `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]}`;
  return html`<time class="whole" datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC">${day} ${iso.slice(11, 19)}</time>`;
}

/** Renders a virtual time in UTC. */
export function moment(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}
