import { OrderState } from '../../areas/coded-values.generated.js';
import type { LegacyTransaction } from '../../areas/results.generated.js';
import { toMajorUnits } from '../../core/values/money.js';
import type { PaymentState } from '../../timeline/payment-state.js';
import { isOpen } from '../action-store.js';
import type { Action } from '../action-store.js';
import { kindWords, money, serviceMoney, statusLabel, time } from '../format.js';
import type { Label } from '../format.js';
import { html, t } from '../html.js';
import type { Html, HtmlValue, PageText } from '../html.js';
import { signedAmount } from '../payment.js';
import type { Possible } from '../payment.js';
import type { PaymentDetails } from '../payment-details.js';
import { actionLabel, actionName } from './action.view.js';
import { button, card, facts, field, form, hidden, label, link, table } from './ui.js';
import type { Page, Ui } from './ui.js';

const STATES: Readonly<Record<PaymentState['status'], Label>> = {
  pending: [t('Not paid yet'), 'wait'],
  processing: [t('In progress'), 'wait'],
  authorised: [t('Held, not captured'), 'wait'],
  released: [t('Released'), 'plain'],
  verified: [t('Card verified'), 'plain'],
  paid: [t('Paid'), 'good'],
  'partly-refunded': [t('Refunded in part'), 'plain'],
  refunded: [t('Refunded in full'), 'plain'],
  disputed: [t('Disputed'), 'bad'],
  'charged-back': [t('Charged back'), 'bad'],
  failed: [t('Ended without a payment'), 'bad'],
};

/** Names the state of a payment. */
export const paymentLabel = (state: PaymentState | null): Label =>
  state === null ? [t('The records contradict each other'), 'bad'] : STATES[state.status];

/** Shows a payment: where its money is, what happened, and what is possible. @param entered - What a form had that was not possible. */
export function paymentPage(
  ui: Ui,
  details: PaymentDetails,
  entered?: { problem: PageText; amount: string; why: string },
): Page {
  const { payment, possible, why, actions, customer, events, calls } = details;
  const { order, orderCode, transactions, state } = payment;
  const currency = state?.currencyCode ?? null;
  const open = actions.find(isOpen);
  return {
    title: t('Order {code}', { code: orderCode }),
    body: html`<h1>${serviceMoney(order.RequestAmount, currency)} ${label(paymentLabel(state))}</h1>
${state !== null && currency !== null && moneyBar(state, currency)}
<div class="columns">
<div>
${card(
  t('Order'),
  facts([
    [t('Order code'), html`<code>${orderCode}</code>`],
    [t('Your reference'), order.MerchantTrns],
    [t('Text for the customer'), order.CustomerTrns],
    [t('Can be paid until'), order.StateId === OrderState.Pending && time(order.ExpirationDate)],
    [t('Card'), cardWords(transactions)],
  ]),
  customerWords(ui, details),
)}
${card(t('What happened'), history(details))}
</div>
<div>
${entered !== undefined && html`<p class="problem" role="alert" id="problem">${entered.problem}</p>`}
${
  open !== undefined
    ? card(
        actionName(open),
        html`<p>${label(actionLabel(open))}</p><p>${t('Nothing else can be done with this payment until the outcome is known.')}</p>
<p><a class="button" href="${link(ui, 'actions', open.id)}">${t('Find out')}</a></p>`,
      )
    : possible.map((one) => actionForm(ui, details, one, entered))
}
${why.length > 0 && card(t('Not possible'), html`<ul>${why.map((text) => html`<li>${text}</li>`)}</ul>`)}
${actions.length > 0 && card(t('Done from here'), html`<ul class="log">${actions.map((one) => actionRow(ui, one))}</ul>`)}
${card(
  t('In your application'),
  events === null && calls === null && html`<p>${t('The store has no inbox and no idempotency keys.')}</p>`,
  facts([
    ...(events ?? []).map(
      ({ id, key, state: step, receivedAt }) =>
        [
          t('Event {type}', { type: /^\d+/.exec(key)?.[0] ?? '' }),
          html`${step === 'dead' ? html`<a href="${link(ui, 'dead-letters', id)}">${STEPS[step]}</a>` : STEPS[step]} ${time(receivedAt)}`,
        ] as const,
    ),
    ...(calls ?? []).map(
      ({ operation, state: step, sentAt }) =>
        [t('Call {name}', { name: operation ?? '' }), html`${CALLS[step]} ${time(sentAt)}`] as const,
    ),
  ]),
  ui.person.replay === true &&
    form(ui, link(ui, 'orders', orderCode, 'reconcile'), button(t('Reconcile now'), 'quiet')),
)}
</div>
</div>${customer !== null && html`<p class="hint">${t('That you looked at personal data is in the audit.')}</p>`}`,
  };
}

