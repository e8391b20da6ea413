import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import type { ActionLook } from '../actions/action.service.js';
import type { Action, ActionState } from '../actions/action.js';
import { actionEffect, actionName, stateWords } from './action-words.js';
import { backOfficePage, factList } from './back-office.view.js';
import { failureDetails } from './failure.view.js';
import { relatedTransactions, remainingFacts } from './records.view.js';

/** One action: its confirmation, then what became of it, beside the service's records as they are now. */
export function actionView(look: ActionLook): PageView {
  const { action, state, records } = look;
  const { label, tone } = stateWords(state);
  const name = actionName(action);
  const page = backOfficePage({
    title: `${label}: ${name}`,
    body: html`<div class="columns">
        <section class="card status ${tone}">
          <h1>${name}</h1>
          <p><span class="label ${tone}">${label}</span></p>
          ${outcome(look)}
          ${factList([
            ['Card', action.card === null ? null : html`<span class="code">${action.card}</span>`],
            ['Order', html`<span class="code">${action.orderCode}</span>`],
            ['Reference', html`<span class="code">${action.id}</span>`],
          ])}
        </section>
        <section class="card">
          <h2>${records.success ? 'The service’s records, read just now' : 'The records could not be read'}</h2>
          ${records.success ? remainingFacts(records.data) : failureDetails(records)}
          <p class="actions"><a href="/back-office/transactions/${action.transactionId}">To the transaction</a></p>
        </section>
      </div>
      ${records.success ? relatedTransactions(records.data) : null}`,
  });
  // While it is under way the page looks again by itself; it sends nothing.
  return state.kind === 'sending' ? { ...page, head: html`<meta http-equiv="refresh" content="2" />` } : page;
}

function outcome(look: ActionLook): Html {
  const { action, state } = look;
  switch (state.kind) {
    case 'planned':
      return confirmation(action);
    case 'sending':
      return html`<p>It was sent once. This page looks again by itself.</p>`;
    case 'done':
      return done(state);
    case 'refused':
      return html`<p>
          ${
            state.failure.error.outcome === 'not-sent'
              ? 'The request did not leave: nothing happened.'
              : 'The payment service refused. No money moved.'
          }
        </p>
        ${failureDetails(state.failure)}`;
    case 'withheld':
      return html`<p>${state.why}</p>
        <p><strong>Nothing was sent.</strong> Look at the transaction and decide again.</p>`;
    case 'unknown':
      return unknownOutcome(look, state);
    case 'dismissed':
      return html`<p>There was no clear answer, and you found that it did not happen. You may do it anew.</p>`;
  }
}

function confirmation(action: Action): Html {
  return html`<p>${actionEffect(action)}</p>
    <form class="actions" action="/back-office/actions/${action.id}/confirm" method="post">
      <button type="submit">Yes: ${actionName(action)}</button>
      <a href="/back-office/transactions/${action.transactionId}">No, go back</a>
    </form>
    <p class="hint">It is sent once, however often you click.</p>`;
}

function done({ transactionId, knownBy }: Extract<ActionState, { kind: 'done' }>): Html {
  const how = {
    answer: 'The payment service confirmed it.',
    records: 'The answer was lost, and the records show that it happened. It was sent once.',
    operator: 'There was no clear answer, and you found that it happened.',
  }[knownBy];
  return html`<p>${how}</p>
    ${
      transactionId === null
        ? null
        : html`<p><a href="/back-office/transactions/${transactionId}">The new transaction</a></p>`
    }`;
}

function unknownOutcome(
  { action, records, isDismissable }: ActionLook,
  { failure }: Extract<ActionState, { kind: 'unknown' }>,
): Html {
  return html`<p>
      The payment service gave no clear answer. <strong>It may have happened, so it is not sent again.</strong>
      ${records.success ? 'The records on this page do not show it.' : 'The records could not be read just now.'}
    </p>
    ${failure === null ? null : failureDetails(failure)}
    <h2>What to check</h2>
    <ol>
      <li>Read the records again. When they show it, this page says so.</li>
      <li>Look the order up in the service’s banking app: a new transaction with this reference is this one.</li>
      <li>Ask the service’s support, with the numbers on this page.</li>
    </ol>
    <p class="actions"><a class="button" href="/back-office/actions/${action.id}">Read the records again</a></p>
    <form class="actions" action="/back-office/actions/${action.id}/settle" method="post">
      <button class="quiet" name="happened" value="yes" type="submit">I checked: it happened</button>
      ${
        isDismissable
          ? html`<button class="quiet" name="happened" value="no" type="submit">I checked: it did not happen</button>`
          : null
      }
    </form>
    ${
      isDismissable
        ? null
        : html`<p class="hint">
          That it did not happen can be said ten minutes after it was sent: until then it could still be carried out.
        </p>`
    }`;
}
