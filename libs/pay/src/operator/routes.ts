import { brotliDecompressSync } from 'node:zlib';
import { readInt64 } from '../core/values/int64.js';
import type { PaySplits } from '../splits/pay-splits.js';
import type { PaySubscriptions } from '../subscriptions/pay-subscriptions.js';
import type { PayTill } from '../till/pay-till.js';
import type { PayDeadLetter } from '../inbox/dead-letters.js';
import { addDays } from '../payouts/payout-rows.js';
import type { LegacyTransaction } from '../areas/results.generated.js';
import { exactMinorUnits } from '../core/values/money.js';
import { inboxOf } from './attention.js';
import type { Jobs } from './attention.js';
import { plainText, t } from './html.js';
import { detailsData, transactionData } from './payment-details.js';
import type { PaymentDetails } from './payment-details.js';
import type { Place } from './places.js';
import { OperatorProblem } from './problem.js';
import { DOCUMENT } from './document.generated.js';
import { STYLES } from './files.generated.js';
import { actionPage } from './views/action.view.js';
import * as lists from './views/lists.view.js';
import type { Search } from './views/lists.view.js';
import { paymentPage } from './views/payment.view.js';
import type { Ui } from './views/ui.js';
import { payoutsPage } from './views/payouts.view.js';
import type { Fields } from './fields.js';
import type { OperatorRequest, PlaceRequest, Reply, Route } from './route.types.js';

const ORDER_CODE = /^\d{16}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_DAYS = 7;
const MAX_ROWS = 200;

type RunAtPlace = (request: PlaceRequest) => Promise<Reply> | Reply;
const atPlace =
  (run: RunAtPlace): Route['run'] =>
  (request) => {
    const { place } = request.ui;
    if (place === null) throw new OperatorProblem(404, 'There is no such account.');
    return run({ ...request, place });
  };
const get = (path: string, run: RunAtPlace): Route => ({
  method: 'GET',
  path,
  needs: 'look',
  run: atPlace(run),
});
const post = (path: string, needs: Route['needs'], run: RunAtPlace): Route => ({
  ...{ method: 'POST', path, needs, run: atPlace(run) },
});

/** Address of a page of the place, relative to the first page. */
const at = ({ address }: Place, ...segments: readonly string[]): string => [address, ...segments].join('/');

/** All routes. Each one is a method of the controller. The OpenAPI document describes them. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '', needs: 'look', run: accounts },
  { method: 'GET', path: 'styles.css', needs: 'look', run: styles },
  { method: 'GET', path: 'openapi.json', needs: 'look', run: document },
  { method: 'GET', path: 'merchant', needs: 'look', run: merchant },
  get(':place', home),
  post(':place/find', 'look', find),
  get(':place/attention', attention),
  get(':place/payouts', payouts),
  get(':place/payouts/lines.csv', payoutLines),
  get(':place/till', job('till', till)),
  get(':place/subscriptions', job('subscriptions', subscriptions)),
  get(':place/splits', job('splits', splits)),
  get(':place/orders/:code', payment),
  post(':place/orders/:code/reveal', 'look', reveal),
  post(':place/orders/:code/actions', 'refund', plan),
  post(':place/orders/:code/reconcile', 'replay', reconcile),
  get(':place/transactions/:id', transaction),
  get(':place/actions/:id', action),
  post(':place/actions/:id/confirm', 'refund', confirm),
  post(':place/actions/:id/resolve', 'refund', resolve),
  get(':place/dead-letters/:id', deadLetter),
  post(':place/dead-letters/:id/replay', 'replay', (request) => endLetter(request, 'replay')),
  post(':place/dead-letters/:id/discard', 'replay', (request) => endLetter(request, 'discard')),
];

function styles({ operator: { settings } }: OperatorRequest): Reply {
  return { body: STYLES + (settings.pages?.stylesheet ?? ''), type: 'text/css; charset=utf-8' };
}

/** Returns the OpenAPI document. Names in the path are parameters, and each route fails in one way. */
export function openapiDocument(): object {
  const text = brotliDecompressSync(Buffer.from(DOCUMENT, 'base64')).toString();
  const described = JSON.parse(text) as { paths: Record<string, Record<string, { responses: object }>> };
  const paths = Object.entries(described.paths).map(([path, operations]) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      $ref: `#/components/parameters/${name}`,
    }));
    const all = Object.entries(operations).map(([method, operation]) => {
      const responses = { ...operation.responses, default: { $ref: '#/components/responses/Problem' } };
      return [method, { ...operation, responses }] as const;
    });
    return [path, { parameters, ...Object.fromEntries<object>(all) }] as const;
  });
  return { ...described, paths: Object.fromEntries<object>(paths) };
}

