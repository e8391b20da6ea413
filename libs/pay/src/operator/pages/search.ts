import { readInt64 } from '../../core/values/int64.js';
import { exactMinorUnits } from '../../core/values/money.js';
import { UUID } from '../../core/values/uuid.js';
import { DAY_MS } from '../../core/values/durations.js';
import { addDays } from '../../payouts/payout-rows.js';
import type { LegacyTransaction } from '../../areas/results.generated.js';
import { WORDS } from '../files.generated.js';
import { html, t } from '../html.js';
import type { Html, PageText } from '../html.js';
import { problem } from '../problem.js';
import type { PageRequest, PlaceRequest, Reply } from '../request.js';
import { button, card, field, form, link, log, page, placeName } from '../ui.js';
import { transactionData, transactionTable } from './transactions.js';

const ORDER_CODE = /^\d{16}$/;
const MAX_DAYS = 7;
const MAX_ROWS = 200;

/** Lists the accounts. */
export async function accounts({ operator, raw, base }: PageRequest): Promise<Reply> {
  const all = operator.places.list();
  const allowed = await Promise.all(
    all.map(async ({ account }) => {
      const place = { account: account.name, merchantId: null };
      return (await operator.personOf(raw, place).catch(() => null))?.look === true;
    }),
  );
  const mine = all.filter((_, index) => allowed[index]);
  const [only] = mine;
  const data = mine.map(({ address, account }) => ({ address, account: account.name }));
  if (mine.length === 1 && only !== undefined && !only.isIsv) return { redirect: only.address, data };
  const cards = mine.map(({ address, account, isMerchant, hasPayments, isIsv }) => {
    const words = t('Merchant ID of a connected merchant');
    const merchant = field(words, 'merchant', '', html`required`, `merchant-${address}`);
    return card(
      placeName({ account: account.name, merchantId: null }),
      isMerchant &&
        html`<p><a class="button" href="${base}${address}">${hasPayments ? t('Payments') : t(WORDS.page.splits)}</a></p>`,
      isIsv &&
        html`<form action="${base}merchant"><input type="hidden" name="account" value="${address}">${merchant}${button(t('Show'), 'quiet')}</form>`,
    );
  });
  return page(t('Accounts'), data, cards);
}

export const merchant = ({ query: { account = '', merchant: id = '' } }: PageRequest): Reply => ({
  redirect: encodeURIComponent(`${account}~${id.trim()}`),
});

/** Lists the payments of some days. */
export async function home(request: PlaceRequest): Promise<Reply> {
  const { operator, place, query } = request;
  if (!place.hasPayments) return { redirect: `${place.address}/splits` };
  const today = await place.today();
  const { amount = '', card: lastFour = '' } = query;
  const last = dayIn(query['to']);
  const to = last ?? today;
  const earliest = last !== null ? to : addDays(to, amount + lastFour === '' ? -1 : 1 - MAX_DAYS);
  const from = dayIn(query['from']) ?? earliest;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (!(days >= 1 && days <= MAX_DAYS)) throw problem('days', { count: MAX_DAYS });
  const read = Array.from({ length: days }, (_, index) => place.transactionsOf(addDays(from, index)));
  const found = (await Promise.all(read))
    .flatMap(({ Transactions }) => Transactions)
    .filter((one) => matches(one, amount, lastFour))
    .sort((one, other) => Date.parse(other.InsDate) - Date.parse(one.InsDate));
  const shown = found.slice(0, MAX_ROWS);
  const references = shown.map(({ MerchantTrns }) => MerchantTrns);
  const actions = await operator.actions.byReference(place, references);
  return page(
    t('Payments'),
    shown.map((one) => transactionData(one, actions)),
    searchCard(request, { from, to, amount, card: lastFour }),
    card(
      t('{from} to {to}: {count} found', { from, to, count: shown.length }),
      shown.length === 0
        ? html`<p>${t('There is no payment. Search for other days, or for the order code.')}</p>`
        : transactionTable(request, shown, actions),
      found.length > MAX_ROWS &&
        html`<p class="hint">${t('Only the newest are shown. Search for fewer days.')}</p>`,
    ),
  );
}

/** Returns a day of a query; null if it is none. */
export const dayIn = (text: string | undefined): string | null =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

