import type { AttentionLists } from '../attention.js';
import { WORDS } from '../files.generated.js';
import { callWords, eventWords, money, statusLabel, time } from '../format.js';
import { html, t } from '../html.js';
import type { HtmlValue } from '../html.js';
import type { Page, PlaceRequest } from '../request.js';
import { card, label, link, log, page } from '../ui.js';
import { actionLink, whyWords } from './action.js';
import { letterName } from './dead-letter.js';
import { saleName } from './jobs.js';

/** Fiscal sales are in euros. */
const EURO = '978';

type Item<Name extends keyof AttentionLists> = NonNullable<AttentionLists[Name]>[number];
type Rows = {
  readonly [Name in keyof AttentionLists]: (
    item: Item<Name>,
    request: PlaceRequest,
  ) => HtmlValue | Promise<HtmlValue>;
};

const hint = (text: HtmlValue): HtmlValue => html`<br><span class="hint">${text}</span>`;
const technical = (message: string | null): HtmlValue => html`<br><small>${message}</small>`;

/** How the items of each list are shown, in the order of the page. Titles, and what to do, are in `words.json`. */
const ROWS: Rows = {
  actions: (one, request) =>
    html`${actionLink(request, one)}${hint(one.reference || one.orderCode)} ${whyWords(one)}`,
  calls: ({ key, operation, sentAt }) =>
    html`${callWords(operation)} ${time(sentAt)}${hint(t('The application calls again with the same key.'))} <small><code>${key}</code></small>`,
  deadLetters: (one, request) =>
    html`<a href="${link(request, 'dead-letters', one.id)}">${letterName(one)}</a> ${time(one.deadLetteredAt)}${technical(one.error)}`,
  disputes: ({ orderCode, amount, currencyCode, statusId, reference, createdAt }, request) =>
    html`<a href="${link(request, 'orders', orderCode)}">${t('Payment')} ${amount !== null && money(amount, currencyCode)}</a> ${label(statusLabel(statusId, 0))}${hint(reference)} <span class="hint">${time(createdAt)}</span>`,
  sales(one, request) {
    const { amount, tip, currencyCode, state, terminalId: id, reason, message } = one;
    const todo = (WORDS.saleReason as Readonly<Record<string, string>>)[reason ?? ''];
    return html`${saleName(request, one)} ${money(amount + tip, currencyCode)} ${label(WORDS.sale[state])} ${t('Terminal {id}', { id })}${hint(todo && t(todo))}${technical(message)}`;
  },
  unreported({ amount, tip, document, paidAt, message }) {
    const { series = '', number = '' } = document ?? {};
    return html`${money(amount + tip, EURO)} ${document !== null && t('Document {series} {number}', { series, number })} ${paidAt && time(paidAt)}${technical(message)}`;
  },
  async splits({ transactionId, isOpen, unattributed }, { place }) {
    const amount = isOpen ? '' : money(unattributed, await place.currency(transactionId));
    const text = isOpen
      ? t('A movement is not finished.')
      : t('No seller has returned {amount}.', { amount });
    return html`<code>${transactionId}</code>${hint(text)}`;
  },
  payoutLines: ({ day, amount, currencyCode, reason }) =>
    html`${day} ${money(amount, currencyCode)}${hint(reason && t(WORDS.reason[reason]))}`,
  failing({ eventTypeId, orderCode, attempts, error, dueAt }, request) {
    const words = eventWords(eventTypeId);
    const event =
      orderCode === null ? words : html`<a href="${link(request, 'orders', orderCode)}">${words}</a>`;
    const next = t('Attempts so far: {attempts}. The next one:', { attempts });
    return html`${event}${hint(html`${next} ${time(dueAt)}`)}${technical(error)}`;
  },
};

/** Lists what waits for a person. */
export async function attention(request: PlaceRequest): Promise<Page> {
  const { lists, count, isComplete } = await request.operator.attentionFinder.find(request.place, true);
  const cardOf = async <Name extends keyof Rows>(name: Name): Promise<HtmlValue> => {
    const words: readonly string[] = WORDS.attention[name];
    const [title = '', todo, failed = ''] = words;
    const items = lists[name] as readonly Item<Name>[] | null;
    if (items === null) return card(t(title), html`<p>${t(failed)}</p>`);
    const rows = await Promise.all(items.map(async (item) => ROWS[name](item, request)));
    return log(t(title), rows, todo === undefined ? todo : t(todo));
  };
  const cards = await Promise.all((Object.keys(ROWS) as (keyof Rows)[]).map((name) => cardOf(name)));
  const nothing = count === 0 && isComplete && card(null, html`<p>${t('Nothing needs you.')}</p>`);
  return page(t('Needs a person'), { ...lists, count, isComplete }, nothing, ...cards);
}
