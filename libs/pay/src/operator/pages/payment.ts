import { OrderState } from '../../areas/coded-values.generated.js';
import { toMajorUnits } from '../../core/values/money.js';
import type { CallRecord, InboxRecord } from '../../stores/sql/application-records.js';
import type { PaymentState } from '../../timeline/payment-state.js';
import { leftOfLimit } from '../actions.js';
import { isOpen } from '../action-store.js';
import type { Action } from '../action-store.js';
import type { Fields } from '../fields.js';
import { WORDS } from '../files.generated.js';
import type { Label } from '../format.js';
import { callWords, eventWords, kindWords, money, serviceMoney, statusLabel, time } from '../format.js';
import { html, plainText, t } from '../html.js';
import type { Html } from '../html.js';
import { readPayment } from '../payment.js';
import type { Payment, Possible } from '../payment.js';
import { OperatorProblem, problem } from '../problem.js';
import type { Page, PlaceRequest, Reply } from '../request.js';
import { button, card, facts, field, fold, form, items, label, link, log } from '../ui.js';
import { actionLink, actionName, actionLabel, whyWords } from './action.js';
import { amountOf, transactionData } from './transactions.js';

type Transaction = Payment['transactions'][number];

const readOf = (request: PlaceRequest): Promise<Payment> => readPayment(request.place, orderCodeIn(request));

function orderCodeIn({ params: { code = '' } }: PlaceRequest): string {
  if (!/^\d{1,19}$/.test(code)) throw problem('no-order');
  return code;
}

export const payment = async (request: PlaceRequest): Promise<Page> => show(request, await readOf(request));

/** Shows a payment with personal data, which is audited. */
export async function reveal(request: PlaceRequest): Promise<Page> {
  const { operator, place, person } = request;
  const orderCode = orderCodeIn(request);
  if (person.name === '') throw problem('not-permitted');
  const found = await readOf(request);
  return operator.audit.around(place, { who: person.name, what: 'reveal', orderCode }, () =>
    show(request, found, { isRevealed: true }),
  );
}

export async function plan(request: PlaceRequest): Promise<Reply> {
  const { operator, place, person, body } = request;
  const found = await readOf(request);
  try {
    const planned = await operator.actions.plan(place, person, found, body);
    // The confirmation has its own address, so reloading it sends nothing.
    return { redirect: `${place.address}/actions/${planned.id}`, data: planned };
  } catch (error) {
    if (!(error instanceof OperatorProblem) || error.status !== 422 || request.isJson) throw error;
    return { ...(await show(request, found, { wrong: error, entered: body })), status: 422 };
  }
}

export async function reconcile(request: PlaceRequest): Promise<Reply> {
  const { operator, place, person } = request;
  const orderCode = orderCodeIn(request);
  if (place.merchantId !== null) throw problem('merchant-reconcile');
  const account = place.account ?? undefined;
  const options = { orders: [orderCode], ...(account !== undefined && { account }), maxReads: 10 };
  const report = await operator.audit.around(place, { who: person.name, what: 'reconcile', orderCode }, () =>
    operator.reconciler.reconcile(options),
  );
  operator.reads.forget(place.address);
  return { redirect: `${place.address}/orders/${orderCode}`, data: report };
}

/** How a page of a payment differs from the usual one: with personal data, or with what was wrong with a form. */
interface Shown {
  readonly isRevealed?: boolean;
  readonly wrong?: OperatorProblem;
  readonly entered?: Fields;
}

