import { toMajorUnits } from 'nestjs-pay';
import type { LegacyTransaction } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import {
  amountField,
  code,
  copyButton,
  factList,
  hiddenFields,
  postButton,
  problemNote,
  statusLabel,
} from '../../views/parts.js';
import { ActionKind, isOpen, type Action } from '../action.js';
import { canBeVoided } from '../action-plan.js';
import type { TransactionRecords } from '../payment-records.js';
import { actionName, actionStatus } from './action.view.js';
import { backOfficePage } from './back-office.view.js';
import { captureLink, captureOf, relatedTransactions, remainingFacts } from './records.view.js';
import {
  amountIn,
  serviceAmount,
  serviceTime,
  statusContext,
  transactionStatus,
  typeWords,
} from './transaction-words.js';

/** Content of a transaction's page. */
export interface TransactionPage {
  readonly records: TransactionRecords;
  /** Actions of this back office on it, oldest first. */
  readonly actions: readonly Action[];
  /** Why the action that was entered is not possible. */
  readonly problem?: string;
  readonly entered?: string;
}

/** Shows a transaction, its remaining amounts, related transactions and possible actions. */
export function transactionView(page: TransactionPage): PageView {
  const { records, actions } = page;
  const { transaction, ofOrder } = records;
  const type = transaction.TransactionType.TransactionTypeId;
  const name = typeWords(type);
  const context = statusContext(transaction.TransactionId, ofOrder);
  return backOfficePage({
    title: `${name} ${transaction.TransactionId}`,
    orderCode: transaction.Order.OrderCodeText,
    body: html`<h1>${name} ${serviceAmount(transaction.Amount, transaction.CurrencyCode)}</h1>
      <div class="columns">
        <section class="card">
          <h2>${transactionStatus(transaction.StatusId, type, context)}</h2>
          ${facts(transaction)} ${remainingFacts(records)}
        </section>
        ${actionCards(page)}
      </div>
      ${relatedTransactions(records)}
      ${actions.length === 0 ? null : actionLog(actions)}`,
  });
}

function facts(transaction: LegacyTransaction): Html {
  const { TransactionId, ParentId, CreditCard, Payment, Order, ClearanceDate } = transaction;
  const holder = [CreditCard.CardType.Name, CreditCard.CardHolderName].filter(Boolean).join(', ');
  const link = (folder: string, id: string): Html =>
    html`<a class="code" href="/back-office/${folder}/${id}">${id}</a>`;
  return factList([
    ['Transaction', html`${code(TransactionId)} ${copyButton('transaction ID', TransactionId)}`],
    ['Order', html`${link('orders', Order.OrderCodeText)} ${copyButton('order code', Order.OrderCodeText)}`],
    ['Related to', ParentId === null ? null : link('transactions', ParentId)],
    ['Card', CreditCard.Number === null ? null : html`${code(CreditCard.Number)} ${holder}`],
    ['Customer', [Payment.FullName, Payment.Email].filter(Boolean).join(', ')],
    ['Purpose', transaction.CustomerTrns],
    ['Reference', transaction.MerchantTrns],
    ['Created', serviceTime(transaction.InsDate)],
    ['Cleared', ClearanceDate === null ? 'Not yet' : serviceTime(ClearanceDate)],
  ]);
}

function actionCards({ records, actions, problem, entered }: TransactionPage): Html {
  const open = actions.find(isOpen);
  if (open !== undefined) {
    return html`<section class="card status waiting">
      ${problemNote(problem)}
      <h2>${actionName(open)}: outcome unknown</h2>
      <p>Nothing else can be done with this transaction until the outcome is known.</p>
      <p class="actions"><a class="button" href="/back-office/actions/${open.id}">Find out</a></p>
    </section>`;
  }
  const { refundable = 0, capturable = 0 } = records.remaining ?? {};
  return html`<div>
    ${problemNote(problem)}
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
          : html`The held amount was captured. To refund it, go to ${captureLink(capture)}.`
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
          It has not cleared: you can void all of it now. Whether you can refund a part before it clears depends on the
          account.
        </p>`
        : null
    }
    ${amountForm(id, { kind: ActionKind.Refund, label: 'Amount to refund', most: all, button: 'Refund this amount', entered })}
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
    <h2>Capture the held amount, or release it</h2>
    <p class="hint">You can capture once. The rest is released.</p>
    ${amountForm(id, { kind: ActionKind.Capture, label: 'Amount to capture', most, button: 'Capture this amount', entered })}
    ${wholeForm(id, ActionKind.Release, '', `Release all ${amountIn(capturable, currency)}`)}
  </section>`;
}

interface AmountForm {
  readonly kind: ActionKind;
  readonly label: string;
  /** Major units. */
  readonly most: string;
  readonly button: string;
  readonly entered: string | undefined;
}

// On a phone, the form is far down: the browser scrolls to the problem.
const formAddress = (id: string): string => `/back-office/transactions/${id}/actions#problem`;

function amountForm(id: string, { kind, label, most, button, entered = '' }: AmountForm): Html {
  const hint = `At most ${most}. You confirm it on the next page.`;
  return html`<form action="${formAddress(id)}" method="post">
    ${hiddenFields({ kind })}${amountField(label, entered, undefined, hint)}
    <p class="actions"><button type="submit">${button}</button></p>
  </form>`;
}

function wholeForm(id: string, kind: ActionKind, amount: string, button: string): Html {
  return html`<div class="actions">${postButton(formAddress(id), button, { fields: { kind, amount } })}</div>`;
}

function actionLog(actions: readonly Action[]): Html {
  return html`<section class="card" aria-labelledby="log">
    <h2 id="log">Done from this back office</h2>
    <ul class="log">
      ${actions.map(
        (action) =>
          html`<li>
            <a href="/back-office/actions/${action.id}">${actionName(action)}</a> ${statusLabel(actionStatus(action.state))}
          </li>`,
      )}
    </ul>
  </section>`;
}
