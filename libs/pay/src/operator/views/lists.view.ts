import type { PayDeadLetter } from '../../inbox/dead-letters.js';
import type { PaySplitBooks } from '../../splits/split.types.js';
import type { PaySubscription } from '../../subscriptions/subscription.types.js';
import type { PaySale } from '../../till/sale.types.js';
import type { LegacyTransaction } from '../../areas/results.generated.js';
import type { PayoutLine } from '../../payouts/payouts.types.js';
import type { Attention } from '../attention.js';
import { money, time } from '../format.js';
import type { Label } from '../format.js';
import { html, t } from '../html.js';
import type { Html, PageText } from '../html.js';
import type { OperatorPlaces } from '../places.js';
import { actionLabel, actionName } from './action.view.js';
import { transactionTable } from './payment.view.js';
import { button, card, facts, field, form, label, link, placeName, table } from './ui.js';
import type { Page, Ui } from './ui.js';

/** What a person searches for. */
export interface Search {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly lastFour: string;
}

/** Lists the accounts. */
export function accountsPage(ui: Ui, accounts: ReturnType<OperatorPlaces['list']>): Page {
  return {
    title: t('Accounts'),
    body: html`<h1>${t('Accounts')}</h1>${accounts.map(({ address, account, isMerchant, isIsv }) =>
      card(
        placeName({ account: account.name, merchantId: null }),
        isMerchant && html`<p><a href="${ui.base}${address}">${t('Payments')}</a></p>`,
        isIsv &&
          html`<form action="${ui.base}merchant"><input type="hidden" name="account" value="${address}">${field(
            t('Merchant ID of a connected merchant'),
            'merchant',
            `merchant-${address}`,
            '',
            html`required`,
          )}${button(t('Show'), 'quiet')}</form>`,
      ),
    )}`,
  };
}

/** Shows the search, and what it found. @param found - Null before a search. */
export function homePage(
  ui: Ui,
  search: Search,
  found: readonly LegacyTransaction[],
  more: { hasEmail: boolean; problem?: PageText; orders?: readonly string[]; isCut: boolean },
): Page {
  return {
    title: t('Payments'),
    body: html`<h1>${t('Payments')}</h1>${card(
      null,
      form(
        ui,
        link(ui, 'find'),
        more.problem !== undefined && html`<p class="problem" role="alert">${more.problem}</p>`,
        html`<div class="row">${field(
          more.hasEmail
            ? t('Order code, transaction ID, your reference or email')
            : t('Order code, transaction ID or your reference'),
          'q',
          'q',
          '',
          html`required autocomplete="off" autofocus`,
        )}${button(t('Find'))}</div>`,
      ),
      html`<details${search.amount + search.lastFour !== '' && html` open`}><summary>${t('By day, amount or card')}</summary><form class="row" action="${link(ui)}">${[
        field(t('From'), 'from', 'from', search.from, html`type="date"`),
        field(t('To'), 'to', 'to', search.to, html`type="date"`),
        field(t('Amount'), 'amount', 'amount', search.amount, html`inputmode="decimal" size="8"`),
        field(
          t('Last four digits'),
          'card',
          'card',
          search.lastFour,
          html`inputmode="numeric" size="4" maxlength="4"`,
        ),
      ]}${button(t('Search'), 'quiet')}</form></details>`,
    )}${
      more.orders === undefined
        ? card(
            t('From {from} to {to}', { from: search.from, to: search.to }),
            found.length === 0
              ? html`<p>${t('There are no such payments.')}</p>`
              : transactionTable(ui, t('Payments'), found),
            more.isCut && html`<p class="hint">${t('Only the newest are shown. Search for fewer days.')}</p>`,
          )
        : card(
            t('Found orders'),
            html`<ul>${more.orders.map((code) => html`<li><a href="${link(ui, 'orders', code)}"><code>${code}</code></a></li>`)}</ul>`,
          )
    }`,
  };
}

/** Shows what waits for a person. */
export function attentionPage(ui: Ui, found: Attention, lines: readonly PayoutLine[]): Page {
  const { deadLetters, actions, calls, sales, splits } = found;
  const list = (title: PageText, rows: readonly Html[], hint?: PageText): Html | false =>
    rows.length > 0 &&
    card(
      title,
      hint !== undefined && html`<p class="hint">${hint}</p>`,
      html`<ul class="log">${rows.map((row) => html`<li>${row}</li>`)}</ul>`,
    );
  return {
    title: t('Needs a person'),
    body: html`<h1>${t('Needs a person')}</h1>${
      found.count + lines.length === 0 && card(null, html`<p>${t('Nothing needs you.')}</p>`)
    }${[
      list(
        t('Outcome unknown'),
        actions.map(
          (one) =>
            html`<a href="${link(ui, 'actions', one.id)}">${actionName(one)}</a> ${label(actionLabel(one))}`,
        ),
      ),
      list(
        t('Calls of the application whose outcome is unknown'),
        calls.map(({ key, operation, sentAt }) => html`<code>${key}</code> ${operation} ${time(sentAt)}`),
        t('The application calls again with the same key.'),
      ),
      list(
        t('Dead letters'),
        deadLetters.map(
          (one) =>
            html`<a href="${link(ui, 'dead-letters', one.id)}">${eventName(one)}</a> ${time(one.deadLetteredAt)}<br><span class="hint">${one.error}</span>`,
        ),
      ),
      list(
        t('Sales at terminals'),
        sales.map(
          (one) => html`${saleWords(one)} ${one.reference}<br><span class="hint">${one.message}</span>`,
        ),
      ),
      list(
        t('Splits that do not add up'),
        splits.map(
          ({ transactionId, isOpen, unattributed }) =>
            html`<code>${transactionId}</code> ${isOpen ? t('A movement is not finished.') : ''} ${
              unattributed > 0
                ? t('No seller has returned {amount} minor units.', { amount: unattributed })
                : ''
            }`,
        ),
      ),
      list(
        t('Payouts that do not add up'),
        lines.map(
          ({ day, amount, currencyCode, reason }) => html`${day} ${money(amount, currencyCode)} ${reason}`,
        ),
      ),
    ]}`,
  };
}