/** Returns a payment as JSON, with what the application has of it and what the person may do. */
async function detailsOf({ operator, place, person }: PlaceRequest, found: Payment, isRevealed: boolean) {
  const { order, orderCode, transactions, state } = found;
  const ids = [orderCode, ...transactions.map(({ TransactionId }) => TransactionId)];
  const [actions, events, calls] = await Promise.all([
    operator.store.about(place.address, orderCode),
    operator.records.events(ids),
    operator.records.calls(ids),
  ]);
  const limit =
    operator.settings.audit === undefined || !person.refund
      ? t('You may look, and not act.')
      : place.idempotency === undefined
        ? problem('no-keys').words
        : null;
  const byId = new Map(actions.map((one) => [one.id, one]));
  return {
    orderCode,
    requested: serviceMoney(order.RequestAmount, state?.currencyCode ?? null),
    ...{ reference: order.MerchantTrns, state },
    transactions: transactions.map((one) => transactionData(one, byId)),
    possible: limit === null && !actions.some(isOpen) ? found.possible : [],
    whyNot: limit === null ? found.why : [...found.why, limit],
    ...{ actions, events, calls, customer: isRevealed ? customerOf(transactions) : null },
  };
}

/** Shows a payment: where its money is, what is possible, and what happened. */
async function show(request: PlaceRequest, found: Payment, shown: Shown = {}): Promise<Page> {
  const { operator, person } = request;
  const { order, orderCode, transactions, state } = found;
  const details = await detailsOf(request, found, shown.isRevealed === true);
  const { actions, possible, whyNot, requested, customer, events, calls } = details;
  const canReveal = operator.settings.audit !== undefined && person.name !== '' && transactions.length > 0;
  const currency = state?.currencyCode ?? null;
  const open = actions.find(isOpen);
  const forms = possible.flatMap((one) => {
    const most = Math.min(one.most, leftOfLimit(person, actions, one.currencyCode));
    return most === one.most || (most > 0 && !one.isWhole) ? [{ ...one, most }] : [];
  });
  const others = actions.filter((one) => !transactions.some((made) => isMadeBy(made, one)));
  const used = transactions.find(({ CreditCard }) => CreditCard.Number !== null)?.CreditCard;
  const body = html`<h1>${requested} ${label(WORDS.payment[state?.status ?? 'contradiction'])}</h1>
<p class="subtitle">${order.MerchantTrns} <code>${orderCode}</code></p>
${state !== null && currency !== null && moneyBar(state, currency)}
<div class="columns"><div class="side">
${shown.wrong && html`<p class="problem" role="alert" id="problem">${shown.wrong.words}</p>`}
${
  open &&
  card(
    actionName(open),
    html`<p>${actionLabel(open)} ${t(WORDS.action.unknown[2])}</p><p><a class="button" href="${link(request, 'actions', open.id)}">${t('Find out')}</a></p>`,
  )
}
${forms.map((one) => actionForm(request, details, one, forms.length === 1, shown.entered))}
${log(t('Not possible'), whyNot)}
</div><div>
${card(t('What happened'), history(request, found, actions))}
${log(
  t('Actions from here'),
  others.map((one) => html`${actionLink(request, one)}<br>${whyWords(one)}`),
)}
${card(
  t('Order'),
  facts([
    ['Order code', html`<code>${orderCode}</code>`],
    ['Your reference', order.MerchantTrns],
    ['Text for the customer', order.CustomerTrns],
    [
      'Amount',
      transactions.length === 0 &&
        html`${order.RequestAmount} <span class="hint">${t('The service reports the currency with the first attempt to pay.')}</span>`,
    ],
    ['Can be paid until', order.StateId === OrderState.Pending && time(order.ExpirationDate)],
    ['Card', used && html`${used.CardType.Name} <code>•••• ${used.Number?.slice(-4)}</code>`],
  ]),
  customer === null
    ? canReveal && revealForm(request, orderCode)
    : html`${facts(Object.entries(CUSTOMER).map(([name, [words]]) => [words, customer[name]]))}<p class="hint">${t('That you looked is noted in the audit.')}</p>`,
)}
${applicationCard(request, orderCode, events, calls)}
</div></div>`;
  const data = { ...details, whyNot: whyNot.map((one) => plainText(one, operator.translate)) };
  return { title: t('Order {code}', { code: orderCode }), data, body };
}

