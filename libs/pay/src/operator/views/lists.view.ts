import type { LegacyTransaction } from '../../areas/results.generated.js';
import type { PayDeadLetter } from '../../inbox/dead-letters.js';
import type { PaySplitBooks } from '../../splits/split.types.js';
import type { PaySubscription } from '../../subscriptions/subscription.types.js';
import type { PaySale } from '../../till/sale.types.js';
import type { Attention } from '../attention.js';
import { WORDS } from '../files.generated.js';
import type { ActionsById } from '../actions.js';
import { callWords, eventWords, money, serviceMoney, statusLabel, time } from '../format.js';
import { html, t } from '../html.js';
import type { Html, HtmlValue, PageText } from '../html.js';
import type { OperatorPlaces } from '../places.js';
import { actionLabel, actionName, whyWords } from './action.view.js';
import { transactionTable } from './payment.view.js';
import { button, card, facts, field, forEngineers, form, label, link, log, placeName, table } from './ui.js';
import type { Page, Ui } from './ui.js';

/** Fiscal sales are in euros. */
const EURO = '978';

/** What a person searches for. */
export interface Search {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly lastFour: string;
}

const page = (title: PageText, ...content: readonly (Html | false)[]): Page => ({
  title,
  body: html`<h1>${title}</h1>${content}`,
});
const NOTHING = html`<p>${t('There is nothing here.')}</p>`;

/** Lists the accounts. */
export const accountsPage = (ui: Ui, accounts: ReturnType<OperatorPlaces['list']>): Page =>
  page(
    t('Accounts'),
    ...accounts.map(({ address, account, isMerchant, hasPayments, isIsv }) => {
      const words = t('Merchant ID of a connected merchant');
      const merchant = field(words, 'merchant', '', html`required`, `merchant-${address}`);
      return card(
        placeName({ account: account.name, merchantId: null }),
        isMerchant &&
          html`<p><a class="button" href="${ui.base}${address}">${hasPayments ? t('Payments') : t(WORDS.page.splits)}</a></p>`,
        isIsv &&
          html`<form action="${ui.base}merchant"><input type="hidden" name="account" value="${address}">${merchant}${button(t('Show'), 'quiet')}</form>`,
      );
    }),
  );

