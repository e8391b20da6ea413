import type { Attention } from './attention.js';
import type { Label } from './format.js';
import { WORDS } from './files.generated.js';
import { html, t } from './html.js';
import type { Html, HtmlValue, PageText } from './html.js';
import type { PayOperatorPlace } from './operator.options.js';
import type { Page, PageRequest } from './request.js';

/** Returns an address of the place, relative to the page. */
export const link = ({ base, place }: PageRequest, ...segments: readonly string[]): string =>
  base + [place?.address ?? '', ...segments].map((one) => encodeURIComponent(one)).join('/');

/** Creates a page whose title is its heading. */
export const page = (title: PageText, data: unknown, ...content: readonly HtmlValue[]): Page => ({
  ...{ title, data, body: html`<h1>${title}</h1>${content}` },
});

const PAGES = { '': 'Payments', attention: 'Needs a person', payouts: 'Payouts' };

/** Renders a page as a document. @param attention - What needs a person, for the badge. */
export function documentOf(
  request: PageRequest,
  { title, body, refresh }: Page,
  { count, isComplete }: Pick<Attention, 'count' | 'isComplete'> = { count: 0, isComplete: true },
): Html {
  const { operator, base, place, person, home } = request;
  const { title: name = t('Payments'), links = [] } = operator.settings.pages ?? {};
  return html`<!doctype html>
<html lang="${t('en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}">`}
<title>${title} · ${name}</title>
<link rel="stylesheet" href="${base}styles.css">
</head>
<body>
<a class="skip" href="#content">${t('To the content')}</a>
<header>
<a class="brand" href="${home}">${name}</a>
${place !== null && html`<nav aria-label="${t('Pages')}">${menu(request, title, count)}</nav>`}
${
  links.length > 0 &&
  html`<nav aria-label="${t('Other pages')}">${links.map(({ text, href }) => html`<a href="${href}">${text}</a>`)}</nav>`
}
<p class="who">${place !== null && (operator.places.list().length > 1 || place.merchantId !== null) && html`${placeName(place)} · `}${person.name}</p>
</header>
<main id="content">
${place?.isOld === true && html`<p class="notice" role="status">${t('The reads of this minute are used up, so this page may be older. Reload it in a minute.')}</p>`}
${!isComplete && html`<p class="notice" role="status">${t('The list of what needs a person is not complete: it is too long, or a part could not be read.')}</p>`}
${body}
</main>
</body>
</html>`;
}

/** Links to the pages of the place. Jobs that the application has imported have one. */
function menu(request: PageRequest, title: PageText, count: number): Html[] {
  const { operator, place } = request;
  const jobs = place === null ? {} : operator.attentionFinder.jobsOf(place);
  const hidden = place?.hasPayments === false ? ['', 'payouts'] : [];
  const badge = count > 0 && html` <span class="badge">${count}</span>`;
  return Object.entries({ ...PAGES, ...WORDS.page })
    .filter(([name]) => (name in PAGES ? !hidden.includes(name) : name in jobs))
    .map(
      ([name, words]) =>
        html`<a href="${name === '' ? link(request) : link(request, name)}"${words === title.english && html` aria-current="page"`}>${t(words)}${name === 'attention' && badge}</a>`,
    );
}

/** Names an account, and the merchant of an ISV. */
export const placeName = ({ account, merchantId }: PayOperatorPlace): Html =>
  html`${account ?? t('Default account')} ${merchantId !== null && html`<code>${merchantId}</code>`}`;

export const label = ([words, tone]: Label): Html => html`<span class="label ${tone}">${t(words)}</span>`;

/** Shows names with values. Those without a value are left out. @param kind - `amounts` aligns them to the right, `figures` makes them large. */
export const facts = (rows: readonly (readonly [name: string, value: HtmlValue])[], kind = ''): Html =>
  html`<dl class="${kind}">${rows
    .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
    .map(([name, value]) => html`<div><dt>${t(name)}</dt><dd>${value}</dd></div>`)}</dl>`;

export const LOOK_ONLY = html`<p class="hint">${t('You may look, and not act.')}</p>`;

export const card = (title: HtmlValue, ...content: readonly HtmlValue[]): Html =>
  html`<section class="card">${title !== null && html`<h2>${title}</h2>`}${content}</section>`;

export const items = (rows: readonly HtmlValue[]): Html =>
  html`<ul class="log">${rows.map((row) => html`<li>${row}</li>`)}</ul>`;

/** A list of rows; nothing without rows. */
export const log = (title: PageText, rows: readonly HtmlValue[], todo?: PageText): Html | false =>
  rows.length > 0 && card(title, todo && html`<p class="hint">${todo}</p>`, items(rows));

/** Columns whose name begins with `#` have numbers. Those with `-` are left out on a phone, and those without a value everywhere. */
export function table(caption: PageText, names: readonly string[], rows: readonly HtmlValue[][]): Html {
  const columns = names
    .map((name, at) => ({ at, words: t(name.replace(/^[#-]/, '')), classes: columnClass(name) }))
    .filter(({ at }) => rows.some((row) => Boolean(row[at])));
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr>${columns.map(({ words, classes }) => html`<th scope="col"${classes}>${words}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map(({ at, classes }) => html`<td${classes}>${row[at]}</td>`)}</tr>`)}</tbody></table></div>`;
}
const columnClass = (column = ''): Html | false =>
  column.startsWith('#') ? html` class="number"` : column.startsWith('-') && html` class="wide"`;

/** A heading that shows or hides what is below it. At most one of those with the same group is open. */
export const fold = (title: HtmlValue, isOpen: boolean, ...content: readonly HtmlValue[]): Html =>
  html`<details class="card fold" name="fold"${isOpen && html` open`}><summary><h2>${title}</h2></summary>${content}</details>`;

/** Folds what only engineers understand, so that a support person can pass it on. */
export const forEngineers = (...content: readonly HtmlValue[]): Html =>
  html`<details><summary>${t('For engineers')}</summary><small>${content}</small></details>`;

/** A form that posts to an address, with the token. */
export const form = ({ token }: PageRequest, address: string, ...content: readonly HtmlValue[]): Html =>
  html`<form method="post" action="${address}"><input type="hidden" name="token" value="${token}">${content}</form>`;

/** A field with its label. @param more - Attributes. */
export const field = (words: PageText, name: string, value: string, more = html``, id = name): Html =>
  html`<p class="field"><label for="${id}">${words}</label><input id="${id}" name="${name}" value="${value}" ${more}></p>`;

export const button = (words: HtmlValue, kind: 'main' | 'quiet' = 'main', more = html``): Html =>
  html`<button class="${kind}" ${more}>${words}</button>`;
