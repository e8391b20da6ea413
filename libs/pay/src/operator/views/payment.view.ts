import { OrderState } from '../../areas/coded-values.generated.js';
import type { LegacyTransaction } from '../../areas/results.generated.js';
import { toMajorUnits } from '../../core/values/money.js';
import type { PaymentState } from '../../timeline/payment-state.js';
import { leftOfLimit } from '../actions.js';
import { isOpen } from '../action-store.js';
import { WORDS } from '../files.generated.js';
import { kindWords, money, serviceMoney, statusLabel, time } from '../format.js';
import { html, t } from '../html.js';
import type { Html, HtmlValue, PageText } from '../html.js';
import { signedAmount } from '../payment.js';
import type { Possible } from '../payment.js';
import type { PaymentDetails } from '../payment-details.js';
import { actionLabel, actionName } from './action.view.js';
import { button, card, facts, field, form, label, link, log, table } from './ui.js';
import type { Page, Ui } from './ui.js';

/** What a form had that was not possible. */
interface Entered {
  readonly problem: PageText;
  readonly amount: string;
  readonly why: string;
}

/** Shows a payment: where its money is, what happened, and what is possible. */
export function paymentPage(ui: Ui, details: PaymentDetails, entered?: Entered): Page {
  const { payment, possible, why, actions } = details;
  const { order, orderCode, transactions, state } = payment;
  const currency = state?.currencyCode ?? null;
  const open = actions.find(isOpen);
  const find =
    open && html`<p><a class="button" href="${link(ui, 'actions', open.id)}">${t('Find out')}</a></p>`;
  return {
    title: t('Order {code}', { code: orderCode }),
    body: html`<h1>${serviceMoney(order.RequestAmount, currency)} ${label(WORDS.payment[state?.status ?? 'contradiction'])}</h1>
${state !== null && currency !== null && moneyBar(state, currency)}
<div class="columns"><div>
${card(
  t('Order'),
  facts([
    ['Order code', html`<code>${orderCode}</code>`],
    ['Your reference', order.MerchantTrns],
    ['Text for the customer', order.CustomerTrns],
    ['Can be paid until', order.StateId === OrderState.Pending && time(order.ExpirationDate)],
    ['Card', cardWords(transactions)],
  ]),
  customerWords(ui, details),
)}
${card(t('What happened'), history(details))}
</div><div>
${entered !== undefined && html`<p class="problem" role="alert" id="problem">${entered.problem}</p>`}
${open && card(actionName(open), html`<p>${actionLabel(open)} ${t(WORDS.action.unknown[2])}</p>`, find)}
${possible.flatMap((one) => {
  const most = Math.min(one.most, leftOfLimit(ui.person, actions, one.currencyCode));
  const isWithin = most === one.most || (most > 0 && !one.isWhole);
  return isWithin ? [actionForm(ui, details, { ...one, most }, entered)] : [];
})}
${log(t('Not possible'), why)}
${log(
  t('Done from here'),
  actions.map(
    (one) =>
      html`<a href="${link(ui, 'actions', one.id)}">${actionName(one)}</a> ${actionLabel(one)}<br><span class="hint">${one.who}: ${one.why}</span>`,
  ),
)}
${applicationCard(ui, details)}
</div></div>`,
  };
}

function applicationCard(ui: Ui, { payment: { orderCode }, events, calls }: PaymentDetails): Html {
  const rows = [
    ...(events ?? []).map(({ id, key, state, receivedAt }) => {
      const words = t(WORDS.event[state]);
      const shown = state === 'dead' ? html`<a href="${link(ui, 'dead-letters', id)}">${words}</a>` : words;
      return html`${t('Event {type}', { type: /(?:^|\D)(\d{3,5}):/.exec(key)?.[1] ?? '' })}: ${shown} ${time(receivedAt)}`;
    }),
    ...(calls ?? []).map(
      ({ operation, state, sentAt }) =>
        html`<code>${operation}</code>: ${t(WORDS.call[state])} ${time(sentAt)}`,
    ),
  ];
  return card(
    t('In your application'),
    html`<ul class="log">${rows.map((row) => html`<li>${row}</li>`)}</ul>`,
    rows.length === 0 && html`<p>${t('It has no event and no call of this payment.')}</p>`,
    ui.person.replay === true &&
      form(ui, link(ui, 'orders', orderCode, 'reconcile'), button(t('Reconcile now'), 'quiet')),
  );
}

function cardWords(transactions: readonly LegacyTransaction[]): HtmlValue {
  const used = transactions.find(({ CreditCard }) => CreditCard.Number !== null)?.CreditCard;
  return used && html`${used.CardType.Name} <code>•••• ${used.Number?.slice(-4)}</code>`;
}

function customerWords(ui: Ui, { payment: { orderCode }, customer, canReveal }: PaymentDetails): HtmlValue {
  if (customer === null)
    return (
      canReveal &&
      form(
        ui,
        link(ui, 'orders', orderCode, 'reveal'),
        html`<p class="hint">${t('Name, email and phone are hidden. Looking at them is noted in the audit.')}</p>`,
        button(t('Show personal data'), 'quiet'),
      )
    );
  const { name, cardHolder, email, phone } = customer;
  return html`${facts([
    ['Name', name],
    ['Card holder', cardHolder],
    ['Email', email],
    ['Phone', phone],
  ])}<p class="hint">${t('That you looked is noted in the audit.')}</p>`;
}