/** Shows the search, and what it found. */
export function homePage(
  ui: Ui,
  search: Search,
  found: readonly LegacyTransaction[],
  more: {
    hasEmail: boolean;
    entered?: string;
    problem?: PageText;
    orders?: readonly string[];
    isCut: boolean;
    actions: ActionsById;
  },
): Page {
  const { from, to, amount, lastFour } = search;
  const { hasEmail, entered = '', problem, orders, isCut, actions } = more;
  const what = hasEmail
    ? t('Order code, transaction ID, your reference or email')
    : t('Order code, transaction ID or your reference');
  const filters = [
    field(t('From'), 'from', from, html`type="date"`),
    field(t('To'), 'to', to, html`type="date"`),
    field(t('Amount'), 'amount', amount, html`inputmode="decimal"`),
    field(t('Last four digits'), 'card', lastFour, html`inputmode="numeric" maxlength="4"`),
  ];
  const isFiltered = amount + lastFour !== '';
  const links = orders?.map((code) => html`<a href="${link(ui, 'orders', code)}"><code>${code}</code></a>`);
  return page(
    t('Payments'),
    card(
      null,
      problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`,
      form(
        ui,
        link(ui, 'find'),
        html`<div class="row">${field(what, 'q', entered, html`required autocomplete="off"`)}${button(t('Find'))}</div>`,
      ),
      html`<details${isFiltered && html` open`}><summary>${t('By day, amount or card')}</summary><form class="row" action="${link(ui)}">${filters}${button(t('Search'), 'quiet')}</form></details>`,
    ),
    links !== undefined
      ? log(t('Found orders'), links)
      : card(
          t('{from} to {to}: {count} found', { from, to, count: found.length }),
          found.length === 0
            ? html`<p>${t('There is no payment. Search for other days, or for the order code.')}</p>`
            : transactionTable(ui, t('Payments'), found, actions),
          isCut && html`<p class="hint">${t('Only the newest are shown. Search for fewer days.')}</p>`,
        ),
  );
}

/** Shows what waits for a person. */
export function attentionPage(ui: Ui, found: Attention, currency: string | null): Page {
  const { deadLetters, actions, calls, disputes, sales, splits, unreported, failing } = found;
  const hint = (text: HtmlValue): Html => html`<br><span class="hint">${text}</span>`;
  const technical = (message: string | null): Html => html`<br><small>${message}</small>`;
  return page(
    t('Needs a person'),
    found.count === 0 && found.isComplete && card(null, html`<p>${t('Nothing needs you.')}</p>`),
    log(
      t('Outcome unknown'),
      actions.map(
        (one) =>
          html`<a href="${link(ui, 'actions', one.id)}">${actionName(one)}</a> ${actionLabel(one)}${hint(one.reference || one.orderCode)} ${whyWords(one)}`,
      ),
      t('Open one to see what to do.'),
    ),
    log(
      t('Calls of the application whose outcome is unknown'),
      calls.map(
        ({ key, operation, sentAt }) =>
          html`${callWords(operation)} ${time(sentAt)}${hint(t('The application calls again with the same key.'))} <small><code>${key}</code></small>`,
      ),
    ),
    log(
      t('Your application could not process'),
      deadLetters.map(
        (one) =>
          html`<a href="${link(ui, 'dead-letters', one.id)}">${eventOf(one)}</a> ${time(one.deadLetteredAt)}${technical(one.error)}`,
      ),
      t('Ask your engineers for the cause. When it is gone, open one and process it again.'),
    ),
    log(
      t('Disputes'),
      (disputes ?? []).map(
        ({ orderCode, amount, currencyCode, statusId, reference, createdAt }) =>
          html`<a href="${link(ui, 'orders', orderCode)}">${t('Payment')} ${amount !== null && ownMoney(amount, currencyCode)}</a> ${label(statusLabel(statusId, 0))}${hint(html`${reference} ${time(createdAt)}`)}`,
      ),
      t('Send your evidence in the service’s app soon. Do not send the money back in another way.'),
    ),
    log(
      t('Sales at terminals'),
      sales.map(
        (one) =>
          html`${saleName(ui, one)} ${saleWords(one)}${hint(saleReason(one))}${technical(one.message)}`,
      ),
    ),
    log(
      t('Payments that the fiscal provider has not taken'),
      unreported.map(({ amount, tip, document, paidAt, message }) => {
        const { series = '', number = '' } = document ?? {};
        return html`${money(amount + tip, EURO)} ${document !== null && t('Document {series} {number}', { series, number })} ${paidAt && time(paidAt)}${technical(message)}`;
      }),
      t('They are sent again by themselves. If it lasts, ask your engineers or the provider.'),
    ),
    log(
      t('Splits that do not add up'),
      splits.map(({ transactionId, isOpen, unattributed: amount }) => {
        const text = isOpen
          ? t('A movement is not finished.')
          : t('No seller has returned {amount}.', { amount: ownMoney(amount, currency) });
        return html`<code>${transactionId}</code>${hint(text)}`;
      }),
      t(
        'Money left the payment outside the split, for example by a dispute. Ask your engineers which seller returns it.',
      ),
    ),
    disputes === null &&
      card(
        t('Disputes'),
        html`<p>${t('Disputes could not be listed: look at the service’s emails, or ask your engineers for access to the Data Services.')}</p>`,
      ),
    log(
      t('Payouts that do not add up'),
      found.payoutLines.map(
        ({ day, amount, currencyCode, reason }) =>
          html`${day} ${money(amount, currencyCode)}${hint(reason && t(WORDS.reason[reason]))}`,
      ),
      t('Look the day up in the payouts. If it is the same tomorrow, ask the service’s support.'),
    ),
    log(
      t('Tried again by itself'),
      failing.map(({ eventTypeId, orderCode, attempts, error, dueAt }) => {
        const words = eventWords(eventTypeId);
        const event =
          orderCode === null ? words : html`<a href="${link(ui, 'orders', orderCode)}">${words}</a>`;
        const next = t('Attempts so far: {attempts}. The next one:', { attempts });
        return html`${event}${hint(html`${next} ${time(dueAt)}`)}${technical(error)}`;
      }),
      t('You need not do anything, unless it lasts.'),
    ),
  );
}

/** Names the event of a dead letter, with the amount and the reference of its payment. */
function eventOf(letter: PayDeadLetter): Html {
  const { Amount, CurrencyCode, MerchantTrns } = Object.fromEntries(safeMembers(letter));
  const amount = Amount && CurrencyCode && serviceMoney(Number(Amount), CurrencyCode);
  return html`${eventWords(letter.delivery.event.eventTypeId)} ${amount} ${MerchantTrns}`;
}

/** Formats an amount of an account whose currency may be unknown. */
const ownMoney = (minor: number, currencyCode: string | null | undefined): string =>
  money(minor, currencyCode ?? '');

export const eventName = ({ delivery: { event } }: PayDeadLetter): string =>
  `${event.eventTypeId} ${event.name ?? ''}`;

const SAFE =
  'TransactionId ParentId OrderCode Amount CurrencyCode StatusId MerchantTrns InsDate TransactionTypeId TerminalId SessionId';

/** Returns the members of an event that are no personal data. */
export const safeMembers = ({ delivery: { event } }: PayDeadLetter): [name: string, value: string][] =>
  SAFE.split(' ').flatMap((name) => {
    const value = (event.data as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
  });

/** Shows a dead letter without personal data. */
export function deadLetterPage(ui: Ui, letter: PayDeadLetter): Page {
  const { id, error, reason, attempts, receivedAt, deadLetteredAt } = letter;
  const members = safeMembers(letter);
  const code = members.find(([name]) => name === 'OrderCode')?.[1];
  const why =
    reason === 'crashed'
      ? t('The application ended while it processed it.')
      : t('The application reported an error.');
  const rows = [
    ['Reason', why],
    ['Attempts', attempts],
    ['Received', time(receivedAt)],
    ['Given up', time(deadLetteredAt)],
  ] as const;
  const technical = members.map(([name, value]) => [name, html`<code>${value}</code>`] as const);
  const replay = form(ui, link(ui, 'dead-letters', id, 'replay'), button(t('Process it again')));
  const discard = form(ui, link(ui, 'dead-letters', id, 'discard'), button(t('Discard'), 'quiet'));
  return page(
    t('Your application could not process it'),
    card(
      eventOf(letter),
      html`<p>${t('Your application got this event, and gave up after several attempts. Ask your engineers for the cause before it is processed again.')}</p>`,
      html`<p class="problem">${error}</p>${facts(rows)}`,
      forEngineers(t('Dead letter {id}', { id }), facts(technical)),
      code !== undefined && html`<p><a href="${link(ui, 'orders', code)}">${t('The payment')}</a></p>`,
      ui.person.replay === true
        ? html`<div class="row">${replay}${discard}</div><p class="hint">${t('A discarded event counts as processed, and your application does nothing for it.')}</p>`
        : html`<p class="hint">${t('You may look, and not act.')}</p>`,
    ),
  );
}

/** Names a sale, with a link to its payment. */
const saleName = (ui: Ui, { transactionId: id, reference }: PaySale): Html =>
  id === null
    ? html`<b>${reference}</b>`
    : html`<a href="${link(ui, 'transactions', id)}">${reference || id}</a>`;

const saleReason = ({ reason }: PaySale): HtmlValue => {
  const words = (WORDS.saleReason as Readonly<Record<string, string>>)[reason ?? ''];
  return words && t(words);
};

const saleWords = ({ amount, tip, currencyCode, state, terminalId: id }: PaySale): Html =>
  html`${money(amount + tip, currencyCode)} ${label(WORDS.sale[state])} ${t('Terminal {id}', { id })}`;

/** Lists sales of the last day. */
export function tillPage(ui: Ui, sales: readonly PaySale[]): Page {
  const rows = sales.map((sale) => {
    const { kind, amount, tip, currencyCode, state, terminalId, createdAt, message } = sale;
    return [
      saleName(ui, sale),
      money(kind === 'refund' ? -amount : amount + tip, currencyCode),
      label(WORDS.sale[state]),
      t('Terminal {id}', { id: terminalId }),
      time(createdAt),
      message !== null && html`<small>${message}</small>`,
    ];
  });
  const list = table(t('Sales'), ['Reference', '#Amount', 'Status', 'Terminal', 'Time', 'Message'], rows);
  return page(t(WORDS.page.till), card(t('Sales of the last 24 hours'), rows.length === 0 ? NOTHING : list));
}

/** Lists subscriptions, the one that is due first at the top. @param currency - Of the account. */
export function subscriptionsPage(subscriptions: readonly PaySubscription[], currency: string | null): Page {
  const rows = subscriptions.map(({ id, state, checkoutUrl, periodStart, amount, currencyCode }) => [
    html`<b>${id}</b>`,
    ownMoney(amount, currencyCode ?? currency),
    html`${label(WORDS.subscription[state])} ${checkoutUrl !== null && state !== 'pending' && label(['Card needed', 'bad'])}`,
    periodStart && html`${t('Due')} ${time(periodStart)}`,
  ]);
  const list = table(t('Subscriptions'), ['Subscription', '#Price', 'State', 'Next charge'], rows);
  return page(t(WORDS.page.subscriptions), card(null, rows.length === 0 ? NOTHING : list));
}

/** Shows the balances of the sellers, in the currency of the platform. */
export function splitsPage(
  { platform, sellers, unattributed }: PaySplitBooks,
  currency: string | null,
): Page {
  const platformRows = [
    ['Kept by the platform', ownMoney(platform, currency)],
    ['Not returned by any seller', unattributed > 0 && ownMoney(unattributed, currency)],
  ] as const;
  const rows = sellers.map(({ connectedAccountId, balance }) => [
    html`<code>${connectedAccountId}</code>`,
    ownMoney(balance, currency),
  ]);
  const list = table(t('Balances of the sellers'), ['Seller', '#Balance'], rows);
  const none = html`<p>${t('No payment was split between sellers yet.')}</p>`;
  return page(
    t(WORDS.page.splits),
    card(null, rows.length === 0 ? none : [facts(platformRows, 'amounts'), list]),
  );
}