function document(): Reply {
  return { body: JSON.stringify(openapiDocument()), type: 'application/json' };
}

function merchant({ query: { account = '', merchant: id = '' } }: OperatorRequest): Reply {
  return { redirect: encodeURIComponent(`${account}~${id.trim()}`) };
}

async function accounts({ operator, raw, ui }: OperatorRequest): Promise<Reply> {
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
  return { page: lists.accountsPage(ui, mine), data };
}

async function home(request: PlaceRequest): Promise<Reply> {
  const { operator, place, query, ui } = request;
  if (!place.hasPayments) return { redirect: at(place, 'splits') };
  const today = await operator.payouts.today(place, ui.notices);
  const to = dayIn(query['to']) ?? today;
  const isSearch = (query['amount'] ?? '') + (query['card'] ?? '') !== '';
  const from =
    dayIn(query['from']) ?? (dayIn(query['to']) === null ? addDays(to, isSearch ? 1 - MAX_DAYS : -1) : to);
  const search = { from, to, amount: query['amount'] ?? '', lastFour: query['card'] ?? '' };
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (!(days >= 1 && days <= MAX_DAYS))
    throw new OperatorProblem(422, t('Search in at most {count} days.', { count: MAX_DAYS }));
  const lists_ = await Promise.all(
    Array.from({ length: days }, (_, index) => {
      const date = addDays(from, index);
      return operator.reads.read(place, `day ${date}`, () => place.transactions({ date }), ui.notices);
    }),
  );
  const found = lists_
    .flatMap(({ Transactions }) => Transactions)
    .filter((one) => matches(one, search))
    .sort((one, other) => Date.parse(other.InsDate) - Date.parse(one.InsDate));
  const shown = found.slice(0, MAX_ROWS);
  const references = shown.map(({ MerchantTrns }) => MerchantTrns);
  const actions = await operator.actions.byReference(place, references);
  const hasEmail = operator.settings.reads?.ordersOfEmail !== undefined;
  const more = { hasEmail, isCut: found.length > MAX_ROWS, actions };
  const data = shown.map((one) => transactionData(one, actions));
  return { page: lists.homePage(ui, search, shown, more), data };
}

const dayIn = (text: string | undefined): string | null =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

function matches(
  { Amount, CurrencyCode, CreditCard }: LegacyTransaction,
  { amount, lastFour }: Search,
): boolean {
  const wanted = amount === '' ? null : exactMinorUnits(amount.trim().replace(',', '.'), CurrencyCode);
  const minor = exactMinorUnits(Amount, CurrencyCode);
  const isAmount = amount === '' || (wanted !== null && minor !== null && Math.abs(minor) === wanted);
  return isAmount && (lastFour === '' || CreditCard.Number?.endsWith(lastFour) === true);
}

async function find(request: PlaceRequest): Promise<Reply> {
  const { operator, place, body, ui } = request;
  const entered = (body['q'] ?? '').trim();
  if (ORDER_CODE.test(entered))
    return { redirect: at(place, 'orders', entered), data: { orders: [entered] } };
  if (UUID.test(entered)) return transaction({ ...request, params: { id: entered } });
  const { ordersOfEmail } = operator.settings.reads ?? {};
  const isEmail = entered.includes('@') && ordersOfEmail !== undefined;
  const orders = isEmail
    ? (await ordersOfEmail(entered, { account: place.account, merchantId: place.merchantId })).map(codeText)
    : await ordersOfReference(request, entered);
  const [only] = orders;
  if (orders.length === 1 && only !== undefined)
    return { redirect: at(place, 'orders', only), data: { orders } };
  const today = await operator.payouts.today(place, ui.notices);
  const problem =
    orders.length === 0
      ? t('Nothing was found. Check what you typed, or search by day, amount or card.')
      : undefined;
  const search = { from: today, to: today, amount: '', lastFour: '' };
  const hasEmail = ordersOfEmail !== undefined;
  const more = { hasEmail, isCut: false, entered, orders, actions: new Map(), ...(problem && { problem }) };
  return { page: lists.homePage(ui, search, [], more), data: { orders }, ...(problem && { status: 404 }) };
}

function codeText(code: unknown): string {
  const read = readInt64(code);
  if ('text' in read) return read.text;
  throw new TypeError('ordersOfEmail() must return order codes');
}

