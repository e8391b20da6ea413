import { formatAmount } from '../checkout/amount-text.js';
import { eventText } from '../domain/issuer.js';
import { SESSION_TEXTS, type SessionState, type TerminalRequestKind } from '../domain/terminal-session.js';
import { uidOf } from '../domain/signed-sale.js';
import { html, type Html } from '../http/html.js';
import type { TerminalScreen, TerminalSession } from './terminal.model.js';

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
const FAILED: Readonly<Partial<Record<SessionState, string>>> = {
  declined: 'Declined',
  cancelled: 'Canceled',
  'timed-out': 'Timed out',
  aborted: 'Aborted',
};
/** What a screen says without a request. */
const WITHOUT_REQUEST = {
  off: ['Switched off', 'The terminal receives no requests.'],
  'not-live': ['Out of service', 'The terminal receives no requests.'],
  ready: ['Ready', 'Waiting for a request from the cash register.'],
} as const;

/** Renders the screen of a terminal. */
export function screenView(screen: TerminalScreen): Html {
  const { state, text, look } = screenTexts(screen);
  const { session } = screen;
  return html`<p class="state ${look}">${state}</p>
${session && amountView(session)}
<p>${text}</p>
${session && fiscalView(session)}`;
}

function screenTexts({ shows, session }: TerminalScreen): {
  readonly state: string;
  readonly text: string;
  readonly look?: 'good' | 'bad';
} {
  if (session === undefined) {
    const [state, text] = WITHOUT_REQUEST[shows];
    return { state, text };
  }
  if (shows === 'request')
    return { state: REQUESTS[session.kind].asks, text: 'Present, insert or swipe card' };
  if (shows === 'work')
    return { state: 'Please wait', text: session.card === null ? 'Looking up the payment' : 'Authorizing' };
  return { state: outcome(session), text: reason(session), look: outcomeLook(session) };
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

/** Formats the amount of a session with its tip. */
export function total({
  amount,
  tipAmount,
  currencyCode,
}: Pick<TerminalSession, 'amount' | 'tipAmount' | 'currencyCode'>): string {
  return formatAmount(amount + tipAmount, currencyCode, 'en-GB');
}

/** Returns how a session ended. */
export function outcome({ kind, state }: TerminalSession): string {
  return state === 'approved' ? REQUESTS[kind].done : (FAILED[state] ?? 'Not done');
}

/** Returns the visual style of how a session ended. */
export const outcomeLook = ({ state }: TerminalSession): 'good' | 'bad' =>
  state === 'approved' ? 'good' : 'bad';

function reason({ eventId, transactionEventId, card }: TerminalSession): string {
  const text = transactionEventId > 0 ? eventText(transactionEventId) : SESSION_TEXTS[eventId];
  return card === null ? text : `${text} · ${card.scheme} ${card.number}`;
}
