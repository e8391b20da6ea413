import { KEY_PREFIX } from './actions.js';
import type { Jobs } from './attention.js';
import { WORDS } from './files.generated.js';
import { callWords, eventWords, money, statusLabel, time } from './format.js';
import { html, t } from './html.js';
import type { HtmlValue } from './html.js';
import { actionLink, whyWords } from './pages/action.js';
import { letterData, letterName } from './pages/dead-letter.js';
import { saleName } from './pages/jobs.js';
import type { PayOperator } from './pay-operator.js';
import type { Place } from './places.js';
import type { PlaceRequest } from './request.js';
import { label, link } from './ui.js';

/** Fiscal sales are in euros. */
const EURO = '978';

interface Sources {
  readonly place: Place;
  readonly operator: PayOperator;
  readonly jobs: Jobs;
}

/** A list of what needs a person. Its items are its JSON. */
interface AttentionList {
  /** Returns the rows of its source; null if they cannot be read now. */
  readonly find: (sources: Sources) => Promise<readonly unknown[] | null>;
  /** Returns the items. Other rows need nobody. */
  readonly select: (rows: readonly unknown[]) => readonly unknown[];
  readonly row: (item: unknown, request: PlaceRequest) => Promise<HtmlValue>;
}

type Maybe<Value> = Promise<Value | null | undefined> | Value | null | undefined;

type Row<Item> = (item: Item, request: PlaceRequest) => HtmlValue | Promise<HtmlValue>;

const selected = <Source, Item>(
  find: (sources: Sources) => Maybe<readonly Source[]>,
  select: (rows: readonly Source[]) => readonly Item[],
  row: Row<Item>,
): AttentionList => ({
  async find(sources) {
    const rows = await find(sources);
    return rows === undefined ? [] : rows;
  },
  select: (rows) => select(rows as readonly Source[]),
  row: async (item, request) => row(item as Item, request),
});
const list = <Item>(find: (sources: Sources) => Maybe<readonly Item[]>, row: Row<Item>): AttentionList =>
  selected(find, (rows) => rows, row);

const hint = (text: HtmlValue): HtmlValue => html`<br><span class="hint">${text}</span>`;
const technical = (message: string | null): HtmlValue => html`<br><small>${message}</small>`;

/** All lists. Their titles, and what to do about them, are in `words.json`. */
export const LISTS: Readonly<Record<keyof typeof WORDS.attention, AttentionList>> = {
  actions: list(
    ({ operator, place }) => operator.store.listOpen(place.address),
    (one, request) =>
      html`${actionLink(request, one)}${hint(one.reference || one.orderCode)} ${whyWords(one)}`,
  ),
  calls: selected(
    ({ place }) => (place.merchantId === null ? place.idempotency?.unresolved() : []),
    // The actions of other places have keys in the same store.
    (rows) =>
      rows
        .filter(({ key }) => !key.startsWith(KEY_PREFIX))
        .map(({ key, outcomeLookup, sentAt }) => {
          return { key, operation: outcomeLookup?.operation ?? null, sentAt };
        }),
    ({ key, operation, sentAt }) =>
      html`${callWords(operation)} ${time(sentAt)}${hint(t('The application calls again with the same key.'))} <small><code>${key}</code></small>`,
  ),
  deadLetters: selected(
    ({ place }) => place.inbox?.deadLetters({ account: place.account }),
    (letters) => letters.map(letterData),
    (one, request) =>
      html`<a href="${link(request, 'dead-letters', one.id)}">${letterName(one)}</a> ${time(one.deadLetteredAt)}${technical(one.error)}`,
  ),
  disputes: list(
    ({ operator, place }) => operator.attentionFinder.disputesOf(place).disputes,
    ({ orderCode, amount, currencyCode, statusId, reference, createdAt }, request) =>
      html`<a href="${link(request, 'orders', orderCode)}">${t('Payment')} ${amount !== null && money(amount, currencyCode)}</a> ${label(statusLabel(statusId, 0))}${hint(reference)} <span class="hint">${time(createdAt)}</span>`,
  ),
  sales: list(
    ({ jobs }) => jobs.till?.list({ state: 'needs-a-person' }),
    (one, request) => {
      const { amount, tip, currencyCode, state, terminalId: id, reason, message } = one;
      const todo = (WORDS.saleReason as Readonly<Record<string, string>>)[reason ?? ''];
      return html`${saleName(request, one)} ${money(amount + tip, currencyCode)} ${label(WORDS.sale[state])} ${t('Terminal {id}', { id })}${hint(todo && t(todo))}${technical(message)}`;
    },
  ),
  unreported: selected(
    ({ jobs }) => jobs.fiscal?.list({ state: 'paid' }),
    (sales) =>
      sales
        .filter(({ message }) => message !== null)
        .map(({ id, amount, tip, document, paidAt, message }) => {
          return { id, amount, tip, document, paidAt, message };
        }),
    ({ amount, tip, document, paidAt, message }) => {
      const { series = '', number = '' } = document ?? {};
      return html`${money(amount + tip, EURO)} ${document !== null && t('Document {series} {number}', { series, number })} ${paidAt && time(paidAt)}${technical(message)}`;
    },
  ),
  splits: list(
    ({ jobs }) => jobs.splits?.listOpen(),
    async ({ transactionId, isOpen, unattributed }, { place }) => {
      const amount = isOpen ? '' : money(unattributed, await place.currency(transactionId));
      const text = isOpen
        ? t('A movement is not finished.')
        : t('No seller has returned {amount}.', { amount });
      return html`<code>${transactionId}</code>${hint(text)}`;
    },
  ),
  payoutLines: list(
    ({ operator, place }) => operator.payouts.known(place),
    ({ day, amount, currencyCode, reason }) =>
      html`${day} ${money(amount, currencyCode)}${hint(reason && t(WORDS.reason[reason]))}`,
  ),
  failing: list(
    async ({ operator, place }) =>
      place.inbox === null ? [] : ((await operator.records.failing(place.account)) ?? []),
    ({ eventTypeId, orderCode, attempts, error, dueAt }, request) => {
      const words = eventWords(eventTypeId);
      const event =
        orderCode === null ? words : html`<a href="${link(request, 'orders', orderCode)}">${words}</a>`;
      const next = t('Attempts so far: {attempts}. The next one:', { attempts });
      return html`${event}${hint(html`${next} ${time(dueAt)}`)}${technical(error)}`;
    },
  ),
};