async function ordersOfReference(
  { operator, place, ui }: PlaceRequest,
  MerchantTrns: string,
): Promise<string[]> {
  if (MerchantTrns === '') throw new OperatorProblem(422, 'Enter what to find.');
  const services = place.dataServices();
  if (services === null) return [];
  const search = () => services.searchTransactions({ MerchantTrns });
  const page = await operator.reads.read(place, `reference ${MerchantTrns}`, search, ui.notices);
  return [...new Set(page.data.map(({ orderCodeText }) => orderCodeText))];
}

async function transaction({ operator, place, params, ui }: PlaceRequest): Promise<Reply> {
  const id = params['id'] ?? '';
  if (!UUID.test(id)) throw new OperatorProblem(404, 'There is no such transaction.');
  const read = (): ReturnType<Place['transaction']> => place.transaction(id);
  const list = await operator.reads.read(place, `transaction ${id}`, read, ui.notices);
  const code = list.Transactions[0]?.Order.OrderCodeText;
  if (code === undefined) throw new OperatorProblem(404, 'There is no such transaction.');
  return { redirect: `${at(place, 'orders', code)}#t-${id.toLowerCase()}`, data: { orders: [code] } };
}

function orderCodeIn({ code = '' }: Fields): string {
  if (!/^\d{1,19}$/.test(code)) throw new OperatorProblem(404, 'There is no such order.');
  return code;
}

async function payment({ operator, place, person, params, ui }: PlaceRequest): Promise<Reply> {
  const found = await operator.payments.read(place, orderCodeIn(params), ui.notices);
  return paymentReply(ui, await operator.payments.details(place, person, found));
}

const paymentReply = (ui: Ui, details: PaymentDetails): Reply => ({
  page: paymentPage(ui, details),
  data: detailsData(details, (text) => plainText(text, ui.translate)),
});

async function reveal({ operator, place, person, params, ui }: PlaceRequest): Promise<Reply> {
  const orderCode = orderCodeIn(params);
  if (person.name === '') throw new OperatorProblem(403, 'You may not do that.');
  const found = await operator.payments.read(place, orderCode, ui.notices);
  return operator.audit.around(place, { who: person.name, what: 'reveal', orderCode }, async () =>
    paymentReply(ui, await operator.payments.details(place, person, found, true)),
  );
}

async function plan({ operator, place, person, params, body, ui, isJson }: PlaceRequest): Promise<Reply> {
  const found = await operator.payments.read(place, orderCodeIn(params), ui.notices);
  try {
    const planned = await operator.actions.plan(place, person, found, body);
    // The confirmation has its own address, so reloading it sends nothing.
    return { redirect: at(place, 'actions', planned.id), data: planned };
  } catch (error) {
    if (!(error instanceof OperatorProblem) || error.status !== 422 || isJson) throw error;
    const details = await operator.payments.details(place, person, found);
    const page = paymentPage(ui, details, { problem: error.words, fields: body });
    return { page, data: null, status: 422 };
  }
}

async function reconcile({ operator, place, person, params }: PlaceRequest): Promise<Reply> {
  const orderCode = orderCodeIn(params);
  if (place.merchantId !== null)
    throw new OperatorProblem(422, 'The payments of an ISV’s merchants cannot be reconciled here.');
  const { account } = place;
  const only = { orders: [orderCode], maxReads: 10, ...(account !== null && { account }) };
  const report = await operator.audit.around(place, { who: person.name, what: 'reconcile', orderCode }, () =>
    operator.reconciler.reconcile(only),
  );
  operator.reads.forget(place);
  return { redirect: at(place, 'orders', orderCode), data: report };
}

async function action({ operator, place, params, ui }: PlaceRequest): Promise<Reply> {
  const shown = await operator.actions.show(place, params['id'] ?? '');
  const canDismiss = await operator.actions.canDismiss(place, shown);
  const isOther = shown.kind === 'refund' && shown.state === 'rejected' && place.ways.length > 1;
  return { page: actionPage(ui, shown, canDismiss, isOther), data: { ...shown, canDismiss } };
}

async function confirm({ operator, place, person, params }: PlaceRequest): Promise<Reply> {
  const id = params['id'] ?? '';
  await operator.actions.confirm(place, person, id);
  return { redirect: at(place, 'actions', id), data: await operator.actions.find(place, id) };
}

async function resolve({ operator, place, person, params, body }: PlaceRequest): Promise<Reply> {
  const id = params['id'] ?? '';
  const happened = body['happened'];
  if (happened !== 'yes' && happened !== 'no') throw new OperatorProblem(422, 'Say whether it happened.');
  await operator.actions.resolve(place, person, id, happened === 'yes');
  return { redirect: at(place, 'actions', id), data: await operator.actions.find(place, id) };
}