const STEPS: Readonly<Record<string, PageText>> = {
  unconfirmed: t('not confirmed by the service yet'),
  waiting: t('waits for its handler'),
  working: t('is being handled'),
  done: t('handled'),
  dead: t('dead letter'),
};
const CALLS: Readonly<Record<string, PageText>> = {
  sending: t('in progress'),
  unknown: t('outcome unknown'),
  done: t('done'),
};

function cardWords(transactions: readonly LegacyTransaction[]): HtmlValue {
  const used = transactions.find(({ CreditCard }) => CreditCard.Number !== null)?.CreditCard;
  return used && html`${used.CardType.Name} <code>•••• ${used.Number?.slice(-4)}</code>`;
}

function customerWords(ui: Ui, { payment: { orderCode }, customer, canReveal }: PaymentDetails): HtmlValue {
  if (customer !== null)
    return facts([
      [t('Name'), customer.name],
      [t('Card holder'), customer.cardHolder],
      [t('Email'), customer.email],
      [t('Phone'), customer.phone],
    ]);
  return (
    canReveal &&
    form(
      ui,
      link(ui, 'orders', orderCode, 'reveal'),
      html`<p class="hint">${t('Name, email and phone are hidden. Looking at them is noted in the audit.')}</p>`,
      button(t('Show personal data'), 'quiet'),
    )
  );
}

