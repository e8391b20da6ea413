import { OrderState } from '../../areas/coded-values.generated.js';
import type { LegacyTransaction } from '../../areas/results.generated.js';
import { toMajorUnits } from '../../core/values/money.js';
import type { PaymentState } from '../../timeline/payment-state.js';
import { leftOfLimit } from '../actions.js';
import type { ActionsById } from '../actions.js';
import { isOpen } from '../action-store.js';
import type { Action } from '../action-store.js';
import { WORDS } from '../files.generated.js';
import type { Label } from '../format.js';
import { callWords, eventWords, kindWords, money, serviceMoney, statusLabel, time } from '../format.js';
import { html, t } from '../html.js';
import type { Html, HtmlValue, PageText } from '../html.js';
import { signedAmount } from '../payment.js';
import type { Possible } from '../payment.js';
import type { PaymentDetails } from '../payment-details.js';
import { actionLabel, actionName, referenceWords, whyWords } from './action.view.js';
import { button, card, facts, field, fold, form, label, link, log, table } from './ui.js';
import type { Page, Ui } from './ui.js';

/** What a form had that was not possible. */
interface Entered {
  readonly problem: PageText;
  readonly fields: Readonly<Record<string, string>>;
}

/** Shows a payment: where its money is, what is possible, and what happened. */
export function paymentPage(ui: Ui, details: PaymentDetails, entered?: Entered): Page {
  const { payment, why, actions } = details;
  const { order, orderCode, transactions, state } = payment;
  const currency = state?.currencyCode ?? null;
  const open = actions.find(isOpen);
  const find =
    open && html`<p><a class="button" href="${link(ui, 'actions', open.id)}">${t('Find out')}</a></p>`;
  const possible = details.possible.flatMap((one) => {
    const most = Math.min(one.most, leftOfLimit(ui.person, actions, one.currencyCode));
    return most === one.most || (most > 0 && !one.isWhole) ? [{ ...one, most }] : [];
  });
  return {
    title: t('Order {code}', { code: orderCode }),
    body: html`<h1>${serviceMoney(order.RequestAmount, currency)} ${label(WORDS.payment[state?.status ?? 'contradiction'])}</h1>
<p class="subtitle">${order.MerchantTrns} <code>${orderCode}</code></p>
${state !== null && currency !== null && moneyBar(state, currency)}
<div class="columns"><div class="side">
${entered !== undefined && html`<p class="problem" role="alert" id="problem">${entered.problem}</p>`}
${open && card(actionName(open), html`<p>${actionLabel(open)} ${t(WORDS.action.unknown[2])}</p>`, find)}
${possible.map((one) => actionForm(ui, details, one, possible.length === 1, entered))}
${log(t('Not possible'), why)}
</div><div>
${card(t('What happened'), history(ui, details))}
${log(
  t('Actions from here'),
  actions
    .filter((one) => !transactions.some((made) => isMadeBy(made, one)))
    .map(
      (one) =>
        html`<a href="${link(ui, 'actions', one.id)}">${actionName(one)}</a> ${actionLabel(one)}<br>${whyWords(one)}`,
    ),
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
    ['Card', cardWords(transactions)],
  ]),
  customerWords(ui, details),
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
    html`<ul class="log">${rows.map((row) => html`<li>${row}</li>`)}</ul>`,
    rows.length === 0 && html`<p>${t('It knows nothing of this payment.')}</p>`,
    ui.person.replay === true &&
      form(
        ui,
        link(ui, 'orders', orderCode, 'reconcile'),
        html`<p class="hint">${t('Your application can read the order again, and process what it missed.')}</p>`,
        button(t('Read it again'), 'quiet'),
      ),
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
function moneyBar(state: PaymentState, currency: string): Html | false {
  const kept = Math.max(state.captured - state.refunded - state.chargedBack - state.disputed, 0);
  const amounts = { ...state, kept };
  const shown = Object.entries(WORDS.money)
    .map(([name, words]) => [name, words, amounts[name as keyof typeof WORDS.money]] as const)
    .filter(([, , amount]) => amount > 0);
  if (shown.length === 0) return false;
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

/** The reference of a transaction that an action made is the ID of the action. */
const isMadeBy = ({ MerchantTrns, TransactionId }: LegacyTransaction, { id, resultId }: Action): boolean =>
  id === MerchantTrns || resultId === TransactionId;

function history(ui: Ui, { payment: { order, transactions, state }, actions }: PaymentDetails): Html {
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
        : html`<a href="${link(ui, 'actions', action.id)}">${whyWords(action)}</a>`;
    const fee =
      Commission !== 0 &&
      html` · ${t('fee {amount}', { amount: serviceMoney(Commission, one.CurrencyCode) })}`;
    return html`<li id="t-${id.toLowerCase()}" class="${words[1]}"><p><b>${kindWords(type)} ${amountOf(one)}</b> ${label(words)}</p>
${words[2] && html`<p>${t(words[2])}</p>`}${text && html`<p class="hint">${text}</p>`}<p class="hint">${time(InsDate)}${ClearanceDate !== null && html` · ${t('cleared')} ${time(ClearanceDate)}${fee}`} <code>${id}</code></p></li>`;
  })}</ol>`;
}

const amountOf = (one: LegacyTransaction): string => {
  const amount = signedAmount(one);
  return amount === null ? String(one.Amount) : money(amount, one.CurrencyCode);
};

function actionForm(
  ui: Ui,
  { payment: { orderCode }, possible, ways }: PaymentDetails,
  { kind, transactionId, most, currencyCode, isWhole, hasFee = false }: Possible,
  isOnly: boolean,
  entered?: Entered,
): Html {
  const amount = currencyCode === null ? '' : money(most, currencyCode);
  const all = currencyCode === null ? '' : toMajorUnits(most, currencyCode);
  const id = `${kind}-${transactionId ?? 'order'}`;
  const isEntered =
    entered?.fields['kind'] === kind && entered.fields['transactionId'] === (transactionId ?? '');
  const fields = isEntered ? entered.fields : {};
  const [, title, hint] = WORDS.act[kind];
  // A payment that can be voided has not cleared.
  const isHinted = kind !== 'refund' || possible.some((one) => one.kind === 'void');
  const typed = html`inputmode="decimal" required autocomplete="off"`;
  const content = html`<input type="hidden" name="kind" value="${kind}"><input type="hidden" name="transactionId" value="${transactionId}">
${!isWhole && field(t('Amount, at most {amount}', { amount }), 'amount', fields['amount'] ?? all, typed, `amount-${id}`)}
${hasFee && field(t('Your fee, part of the amount'), 'fee', fields['fee'] ?? '', typed, `fee-${id}`)}
${field(t('Reason'), 'why', fields['why'] ?? '', html`required maxlength="500" autocomplete="off"`, `why-${id}`)}
${kind === 'refund' && ways.length > 1 && waysOf(ways, fields['way'] ?? 'usual')}`;
  return fold(
    html`${t(title)} ${isWhole && amount}`,
    isOnly || isEntered,
    isHinted && html`<p class="hint">${t(hint)}</p>`,
    // On a phone, the form can be far down: the browser scrolls to the problem.
    form(ui, `${link(ui, 'orders', orderCode, 'actions')}#problem`, content, button(t('Continue'))),
  );
}

const waysOf = (ways: PaymentDetails['ways'], chosen: string): Html =>
  html`<fieldset><legend>${t('Way')}</legend>${ways.map((way) => {
    const [words, explanation] = WORDS.way[way];
    return html`<label><input type="radio" name="way" value="${way}"${way === chosen && html` checked`}><span>${t(words)}<span class="hint">${t(explanation)}</span></span></label>`;
  })}</fieldset>`;

/** Lists transactions with links to their payments. */
export const transactionTable = (
  ui: Ui,
  caption: PageText,
  transactions: readonly LegacyTransaction[],
  actions: ActionsById,
): Html =>
  table(
    caption,
    ['Payment', '#Amount', 'Status', 'Card', 'Time', '-Order code'],
    transactions.map((one) => {
      const { TransactionId: id, StatusId, InsDate, MerchantTrns, CustomerTrns, CreditCard, Order } = one;
      const type = one.TransactionType.TransactionTypeId;
      return [
        html`<a href="${link(ui, 'orders', Order.OrderCodeText)}#t-${id.toLowerCase()}">${kindWords(type)}</a> ${referenceWords(MerchantTrns || Order.OrderCodeText, actions)}${!actions.has(MerchantTrns ?? '') && CustomerTrns && html` <span class="hint">${CustomerTrns}</span>`}`,
        amountOf(one),
        label(statusLabel(StatusId, type)),
        CreditCard.Number !== null && html`<code>•••• ${CreditCard.Number.slice(-4)}</code>`,
        time(InsDate),
        html`<code>${Order.OrderCodeText}</code>`,
      ];
    }),
  );
