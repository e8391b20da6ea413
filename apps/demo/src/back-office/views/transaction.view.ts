import { toMajorUnits } from 'nestjs-pay';
import type { LegacyTransaction } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { ActionKind, actionState, isOpen, type Action } from '../actions/action.js';
import { canBeVoided } from '../actions/action-plan.js';
import type { TransactionRecords } from '../payment-records.js';
import { actionName, stateWords } from './action-words.js';
import { backOfficePage, factList } from './back-office.view.js';
import { captureLink, captureOf, relatedTransactions, remainingFacts } from './records.view.js';
import {
  amountIn,
  serviceAmount,
  serviceTime,
  statusContext,
  statusLabel,
  typeWords,
} from './transaction-words.js';

/** What the page of a transaction shows besides the records. */
export interface TransactionPage {
  readonly records: TransactionRecords;
  /** This back office's actions on it, oldest first. */
  readonly actions: readonly Action[];
  /** Milliseconds. */
  readonly now: number;
  /** What is wrong with what was asked for. */
  readonly problem?: string;
  readonly entered?: string;
}

/** One transaction: what it is, what is left of it, what is related to it, and what can be done. */
export function transactionView(page: TransactionPage): PageView {
  const { records, actions, now } = page;
  const { transaction, ofOrder } = records;
  const type = transaction.TransactionType.TransactionTypeId;
  const name = typeWords(type);
  return backOfficePage({
    title: `${name} ${transaction.TransactionId}`,
    body: html`<h1>${name} ${serviceAmount(transaction.Amount, transaction.CurrencyCode)}</h1>
      <div class="columns">
        <section class="card">
          <h2>${statusLabel(transaction.StatusId, type, statusContext(transaction.TransactionId, ofOrder))}</h2>
          ${facts(transaction)} ${remainingFacts(records)}
        </section>
        ${actionCards(page)}
      </div>
      ${relatedTransactions(records)}
      ${actions.length === 0 ? null : actionLog(actions, now)}`,
  });
}

function facts(transaction: LegacyTransaction): Html {
  const { ParentId, CreditCard, Payment, Order, ClearanceDate } = transaction;
  const holder = [CreditCard.CardType.Name, CreditCard.CardHolderName].filter(Boolean).join(', ');
  return factList([
    ['Transaction', html`<span class="code">${transaction.TransactionId}</span>`],
    [
      'Order',
      html`<a class="code" href="/back-office/orders/${Order.OrderCodeText}">${Order.OrderCodeText}</a>`,
    ],
    ParentId === null
      ? ['Related to', null]
      : ['Related to', html`<a class="code" href="/back-office/transactions/${ParentId}">${ParentId}</a>`],
    [
      'Card',
      CreditCard.Number === null ? null : html`<span class="code">${CreditCard.Number}</span> ${holder}`,
    ],
    ['Customer', [Payment.FullName, Payment.Email].filter(Boolean).join(', ')],
    ['For', transaction.CustomerTrns],
    ['Reference', transaction.MerchantTrns],
    ['Created', serviceTime(transaction.InsDate)],
    ['Cleared', ClearanceDate === null ? 'Not yet' : serviceTime(ClearanceDate)],
  ]);
}

function actionCards({ records, actions, problem, entered }: TransactionPage): Html | null {
  const complaint =
    problem === undefined ? null : html`<p class="problem" role="alert" id="problem">${problem}</p>`;
  const open = actions.find(isOpen);
  if (open !== undefined) {
    return html`<section class="card status waiting">
      ${complaint}
      <h2>${actionName(open)}: no known outcome</h2>
      <p>Nothing else can be done with this transaction until that is settled.</p>
      <p class="actions"><a class="button" href="/back-office/actions/${open.id}">Settle it</a></p>
    </section>`;
  }
  const { refundable = 0, capturable = 0 } = records.remaining ?? {};
  return html`<div>
    ${complaint}
    ${capturable > 0 ? reservationForms(records, capturable, entered) : null}
    ${refundable > 0 ? refundForms(records, refundable, entered) : null}
    ${refundable + capturable === 0 ? nothingToDo(records) : null}
  </div>`;
}

function nothingToDo(records: TransactionRecords): Html {
  const capture = captureOf(records);
  return html`<section class="card">
    <p>
      ${
        capture === undefined
          ? 'There is nothing to refund or to capture.'
          : html`What was held has been captured. To refund it, go to ${captureLink(capture)}.`
      }
    </p>
  </section>`;
}

function refundForms(records: TransactionRecords, refundable: number, entered: string | undefined): Html {
  const { CurrencyCode: currency, TransactionId: id } = records.transaction;
  const all = toMajorUnits(refundable, currency);
  const voidable = canBeVoided(records);
  return html`<section class="card">
    <h2>Refund</h2>
    ${
      voidable
        ? html`<p class="hint">
          It has not cleared: all of it can be voided now. Whether a part can be refunded before it clears depends on
          the account.
        </p>`
        : null
    }
    ${amountForm({ id, kind: ActionKind.Refund, label: 'Amount to refund', most: all, button: 'Refund this amount', entered })}
    ${
      voidable
        ? wholeForm(id, ActionKind.Void, '', `Void all ${amountIn(refundable, currency)}`)
        : wholeForm(id, ActionKind.Refund, all, `Refund all ${amountIn(refundable, currency)}`)
    }
  </section>`;
}

function reservationForms(
  records: TransactionRecords,
  capturable: number,
  entered: string | undefined,
): Html {
  const { CurrencyCode: currency, TransactionId: id } = records.transaction;
  const most = toMajorUnits(capturable, currency);
  return html`<section class="card">
    <h2>Capture what is held, or release it</h2>
    <p class="hint">It can be captured once. What you do not capture is released.</p>
    ${amountForm({ id, kind: ActionKind.Capture, label: 'Amount to capture', most, button: 'Capture this amount', entered })}
    ${wholeForm(id, ActionKind.Release, '', `Release all ${amountIn(capturable, currency)}`)}
  </section>`;
}

interface AmountForm {
  readonly id: string;
  readonly kind: ActionKind;
  readonly label: string;
  /** MAJOR units. */
  readonly most: string;
  readonly button: string;
  readonly entered: string | undefined;
}

function amountForm({ id, kind, label, most, button, entered }: AmountForm): Html {
  return html`<form action="/back-office/transactions/${id}/actions#problem" method="post">
    <input type="hidden" name="kind" value="${kind}" />
    <p class="field">
      <label for="amount">${label}</label>
      <input id="amount" name="amount" inputmode="decimal" autocomplete="off" required value="${entered}" aria-describedby="most" />
      <span class="hint" id="most">At most ${most}. You confirm it on the next page.</span>
    </p>
    <p class="actions"><button type="submit">${button}</button></p>
  </form>`;
}

function wholeForm(id: string, kind: ActionKind, amount: string, button: string): Html {
  return html`<form action="/back-office/transactions/${id}/actions#problem" method="post">
    <input type="hidden" name="kind" value="${kind}" />
    <input type="hidden" name="amount" value="${amount}" />
    <p class="actions"><button class="quiet" type="submit">${button}</button></p>
  </form>`;
}

function actionLog(actions: readonly Action[], now: number): Html {
  return html`<section class="card" aria-labelledby="log">
    <h2 id="log">Done from this back office</h2>
    <ul class="log">
      ${actions.map((action) => {
        const { label, tone } = stateWords(actionState(action, now));
        return html`<li>
          <a href="/back-office/actions/${action.id}">${actionName(action)}</a>
          <span class="label ${tone}">${label}</span>
        </li>`;
      })}
    </ul>
  </section>`;
}