async function attention({ operator, place, ui }: PlaceRequest): Promise<Reply> {
  const found = await operator.attentionFinder.find(place, true);
  const [split] = found.splits;
  const currency = split && (await operator.reads.currency(place, split.transactionId, ui.notices));
  const deadLetters = found.deadLetters.map(letterData);
  return { page: lists.attentionPage(ui, found, currency ?? null), data: { ...found, deadLetters } };
}

function letterData(letter: PayDeadLetter): object {
  const { id, reason, error, attempts, receivedAt, deadLetteredAt } = letter;
  const facts = { id, reason, error, attempts, receivedAt, deadLetteredAt };
  return { ...facts, event: lists.eventName(letter), ...Object.fromEntries(lists.safeMembers(letter)) };
}

async function letterOf({ place, params }: PlaceRequest): Promise<PayDeadLetter> {
  const { id = '' } = params;
  const letter = /^\d{1,18}$/.test(id) ? await inboxOf(place)?.deadLetter(id) : null;
  if (letter?.delivery.account !== place.account)
    throw new OperatorProblem(404, 'There is no such dead letter.');
  return letter;
}

async function deadLetter(request: PlaceRequest): Promise<Reply> {
  const letter = await letterOf(request);
  return { page: lists.deadLetterPage(request.ui, letter), data: letterData(letter) };
}

async function endLetter(request: PlaceRequest, what: 'replay' | 'discard'): Promise<Reply> {
  const { operator, place, person } = request;
  const { id, delivery } = await letterOf(request);
  const { OrderCode, TransactionId } = delivery.event.data as Readonly<Record<string, unknown>>;
  const about = { orderCode: textOf(OrderCode), transactionId: textOf(TransactionId) };
  await operator.audit.around(place, { who: person.name, what, ...about }, async () =>
    inboxOf(place)?.[what](id),
  );
  return { redirect: at(place, 'attention'), data: { id, [what]: true } };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : null;

async function payouts({ operator, place, query, ui }: PlaceRequest): Promise<Reply> {
  const month = query['month'] ?? (await operator.payouts.today(place, ui.notices)).slice(0, 7);
  const found = await operator.payouts.month(place, month);
  const day = dayIn(query['day']);
  const { today, days, summary, next } = found;
  const lines = found.lines.filter((line) => line.day === day);
  const references = lines.map(({ merchantTrns }) => merchantTrns);
  const actions = await operator.actions.byReference(place, references);
  return { page: payoutsPage(ui, found, day, actions), data: { month, today, days, summary, next, lines } };
}

function payoutLines({ operator, place, query }: PlaceRequest): Reply {
  const month = query['month'] ?? '';
  const format = query['format'] === 'spreadsheet' ? 'spreadsheet' : 'program';
  const body = operator.payouts.csv(place, month, format);
  return { body, type: 'text/csv; charset=utf-8', file: `payouts-${month}.csv` };
}

/** Responds with the page of a job, if the application imported it for the account. */
function job<Kind extends keyof Jobs>(
  kind: Kind,
  show: (service: NonNullable<Jobs[Kind]>, request: PlaceRequest) => Promise<Reply>,
): RunAtPlace {
  return (request) => {
    const service = request.operator.attentionFinder.jobsOf(request.place)[kind];
    if (service === undefined) throw new OperatorProblem(404, 'This application does not use it.');
    return show(service, request);
  };
}

async function till(service: PayTill, { operator, place, ui }: PlaceRequest): Promise<Reply> {
  const now = operator.now() + place.serviceOffsetMs();
  const sales = await service.list({ from: new Date(now - 86_400_000) });
  const data = sales.map(({ receipt: _receipt, request: _request, ...sale }) => sale);
  return { page: lists.tillPage(ui, sales), data };
}

async function subscriptions(
  service: PaySubscriptions,
  { operator, place, ui }: PlaceRequest,
): Promise<Reply> {
  const all = await service.list();
  const currency = await operator.reads.currency(place, undefined, ui.notices);
  const data = all.map(({ order: _order, ...rest }) => rest);
  return { page: lists.subscriptionsPage(all, currency), data };
}

async function splits(service: PaySplits, { operator, place, ui }: PlaceRequest): Promise<Reply> {
  const [books, [newest]] = await Promise.all([service.books(), service.list(1)]);
  const currency =
    newest === undefined ? null : await operator.reads.currency(place, newest.transactionId, ui.notices);
  return { page: lists.splitsPage(books, currency), data: { ...books, currencyCode: currency } };
}