/** Draws where the money is. The widths are to scale. */
function moneyBar(state: PaymentState, currency: string): Html {
  const kept = state.captured - state.refunded - state.chargedBack - state.disputed;
  const parts = [
    ['kept', t('With you'), Math.max(kept, 0)],
    ['held', t('Held'), state.held],
    ['disputed', t('In dispute'), state.disputed],
    ['refunded', t('Refunded'), state.refunded],
    ['lost', t('Charged back'), state.chargedBack],
    ['released', t('Released'), state.released],
  ] as const;
  const shown = parts.filter(([, , amount]) => amount > 0);
  const total = shown.reduce((sum, [, , amount]) => sum + amount, 0);
  if (total === 0) return html``;
  let x = 0;
  return html`<figure class="money"><svg viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">${shown.map(
    ([name, , amount]) => {
      const width = (amount / total) * 1000;
      const bar = html`<rect class="${name}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="20"/>`;
      x += width;
      return bar;
    },
  )}</svg><figcaption>${shown.map(
    ([name, words, amount]) =>
      html`<span><i class="${name}"></i>${words} <b>${money(amount, currency)}</b></span>`,
  )}</figcaption></figure>`;
}

function history({ payment: { transactions } }: PaymentDetails): Html {
  if (transactions.length === 0) return html`<p>${t('Nobody has tried to pay yet.')}</p>`;
  const sorted = [...transactions].sort((one, other) => Date.parse(one.InsDate) - Date.parse(other.InsDate));
  return html`<ol class="history">${sorted.map((one) => {
    const type = one.TransactionType.TransactionTypeId;
    const amount = signedAmount(one);
    const text = amount === null ? String(one.Amount) : money(amount, one.CurrencyCode);
    return html`<li id="t-${one.TransactionId.toLowerCase()}"><p><b>${kindWords(type)} ${text}</b> ${label(statusLabel(one.StatusId, type))}</p>
<p class="hint">${time(one.InsDate)} · <code>${one.TransactionId}</code>${
      one.MerchantTrns && html` · ${one.MerchantTrns}`
    }${one.ClearanceDate !== null && html` · ${t('cleared')} ${time(one.ClearanceDate)}`}</p></li>`;
  })}</ol>`;
}

const FORMS: Readonly<Record<Possible['kind'], PageText>> = {
  refund: t('Refund'),
  void: t('Void'),
  capture: t('Capture'),
  release: t('Release'),
  cancel: t('Cancel the order'),
};
const HINTS: Readonly<Record<Possible['kind'], PageText>> = {
  refund: t('The service may refuse a part before the payment has cleared.'),
  void: t('It has not cleared: the customer gets everything back at once.'),
  capture: t('You can capture once. The rest is released.'),
  release: t('Nothing is captured, and everything that is held is released.'),
  cancel: t('The customer can no longer pay it.'),
};
const WAYS: readonly (readonly [way: string, words: PageText])[] = [
  ['usual', t('Usual refund')],
  ['acquiring', t('Acquiring refund')],
  ['fast', t('Fast refund')],
];

function actionForm(
  ui: Ui,
  { payment: { orderCode }, ways }: PaymentDetails,
  { kind, transactionId, most, currencyCode, isWhole }: Possible,
  entered?: { amount: string; why: string },
): Html {
  const amount = currencyCode === null ? '' : money(most, currencyCode);
  const id = `${kind}-${transactionId ?? 'order'}`;
  const all = currencyCode === null ? '' : toMajorUnits(most, currencyCode);
  return card(
    html`${FORMS[kind]} ${isWhole && amount}`,
    html`<p class="hint">${HINTS[kind]}</p>`,
    form(
      ui,
      `${link(ui, 'orders', orderCode, 'actions')}#problem`,
      hidden({ kind, transactionId: transactionId ?? '' }),
      !isWhole &&
        field(
          t('Amount, at most {amount}', { amount }),
          'amount',
          `amount-${id}`,
          entered?.amount ?? all,
          html`inputmode="decimal" required autocomplete="off"`,
        ),
      kind === 'refund' &&
        ways.length > 1 &&
        html`<p class="field"><label for="way-${id}">${t('Way')}</label><select id="way-${id}" name="way">${WAYS.filter(
          ([way]) => ways.some((one) => one === way),
        ).map(([way, words]) => html`<option value="${way}">${words}</option>`)}</select></p>`,
      field(
        t('Reason'),
        'why',
        `why-${id}`,
        entered?.why ?? '',
        html`required maxlength="500" autocomplete="off"`,
      ),
      button(t('Continue')),
    ),
  );
}

const actionRow = (ui: Ui, action: Action): Html =>
  html`<li><a href="${link(ui, 'actions', action.id)}">${actionName(action)}</a> ${label(actionLabel(action))}<br><span class="hint">${action.who}: ${action.why}</span></li>`;

/** A row of a list of payments. */
export function transactionTable(
  ui: Ui,
  caption: PageText,
  transactions: readonly LegacyTransaction[],
): Html {
  return table(
    caption,
    [[t('Payment')], [t('Status')], [t('Card')], [t('Reference')], [t('Time')], [t('Amount'), true]],
    transactions.map((one) => {
      const type = one.TransactionType.TransactionTypeId;
      const amount = signedAmount(one);
      const order = one.Order.OrderCodeText;
      return [
        html`<a href="${link(ui, 'orders', order)}#t-${one.TransactionId.toLowerCase()}">${kindWords(type)}</a> <code class="short">${order}</code>`,
        label(statusLabel(one.StatusId, type)),
        one.CreditCard.Number !== null && html`<code>•••• ${one.CreditCard.Number.slice(-4)}</code>`,
        one.MerchantTrns,
        time(one.InsDate),
        amount === null ? String(one.Amount) : money(amount, one.CurrencyCode),
      ];
    }),
  );
}
