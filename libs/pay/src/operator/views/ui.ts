import type { Person } from '../audit.js';
import type { Label } from '../format.js';
import { WORDS } from '../files.generated.js';
import { html, t } from '../html.js';
import type { Html, HtmlValue, PageText, Translate } from '../html.js';
import type { Place } from '../places.js';
import type { Notices } from '../reads.js';

/** What each page needs besides its content. */
export interface Ui {
  /** Relative address of what is below the first page, and of the first page, so that pages work behind each proxy and prefix. */
  readonly base: string;
  readonly home: string;
  readonly title: string;
  /** Other pages of the application. */
  readonly links: readonly { text: string; href: string }[];
  readonly translate: Translate;
  readonly person: Person;
  /** Null on the list of accounts. */
  readonly place: Place | null;
  /** Token of the forms. */
  readonly token: string;
  readonly notices: Notices;
  /** Number of things that need a person. */
  readonly attention: number;
  /** Whether there are several accounts to choose from. */
  readonly hasAccounts: boolean;
  /** Pages of jobs that the application has imported. */
  readonly jobs: readonly string[];
}

/** A page: its title and its content. `refresh` reloads it, in seconds. */
export interface Page {
  readonly title: PageText;
  readonly body: Html;
  readonly refresh?: number;
}

/** Returns an address of the place. */
export function link({ base, place }: Ui, ...segments: readonly string[]): string {
  return base + [place?.address ?? '', ...segments].map((one) => encodeURIComponent(one)).join('/');
}

const PAGES = { '': 'Payments', attention: 'Needs a person', payouts: 'Payouts' };

/** Renders a page as a document. */
export function documentOf(ui: Ui, { title, body, refresh }: Page): Html {
  const { base, place, person, attention, notices, hasAccounts, jobs } = ui;
  const own = Object.entries(WORDS.page).filter(([job]) => jobs.includes(job));
  const hidden = place?.hasPayments === false ? ['', 'payouts'] : [];
  const pages = [...Object.entries(PAGES), ...own].filter(([page]) => !hidden.includes(page));
  const badge = attention > 0 && html` <span class="badge">${attention}</span>`;
  return html`<!doctype html>
<html lang="${t('en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}">`}
<title>${title} · ${ui.title}</title>
<link rel="stylesheet" href="${base}styles.css">
</head>
<body>
<a class="skip" href="#content">${t('To the content')}</a>
<header>
<a class="brand" href="${ui.home}">${ui.title}</a>
${
  place !== null &&
  html`<nav aria-label="${t('Pages')}">${pages.map(
    ([page, words]) =>
      html`<a href="${link(ui, ...(page === '' ? [] : [page]))}"${words === title.english && html` aria-current="page"`}>${t(words)}${page === 'attention' && badge}</a>`,
  )}</nav>`
}
${
  ui.links.length > 0 &&
  html`<nav aria-label="${t('Other pages')}">${ui.links.map(({ text, href }) => html`<a href="${href}">${text}</a>`)}</nav>`
}
<p class="who">${place !== null && hasAccounts && html`${placeName(place)} · `}${person.name}</p>
</header>
<main id="content">
${[...notices.values()].map((text) => html`<p class="notice" role="status">${text}</p>`)}
${body}
</main>
</body>
</html>`;
}

/** Names an account, and the merchant of an ISV. */
export const placeName = ({ account, merchantId }: Pick<Place, 'account' | 'merchantId'>): Html =>
  html`${account ?? t('Default account')} ${merchantId !== null && html`<code>${merchantId}</code>`}`;

export const label = ([words, tone]: Label): Html => html`<span class="label ${tone}">${t(words)}</span>`;

/** Shows names with values. Those without a value are left out. @param kind - `amounts` aligns them to the right. */
export const facts = (rows: readonly (readonly [name: string, value: HtmlValue])[], kind = ''): Html =>
  html`<dl class="${kind}">${rows
    .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
    .map(([name, value]) => html`<div><dt>${t(name)}</dt><dd>${value}</dd></div>`)}</dl>`;

export const card = (title: HtmlValue, ...content: readonly HtmlValue[]): Html =>
  html`<section class="card">${title !== null && html`<h2>${title}</h2>`}${content}</section>`;

/** A list of rows; nothing without rows. */
export const log = (title: PageText, rows: readonly HtmlValue[], todo?: PageText): Html | false =>
  rows.length > 0 &&
  card(
    title,
    todo && html`<p class="hint">${todo}</p>`,
    html`<ul class="log">${rows.map((row) => html`<li>${row}</li>`)}</ul>`,
  );

/** Columns whose name begins with `#` have numbers. Those with `-` are left out on a phone. */
export const table = (
  caption: PageText,
  columns: readonly string[],
  rows: readonly (readonly HtmlValue[])[],
): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr>${columns.map((name) => html`<th scope="col"${columnClass(name)}>${t(name.replace(/^[#-]/, ''))}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((value, at) => html`<td${columnClass(columns[at])}>${value}</td>`)}</tr>`)}</tbody></table></div>`;
const columnClass = (column = ''): Html | false =>
  column.startsWith('#') ? html` class="number"` : column.startsWith('-') && html` class="wide"`;

/** A heading that shows or hides what is below it. At most one of those with the same group is open. */
export const fold = (title: HtmlValue, isOpen: boolean, ...content: readonly HtmlValue[]): Html =>
  html`<details class="card fold" name="fold"${isOpen && html` open`}><summary><h2>${title}</h2></summary>${content}</details>`;

/** Folds what only engineers understand, so that a support person can pass it on. */
export const forEngineers = (...content: readonly HtmlValue[]): Html =>
  html`<details><summary>${t('For engineers')}</summary><small>${content}</small></details>`;

/** A form that posts to an address, with the token. */
export const form = (ui: Ui, address: string, ...content: readonly HtmlValue[]): Html =>
  html`<form method="post" action="${address}"><input type="hidden" name="token" value="${ui.token}">${content}</form>`;

/** A field with its label. @param more - Attributes. */
export const field = (words: PageText, name: string, value: string, more = html``, id = name): Html =>
  html`<p class="field"><label for="${id}">${words}</label><input id="${id}" name="${name}" value="${value}" ${more}></p>`;

export const button = (words: HtmlValue, kind: 'main' | 'quiet' = 'main', more = html``): Html =>
  html`<button class="${kind}" ${more}>${words}</button>`;