/** Draws where the money is. The widths are to scale. */
function moneyBar(state: PaymentState, currency: string): Html {
  const kept = Math.max(state.captured - state.refunded - state.chargedBack - state.disputed, 0);
  const amounts = { ...state, kept };
  const shown = Object.entries(WORDS.money)
    .map(([name, words]) => [name, words, amounts[name as keyof typeof WORDS.money]] as const)
    .filter(([, , amount]) => amount > 0);
  const total = shown.reduce((sum, [, , amount]) => sum + amount, 0);
  let x = 0;
  const bars = shown.map(([name, , amount]) => {
    const width = (amount / total) * 1000;
    x += width;
    return html`<rect class="${name}" x="${(x - width).toFixed(2)}" width="${width.toFixed(2)}" height="20"/>`;
  });
  const legend = shown.map(
    ([name, words, amount]) =>
      html`<span><i class="${name}"></i>${t(words)} <b>${money(amount, currency)}</b></span>`,
  );
  return html`<figure class="money"><svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">${bars}</svg><figcaption>${legend}</figcaption></figure>`;
}

function history({ payment: { transactions, state }, actions }: PaymentDetails): Html {
  if (transactions.length === 0) return html`<p>${t('There was no attempt to pay yet.')}</p>`;
  const sorted = [...transactions].sort((one, other) => Date.parse(one.InsDate) - Date.parse(other.InsDate));
  return html`<ol class="history">${sorted.map((one) => {
    const { TransactionId: id, StatusId, MerchantTrns, ClearanceDate, InsDate } = one;
    const type = one.TransactionType.TransactionTypeId;
    // Only the other transactions say whether a refund was a full one.
    const words =
      StatusId === 'R' && state !== null ? WORDS.payment[state.status] : statusLabel(StatusId, type);
    // The reference of an action is its ID, and its reason says more.
    const text = actions.find((action) => action.id === MerchantTrns)?.why ?? MerchantTrns;
    return html`<li id="t-${id.toLowerCase()}"><p><b>${kindWords(type)} ${amountOf(one)}</b> ${label(words)}</p>
<p class="hint">${time(InsDate)}${text && html` · ${text}`}${ClearanceDate !== null && html` · ${t('cleared')} ${time(ClearanceDate)}`}<br><code>${id}</code></p></li>`;
  })}</ol>`;
}

const amountOf = (one: LegacyTransaction): string => {
  const amount = signedAmount(one);
  return amount === null ? String(one.Amount) : money(amount, one.CurrencyCode);
};

function actionForm(
  ui: Ui,
  { payment: { orderCode }, possible, ways }: PaymentDetails,
  { kind, transactionId, most, currencyCode, isWhole }: Possible,
  entered?: Entered,
): Html {
  const amount = currencyCode === null ? '' : money(most, currencyCode);
  const all = currencyCode === null ? '' : toMajorUnits(most, currencyCode);
  const id = `${kind}-${transactionId ?? 'order'}`;
  const [, title, hint] = WORDS.act[kind];
  // A payment that can be voided has not cleared.
  const isHinted = kind !== 'refund' || possible.some((one) => one.kind === 'void');
  const options = ways.map((way) => html`<option value="${way}">${t(WORDS.way[way])}</option>`);
  const typed = html`inputmode="decimal" required autocomplete="off"`;
  const content = html`<input type="hidden" name="kind" value="${kind}"><input type="hidden" name="transactionId" value="${transactionId}">
${!isWhole && field(t('Amount, at most {amount}', { amount }), 'amount', entered?.amount ?? all, typed, `amount-${id}`)}
${
  kind === 'refund' &&
  options.length > 1 &&
  html`<p class="field"><label for="way-${id}">${t('Way')}</label><select id="way-${id}" name="way">${options}</select></p>`
}
${field(t('Reason'), 'why', entered?.why ?? '', html`required maxlength="500" autocomplete="off"`, `why-${id}`)}`;
  return card(
    html`${t(title)} ${isWhole && amount}`,
    isHinted && html`<p class="hint">${t(hint)}</p>`,
    // On a phone, the form is far down: the browser scrolls to the problem.
    form(ui, `${link(ui, 'orders', orderCode, 'actions')}#problem`, content, button(t('Continue'))),
  );
}

/** Lists transactions with links to their payments. */
export const transactionTable = (
  ui: Ui,
  caption: PageText,
  transactions: readonly LegacyTransaction[],
): Html =>
  table(
    caption,
    ['Payment', '#Amount', 'Status', 'Card', 'Time', 'Reference'],
    transactions.map((one) => {
      const { TransactionId: id, StatusId, InsDate, MerchantTrns, CreditCard, Order } = one;
      const type = one.TransactionType.TransactionTypeId;
      return [
        html`<a href="${link(ui, 'orders', Order.OrderCodeText)}#t-${id.toLowerCase()}">${kindWords(type)}</a> <code>${Order.OrderCodeText}</code>`,
        amountOf(one),
        label(statusLabel(StatusId, type)),
        CreditCard.Number !== null && html`<code>•••• ${CreditCard.Number.slice(-4)}</code>`,
        time(InsDate),
        MerchantTrns,
      ];
    }),
  );
