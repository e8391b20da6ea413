import { formatAmount } from '../checkout/amount-text.js';
import { eventText } from '../domain/issuer.js';
import { SESSION_TEXTS, type TerminalRequestKind, type TerminalSession } from '../domain/terminal-session.js';
import { uidOf } from '../domain/signed-sale.js';
import { html, type Html } from '../http/html.js';
import type { TerminalScreen } from './terminal.model.js';

/** Text for the customer by kind of request. */
const REQUESTS: Readonly<Record<TerminalRequestKind, { readonly asks: string; readonly done: string }>> = {
  sale: { asks: 'Please pay', done: 'Approved' },
  preauth: { asks: 'Please authorize', done: 'Authorized' },
  capture: { asks: 'Capture', done: 'Captured' },
  refund: { asks: 'Refund', done: 'Refunded' },
  'unreferenced-refund': { asks: 'Refund to your card', done: 'Refunded' },
  'fast-refund': { asks: 'Refund to your card', done: 'Refunded' },
  rebate: { asks: 'Rebate to your card', done: 'Paid to your card' },
};

const OUT = { off: 'Switched off', 'not-live': 'Out of service' } as const;

/** Formats the screen as one line for lists. */
export function screenSummary(screen: TerminalScreen): string {
  switch (screen.shows) {
    case 'nothing':
      return OUT[screen.because];
    case 'ready':
      return 'Ready';
    case 'request':
      return `Waits for a card: ${total(screen.session)}`;
    case 'work':
      return `Works: ${total(screen.session)}`;
    case 'result':
      return `Ready. Last: ${outcome(screen.session)}, ${total(screen.session)}`;
  }
}

/** Renders the screen of a terminal. */
export function screenView(screen: TerminalScreen): Html {
  switch (screen.shows) {
    case 'nothing':
      return html`<p class="state">${OUT[screen.because]}</p><p>The terminal receives no requests.</p>`;
    case 'ready':
      return html`<p class="state">Ready</p><p>Waiting for a request from the cash register.</p>`;
    case 'request':
      return html`<p class="state">${REQUESTS[screen.session.kind].asks}</p>
${amountView(screen.session)}
${fiscalView(screen.session)}
<p>Present, insert or swipe card</p>`;
    case 'work':
      return html`<p class="state">Please wait</p>
${amountView(screen.session)}
<p>${screen.session.card === null ? 'Looking up the payment' : 'Authorizing'}</p>`;
    case 'result':
      return html`<p class="state ${screen.session.state === 'approved' ? 'good' : 'bad'}">${outcome(screen.session)}</p>
${amountView(screen.session)}
<p>${reason(screen.session)}</p>
${fiscalView(screen.session)}`;
  }
}

/** Renders what the terminal shows of a fiscal sale, and why it did not take one. */
function fiscalView({ aade, aadeTransactionId, autonomous, fiscalProblem }: TerminalSession): Html {
  const uid = uidOf(aade?.aadeProviderSignatureData ?? '');
  const provider = aade?.aadeProviderId;
  return html`${provider !== undefined && html`<p class="fiscal">Fiscal sale · provider ${provider}${uid !== undefined && html`<br>UID <span class="code">${uid}</span>`}</p>`}${
    autonomous === true && html`<p class="fiscal">Sold without connection and signature</p>`
  }${aadeTransactionId !== undefined && html`<p class="fiscal">Payment ID <span class="code">${aadeTransactionId}</span></p>`}${
    fiscalProblem !== undefined && html`<p class="fiscal bad">${fiscalProblem}</p>`
  }`;
}

function amountView(session: TerminalSession): Html {
  const { tipAmount, currencyCode, customerTrns } = session;
  return html`<p class="amount">${total(session)}</p>
${tipAmount > 0 && html`<p>with a tip of ${formatAmount(tipAmount, currencyCode, 'en-GB')}</p>`}
${customerTrns !== null && customerTrns !== '' && html`<p class="text">${customerTrns}</p>`}`;
}

function total({ amount, tipAmount, currencyCode }: TerminalSession): string {
  return formatAmount(amount + tipAmount, currencyCode, 'en-GB');
}

function outcome({ kind, state }: TerminalSession): string {
  switch (state) {
    case 'approved':
      return REQUESTS[kind].done;
    case 'declined':
      return 'Declined';
    case 'cancelled':
      return 'Canceled';
    case 'timed-out':
      return 'Timed out';
    case 'aborted':
      return 'Aborted';
    default:
      return 'Not done';
  }
}

function reason({ eventId, transactionEventId, card }: TerminalSession): string {
  const text = transactionEventId > 0 ? eventText(transactionEventId) : SESSION_TEXTS[eventId];
  return card === null ? text : `${text} · ${card.scheme} ${card.number}`;
}