function matches(
  { Amount, CurrencyCode, CreditCard }: LegacyTransaction,
  amount: string,
  lastFour: string,
): boolean {
  const wanted = amount === '' ? null : exactMinorUnits(amount.trim().replace(',', '.'), CurrencyCode);
  const minor = exactMinorUnits(Amount, CurrencyCode);
  const isAmount = amount === '' || (wanted !== null && minor !== null && Math.abs(minor) === wanted);
  return isAmount && (lastFour === '' || CreditCard.Number?.endsWith(lastFour) === true);
}

/** Shows what to search for. @param entered - What was typed before. */
function searchCard(
  request: PlaceRequest,
  { from, to, amount, card: lastFour }: Readonly<Record<'from' | 'to' | 'amount' | 'card', string>>,
  entered = '',
  wrong: PageText | null = null,
): Html {
  const words =
    request.operator.settings.reads?.ordersOfEmail === undefined
      ? t('Order code, transaction ID or your reference')
      : t('Order code, transaction ID, your reference or email');
  const filters = [
    field(t('From'), 'from', from, html`type="date"`),
    field(t('To'), 'to', to, html`type="date"`),
    field(t('Amount'), 'amount', amount, html`inputmode="decimal"`),
    field(t('Last four digits'), 'card', lastFour, html`inputmode="numeric" maxlength="4"`),
  ];
  const what = field(words, 'q', entered, html`required autocomplete="off"`);
  return card(
    null,
    wrong && html`<p class="problem" role="alert">${wrong}</p>`,
    form(request, link(request, 'find'), html`<div class="row">${what}${button(t('Find'))}</div>`),
    html`<details${amount + lastFour !== '' && html` open`}><summary>${t('By day, amount or card')}</summary><form class="row" action="${link(request)}">${filters}${button(t('Search'), 'quiet')}</form></details>`,
  );
}

/** Finds an order by what a person has typed. */
export async function find(request: PlaceRequest): Promise<Reply> {
  const { operator, place, body } = request;
  const entered = (body['q'] ?? '').trim();
  if (UUID.test(entered)) return transaction({ ...request, params: { id: entered } });
  const { ordersOfEmail } = operator.settings.reads ?? {};
  const where = { account: place.account, merchantId: place.merchantId };
  const orders = ORDER_CODE.test(entered)
    ? [entered]
    : entered.includes('@') && ordersOfEmail !== undefined
      ? (await ordersOfEmail(entered, where)).map(codeText)
      : await ordersOfReference(place, entered);
  const data = { orders };
  if (orders.length === 1) return { redirect: `${place.address}/orders/${orders[0]}`, data };
  const today = await place.today();
  const isFound = orders.length > 0;
  const wrong = t('Nothing was found. Check what you typed, or search by day, amount or card.');
  const search = { from: today, to: today, amount: '', card: '' };
  const links = orders.map(
    (code) => html`<a href="${link(request, 'orders', code)}"><code>${code}</code></a>`,
  );
  const cards = [searchCard(request, search, entered, isFound ? null : wrong), log(t('Found orders'), links)];
  return { ...page(t('Payments'), data, cards), ...(!isFound && { status: 404 }) };
}

function codeText(code: unknown): string {
  const read = readInt64(code);
  if ('text' in read) return read.text;
  throw new TypeError('ordersOfEmail() must return order codes');
}

async function ordersOfReference(place: PlaceRequest['place'], MerchantTrns: string): Promise<string[]> {
  if (MerchantTrns === '') throw problem('nothing-entered');
  const services = place.calls.dataServices();
  if (services === null) return [];
  const search = () => services.searchTransactions({ MerchantTrns });
  const { data } = await place.read(`reference ${MerchantTrns}`, search);
  return [...new Set(data.map(({ orderCodeText }) => orderCodeText))];
}

/** Leads to the payment of a transaction. */
export async function transaction({ place, params: { id = '' } }: PlaceRequest): Promise<Reply> {
  if (!UUID.test(id)) throw problem('no-transaction');
  const { Transactions } = await place.read(`transaction ${id}`, (calls) => calls.transaction(id));
  const code = Transactions[0]?.Order.OrderCodeText;
  if (code === undefined) throw problem('no-transaction');
  return { redirect: `${place.address}/orders/${code}#t-${id.toLowerCase()}`, data: { orders: [code] } };
}