/** Personal data of the customer, with its name on the page. */
const CUSTOMER = {
  name: ['Name', (one) => one.Payment.FullName],
  cardHolder: ['Card holder', (one) => one.CreditCard.CardHolderName],
  email: ['Email', (one) => one.Payment.Email],
  phone: ['Phone', (one) => one.Payment.Phone],
} satisfies Record<string, [words: string, read: (one: Transaction) => string | null]>;

/** Returns the personal data of the first transaction that has it, as JSON. */
const customerOf = (transactions: readonly Transaction[]): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries(CUSTOMER).map(([name, [, read]]) => [name, transactions.map(read).find(Boolean) ?? null]),
  );

const revealForm = (request: PlaceRequest, orderCode: string): Html =>
  form(
    request,
    link(request, 'orders', orderCode, 'reveal'),
    html`<p class="hint">${t('Name, email and phone are hidden. Looking at them is noted in the audit.')}</p>`,
    button(t('Show personal data'), 'quiet'),
  );

/** Shows what the application has of a payment. */
function applicationCard(
  request: PlaceRequest,
  orderCode: string,
  events: readonly InboxRecord[] | null,
  calls: readonly CallRecord[] | null,
): Html {
  const rows = [
    ...(events ?? []).map(({ id, key, state, receivedAt }) => {
      const words = t(WORDS.event[state]);
      const shown =
        state === 'dead' ? html`<a href="${link(request, 'dead-letters', id)}">${words}</a>` : words;
      const type = /(?:^|[^\d-])(-?\d{1,5}):/.exec(key)?.[1];
      return html`${eventWords(type === undefined ? null : Number(type))} ${shown}<br><span class="hint">${time(receivedAt)}</span>`;
    }),
    ...(calls ?? []).map(
      ({ operation, state, sentAt }) =>
        html`${callWords(operation)} ${t(WORDS.call[state])}<br><span class="hint">${time(sentAt)}</span>`,
    ),
  ];
  return card(
    t('In your application'),
    items(rows),
    rows.length === 0 && html`<p>${t('It knows nothing of this payment.')}</p>`,
    request.person.replay === true &&
      form(
        request,
        link(request, 'orders', orderCode, 'reconcile'),
        html`<p class="hint">${t('Your application can read the order again, and process what it missed.')}</p>`,
        button(t('Read it again'), 'quiet'),
      ),
  );
}

/** Draws where the money is. The widths are to scale. */
function moneyBar(state: PaymentState, currency: string): Html | false {
  const kept = Math.max(state.captured - state.refunded - state.chargedBack - state.disputed, 0);
  const amounts = { ...state, kept };
  const shown = Object.entries(WORDS.money)
    .map(([name, words]) => ({ name, words, amount: amounts[name as keyof typeof WORDS.money] }))
    .filter(({ amount }) => amount > 0);
  if (shown.length === 0) return false;
  const total = shown.reduce((sum, { amount }) => sum + amount, 0);
  let x = 0;
  const bars = shown.map(({ name, amount }) => {
    const width = (amount / total) * 1000;
    x += width;
    return html`<rect class="${name}" x="${(x - width).toFixed(2)}" width="${width.toFixed(2)}" height="20"/>`;
  });
  const legend = shown.map(
    ({ name, words, amount }) =>
      html`<span><i class="${name}"></i>${t(words)} <b>${money(amount, currency)}</b></span>`,
  );
  return html`<figure class="money"><svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">${bars}</svg><figcaption>${legend}</figcaption></figure>`;
}

/** The reference of a transaction that an action made is the ID of the action. */
const isMadeBy = ({ MerchantTrns, TransactionId }: Transaction, { id, resultId }: Action): boolean =>
  id === MerchantTrns || resultId === TransactionId;

