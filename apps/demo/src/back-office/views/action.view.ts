import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { code, copyButton, factList, postButton, statusLabel, type Tone } from '../../views/parts.js';
import { ActionKind, isOnReservation, type Action, type ActionState } from '../action.js';
import type { Reading, TransactionRecords } from '../payment-records.js';
import { backOfficePage, failureDetails } from './back-office.view.js';
import { relatedTransactions, remainingFacts } from './records.view.js';
import { amountIn } from './transaction-words.js';

/** An action with the service's current records. */
export interface ActionView {
  readonly action: Action;
  readonly records: Reading<TransactionRecords>;
  /** Whether the operator may say that the action did not happen. */
  readonly canDismiss: boolean;
}

const NAMES: Readonly<Record<ActionKind, string>> = {
  [ActionKind.Refund]: 'Refund',
  [ActionKind.Void]: 'Void',
  [ActionKind.Capture]: 'Capture',
  [ActionKind.Release]: 'Release',
};

/** Names an action: `Refund €12.50`. */
export function actionName({ kind, amount, basis }: Action): string {
  return `${NAMES[kind]} ${amountIn(amount, basis.currencyCode)}`;
}

/** Names an action's state. */
export function actionStatus(state: ActionState): { readonly label: string; readonly tone: Tone } {
  switch (state.kind) {
    case 'planned':
      return { label: 'Waiting for your confirmation', tone: 'neutral' };
    case 'sending':
      return { label: 'Being sent', tone: 'waiting' };
    case 'done':
      return { label: 'Done', tone: 'good' };
    case 'rejected':
      return { label: state.failure.error.outcome === 'not-sent' ? 'Not sent' : 'Refused', tone: 'bad' };
    case 'withheld':
      return { label: 'Not sent', tone: 'bad' };
    case 'unknown':
      return { label: 'Outcome unknown', tone: 'waiting' };
    case 'dismissed':
      return { label: 'Did not happen', tone: 'neutral' };
  }
}

/** Shows an action: its confirmation, then its outcome, with the service's records. */
export function actionView(view: ActionView): PageView {
  const { action, records } = view;
  const status = actionStatus(action.state);
  const name = actionName(action);
  const page = backOfficePage({
    title: `${status.label}: ${name}`,
    orderCode: action.orderCode,
    body: html`<div class="columns">
        <section class="card status ${status.tone}">
          <h1>${name}</h1>
          <p>${statusLabel(status)}</p>
          ${outcome(view)}
          ${factList([
            ['Card', action.card === null ? null : code(action.card)],
            ['Order', html`${code(action.orderCode)} ${copyButton('order code', action.orderCode)}`],
            ['Reference', html`${code(action.id)} ${copyButton('reference', action.id)}`],
          ])}
        </section>
        <section class="card">
          <h2>${records.success ? 'The service’s records, read just now' : 'The records could not be read'}</h2>
          ${records.success ? remainingFacts(records.data) : records.failure && failureDetails(records.failure)}
          <p class="actions"><a href="/back-office/transactions/${action.transactionId}">To the transaction</a></p>
        </section>
      </div>
      ${records.success ? relatedTransactions(records.data) : null}`,
  });
  return action.state.kind === 'sending'
    ? { ...page, head: html`<meta http-equiv="refresh" content="2" />` }
    : page;
}

function outcome({ action, canDismiss }: ActionView): Html {
  const { state } = action;
  switch (state.kind) {
    case 'planned':
      return confirmation(action);
    case 'sending':
      return html`<p>This page updates itself. If it does not change, the shop was stopped meanwhile: ask again.</p>
        ${askAgain(action.id)}`;
    case 'done':
      return state.transactionId === null
        ? html`<p>The outcome was unknown, and you found that it happened.</p>`
        : html`<p>The payment service confirmed it.</p>
            <p><a href="/back-office/transactions/${state.transactionId}">The new transaction</a></p>`;
    case 'rejected':
      return html`<p>
          ${
            state.failure.error.outcome === 'not-sent'
              ? 'The request was not sent: nothing happened.'
              : 'The payment service refused. No money moved.'
          }
        </p>
        ${failureDetails(state.failure)}`;
    case 'withheld':
      return html`<p>${state.why}</p>
        <p><strong>Nothing was sent.</strong> Look at the transaction and decide again.</p>`;
    case 'unknown':
      return unknownOutcome(action, failureDetails(state.failure), canDismiss);
    case 'dismissed':
      return html`<p>The outcome was unknown, and you found that it did not happen. You can do it again.</p>`;
  }
}

function confirmation(action: Action): Html {
  return html`<p>${effect(action)}</p>
    <form class="actions" action="/back-office/actions/${action.id}/confirm" method="post">
      <button type="submit">Yes: ${actionName(action)}</button>
      <a href="/back-office/transactions/${action.transactionId}">No, go back</a>
    </form>
    <p class="hint">It happens once, however often you click.</p>`;
}

function effect({ kind, amount, basis }: Action): string {
  const { currencyCode } = basis;
  const rest = (isOnReservation(kind) ? basis.capturable : basis.refundable) - amount;
  switch (kind) {
    case ActionKind.Refund:
      return rest === 0
        ? 'The customer gets back everything that is left of the payment.'
        : `${amountIn(rest, currencyCode)} of the payment stays with you.`;
    case ActionKind.Void:
      return 'The payment is voided: the customer gets everything back. If it clears first, the service refunds it instead.';
    case ActionKind.Capture:
      return rest === 0
        ? 'Everything that is held is captured.'
        : `The other ${amountIn(rest, currencyCode)} is released: a reservation is captured once, so you cannot capture it later.`;
    case ActionKind.Release:
      return 'Nothing is captured, and everything that is held is released.';
  }
}

function askAgain(id: string): Html {
  return html`<div class="actions">${postButton(`/back-office/actions/${id}/confirm`, 'Ask again', { quiet: false })}</div>`;
}

function unknownOutcome({ id }: Action, failure: Html, canDismiss: boolean): Html {
  return html`<p>
      The payment service gave no clear response. <strong>It may have happened.</strong> Asking again cannot do it twice.
    </p>
    ${failure}
    <h2>What to do</h2>
    <ol>
      <li>
        Ask again. The service’s records are read first. The request is sent again only if they show no trace of it 15
        minutes after it was sent.
      </li>
      <li>Look the order up in the service’s banking app: a new transaction with this reference is this one.</li>
      <li>Ask the service’s support, with the numbers on this page.</li>
    </ol>
    ${askAgain(id)}
    <form class="actions" action="/back-office/actions/${id}/resolve" method="post">
      <button class="quiet" name="happened" value="yes" type="submit">I checked: it happened</button>
      ${
        canDismiss
          ? html`<button class="quiet" name="happened" value="no" type="submit">I checked: it did not happen</button>`
          : null
      }
    </form>
    ${
      canDismiss
        ? null
        : html`<p class="hint">
          Ten minutes after it was sent, you can say that it did not happen. Until then the service may still carry it out.
        </p>`
    }`;
}