export const eventName = ({ delivery: { event } }: PayDeadLetter): string =>
  `${event.eventTypeId} ${event.name ?? ''}`;

/** Members of an event that are no personal data. */
const SAFE =
  /^(TransactionId|ParentId|OrderCode|Amount|CurrencyCode|StatusId|MerchantTrns|InsDate|TransactionTypeId|TerminalId|SessionId)$/;
export const safeMembers = ({ delivery: { event } }: PayDeadLetter): [string, string][] =>
  Object.entries(event.data).flatMap(([name, value]) =>
    SAFE.test(name) && ['string', 'number'].includes(typeof value)
      ? [[name, String(value as string)] as [string, string]]
      : [],
  );

/** Shows a dead letter without personal data. */
export function deadLetterPage(ui: Ui, letter: PayDeadLetter): Page {
  const { id, error, reason, attempts, receivedAt, deadLetteredAt } = letter;
  const code = safeMembers(letter).find(([name]) => name === 'OrderCode')?.[1];
  const mayReplay = ui.person.replay === true;
  return {
    title: t('Dead letter {id}', { id }),
    body: card(
      null,
      html`<h1>${eventName(letter)}</h1>`,
      html`<p class="problem">${error}</p>`,
      facts([
        [
          t('Reason'),
          reason === 'crashed' ? t('The process ended while it was handled.') : t('Its handler failed.'),
        ],
        [t('Attempts'), attempts],
        [t('Received'), time(receivedAt)],
        [t('Given up'), time(deadLetteredAt)],
        ...safeMembers(letter).map(([name, value]) => [t(name), html`<code>${value}</code>`] as const),
      ]),
      code !== undefined && html`<p><a href="${link(ui, 'orders', code)}">${t('The payment')}</a></p>`,
      mayReplay
        ? html`<div class="row">${form(ui, link(ui, 'dead-letters', id, 'replay'), button(t('Replay')))}${form(
            ui,
            link(ui, 'dead-letters', id, 'discard'),
            button(t('Discard'), 'quiet'),
          )}</div>`
        : html`<p class="hint">${t('You may look, and not act.')}</p>`,
    ),
  };
}

const SALES: Readonly<Record<PaySale['state'], Label>> = {
  open: [t('In progress'), 'wait'],
  paid: [t('Paid'), 'good'],
  'not-paid': [t('Not paid'), 'plain'],
  'needs-a-person': [t('Needs a person'), 'bad'],
};
const saleWords = ({ amount, tip, currencyCode, state, terminalId }: PaySale): Html =>
  html`${money(amount + tip, currencyCode)} ${label(SALES[state])} ${t('Terminal {id}', { id: terminalId })}`;

/** Lists sales of today. */
export function tillPage(ui: Ui, sales: readonly PaySale[]): Page {
  return {
    title: t('Terminals'),
    body: html`<h1>${t('Sales of today')}</h1>${card(
      null,
      sales.length === 0
        ? html`<p>${t('There are no sales yet.')}</p>`
        : table(
            t('Sales of today'),
            [[t('Sale')], [t('Reference')], [t('Time')], [t('Message')]],
            sales.map((one) => [saleWords(one), one.reference, time(one.createdAt), one.message]),
          ),
    )}`,
  };
}

const SUBSCRIPTIONS: Readonly<Record<PaySubscription['state'], Label>> = {
  pending: [t('First payment missing'), 'wait'],
  active: [t('Active'), 'good'],
  past_due: [t('Charge failed'), 'bad'],
  paused: [t('Paused'), 'plain'],
  ended: [t('Ended'), 'plain'],
};

/** Lists subscriptions, the one that is due first at the top. */
export function subscriptionsPage(ui: Ui, subscriptions: readonly PaySubscription[]): Page {
  return {
    title: t('Subscriptions'),
    body: html`<h1>${t('Subscriptions')}</h1>${card(
      null,
      table(
        t('Subscriptions'),
        [[t('Subscription')], [t('State')], [t('Due')], [t('Price in minor units'), true]],
        subscriptions.map(({ id, state, checkoutUrl, periodStart, amount, currencyCode }) => [
          html`<code>${id}</code>`,
          html`${label(SUBSCRIPTIONS[state])}${checkoutUrl !== null && state !== 'pending' && html` ${label([t('Card needed'), 'bad'])}`}`,
          periodStart && time(periodStart),
          currencyCode === undefined ? amount : money(amount, currencyCode),
        ]),
      ),
    )}`,
  };
}

/** Shows the balances of the sellers. */
export function splitsPage(ui: Ui, { platform, sellers, unattributed }: PaySplitBooks): Page {
  return {
    title: t('Sellers'),
    body: html`<h1>${t('Balances of the sellers')}</h1>${card(
      null,
      facts([
        [t('Platform, in minor units'), platform],
        [t('Not returned by any seller'), unattributed > 0 && unattributed],
      ]),
      table(
        t('Balances of the sellers'),
        [[t('Seller')], [t('Balance in minor units'), true]],
        sellers.map(({ connectedAccountId, balance }) => [html`<code>${connectedAccountId}</code>`, balance]),
      ),
    )}`,
  };
}