function history(
  request: PlaceRequest,
  { order, transactions, state }: Payment,
  actions: readonly Action[],
): Html {
  if (transactions.length === 0) return html`<p>${t('There was no attempt to pay yet.')}</p>`;
  const sorted = [...transactions].sort((one, other) => Date.parse(one.InsDate) - Date.parse(other.InsDate));
  return html`<ol class="history">${sorted.map((one) => {
    const { TransactionId: id, StatusId, MerchantTrns, ClearanceDate, Commission, InsDate } = one;
    const type = one.TransactionType.TransactionTypeId;
    // Only the other transactions say whether a refund was a full one.
    const words: Label =
      StatusId === 'R' && state !== null ? WORDS.payment[state.status] : statusLabel(StatusId, type);
    const action = actions.find((made) => isMadeBy(one, made));
    const text =
      action === undefined
        ? MerchantTrns !== order.MerchantTrns && MerchantTrns
        : html`<a href="${link(request, 'actions', action.id)}">${whyWords(action)}</a>`;
    const fee =
      Commission !== 0 &&
      html` · ${t('fee {amount}', { amount: serviceMoney(Commission, one.CurrencyCode) })}`;
    return html`<li id="t-${id.toLowerCase()}" class="${words[1]}"><p><b>${kindWords(type)} ${amountOf(one)}</b> ${label(words)}</p>
${words[2] && html`<p>${t(words[2])}</p>`}${text && html`<p class="hint">${text}</p>`}<p class="hint">${time(InsDate)}${ClearanceDate !== null && html` · ${t('cleared')} ${time(ClearanceDate)}${fee}`} <code>${id}</code></p></li>`;
  })}</ol>`;
}

function actionForm(
  request: PlaceRequest,
  { orderCode, possible }: Pick<Payment, 'orderCode' | 'possible'>,
  { kind, transactionId, most, currencyCode, isWhole, hasFee = false }: Possible,
  isOnly: boolean,
  entered: Fields = {},
): Html {
  const amount = currencyCode === null ? '' : money(most, currencyCode);
  const whole = currencyCode === null ? '' : toMajorUnits(most, currencyCode);
  const id = `${kind}-${transactionId ?? 'order'}`;
  const isEntered = entered['kind'] === kind && entered['transactionId'] === (transactionId ?? '');
  const fields = isEntered ? entered : {};
  const [, title, hint] = WORDS.act[kind];
  // A payment that can be voided has not cleared.
  const isHinted = kind !== 'refund' || possible.some((one) => one.kind === 'void');
  const typed = html`inputmode="decimal" required autocomplete="off"`;
  const { ways } = request.place.calls;
  const content = html`<input type="hidden" name="kind" value="${kind}"><input type="hidden" name="transactionId" value="${transactionId}">
${!isWhole && field(t('Amount, at most {amount}', { amount }), 'amount', fields['amount'] ?? whole, typed, `amount-${id}`)}
${hasFee && field(t('Your fee, part of the amount'), 'fee', fields['fee'] ?? '', typed, `fee-${id}`)}
${field(t('Reason'), 'why', fields['why'] ?? '', html`required maxlength="500" autocomplete="off"`, `why-${id}`)}
${kind === 'refund' && ways.length > 1 && waysOf(ways, fields['way'] ?? 'usual')}`;
  return fold(
    html`${t(title)} ${isWhole && amount}`,
    isOnly || isEntered,
    isHinted && html`<p class="hint">${t(hint)}</p>`,
    // On a phone, the form can be far down: the browser scrolls to the problem.
    form(request, `${link(request, 'orders', orderCode, 'actions')}#problem`, content, button(t('Continue'))),
  );
}

const waysOf = (ways: PlaceRequest['place']['calls']['ways'], chosen: string): Html =>
  html`<fieldset><legend>${t('Way')}</legend>${ways.map((way) => {
    const [words, explanation] = WORDS.way[way];
    return html`<label><input type="radio" name="way" value="${way}"${way === chosen && html` checked`}><span>${t(words)}<span class="hint">${t(explanation)}</span></span></label>`;
  })}</fieldset>`;
