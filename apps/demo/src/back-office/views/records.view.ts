import { OrderState, TransactionType } from 'nestjs-pay';
import type { LegacyTransaction, TransactionStatus } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { code, copyButton, factList } from '../../views/parts.js';
import { relatedTo, type OrderRecords, type TransactionRecords } from '../payment-records.js';
import { backOfficePage } from './back-office.view.js';
import {
  amountIn,
  serviceAmount,
  serviceTime,
  statusContext,
  transactionStatus,
  typeWords,
  type StatusContext,
} from './transaction-words.js';

/** A row of a table of transactions. */
export interface TransactionRow {
  readonly id: string;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly context: StatusContext;
  /** Major units. */
  readonly amount: number;
  /** ISO 4217 numeric. */
  readonly currency: string;
  readonly created: string;
  readonly orderCode: string;
}

/** Shows transactions with links to their pages. */
export function transactionTable(caption: string, transactions: readonly TransactionRow[]): Html {
  return html`<table class="records">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead>
      <tr>
        ${['Transaction', 'Status', 'Transaction ID', 'Order', 'Created'].map((name) => html`<th scope="col">${name}</th>`)}
        <th scope="col" class="sum">Amount</th>
      </tr>
    </thead>
    <tbody>
      ${transactions.map(
        ({ id, type, status, context, amount, currency, created, orderCode }) =>
          html`<tr>
            <td><a href="/back-office/transactions/${id}"><strong>${typeWords(type)}</strong></a></td>
            <td>${transactionStatus(status, type, context)}</td>
            <td>${shortCode('transaction ID', id)}</td>
            <td>
              <a href="/back-office/orders/${orderCode}"><span class="unseen">Order ${orderCode}</span><span class="code" aria-hidden="true">…${orderCode.slice(-6)}</span></a>
              ${copyButton('order code', orderCode)}
            </td>
            <td class="times">${serviceTime(created)}</td>
            <td class="sum">${serviceAmount(amount, currency)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Shows the first characters of an ID, and a button that copies all of it. */
const shortCode = (what: string, id: string): Html =>
  html`<span class="code" title="${id}">${id.slice(0, 8)}…</span>${copyButton(what, id)}`;

/** @param ofOrder - All transactions of the order. */
function rowsOf(
  transactions: readonly LegacyTransaction[],
  ofOrder: readonly LegacyTransaction[],
): TransactionRow[] {
  return transactions.map((one) => ({
    id: one.TransactionId,
    type: one.TransactionType.TransactionTypeId,
    status: one.StatusId,
    context: statusContext(one.TransactionId, ofOrder),
    amount: one.Amount,
    currency: one.CurrencyCode,
    created: one.InsDate,
    orderCode: one.Order.OrderCodeText,
  }));
}

/** Shows what can still be refunded or captured. */
export function remainingFacts(records: TransactionRecords): Html | null {
  const { remaining } = records;
  if (remaining === null) {
    return html`<p class="problem">
      The remaining amounts are unknown: the service’s list does not contain this transaction yet.
    </p>`;
  }
  const { refundable, capturable, currencyCode } = remaining;
  const capture = captureOf(records);
  return factList([
    [
      'Refundable',
      capture === undefined ? amountIn(refundable, currencyCode) : html`See ${captureLink(capture)}`,
    ],
    ['Capturable', amountIn(capturable, currencyCode)],
  ]);
}

/** Shows the refunds, voids and captures of a transaction. */
export function relatedTransactions({ transaction, ofOrder }: TransactionRecords): Html {
  const related = relatedTo(transaction.TransactionId, ofOrder);
  return html`<section class="card" aria-labelledby="related">
    <h2 id="related">Related transactions</h2>
    ${
      related.length === 0
        ? html`<p>None yet: no refund, void or capture.</p>`
        : transactionTable('Related transactions', rowsOf(related, ofOrder))
    }
  </section>`;
}

/** Finds the capture of a pre-authorisation. Only the capture can be refunded. */
export function captureOf({ transaction, ofOrder }: TransactionRecords): LegacyTransaction | undefined {
  return relatedTo(transaction.TransactionId, ofOrder).find(
    ({ TransactionType: type, StatusId }) =>
      type.TransactionTypeId === TransactionType.CardCapture && StatusId !== 'E',
  );
}

export function captureLink({ TransactionId, Amount, CurrencyCode }: LegacyTransaction): Html {
  return html`<a href="/back-office/transactions/${TransactionId}">the capture of ${serviceAmount(Amount, CurrencyCode)}</a>`;
}

const ORDER_STATES: Readonly<Record<number, string>> = {
  [OrderState.Pending]: 'Waiting for the customer',
  [OrderState.Expired]: 'Expired',
  [OrderState.Canceled]: 'Cancelled',
  [OrderState.Paid]: 'Paid, or reserved',
};

/** Shows an order of the payment service. @param page.currency - Of an order of this shop: an order names no currency. */
export function orderRecordsView(
  { order, transactions }: OrderRecords,
  page: { readonly paymentPage: string; readonly currency: string | undefined },
): PageView {
  const currency = transactions[0]?.CurrencyCode ?? page.currency;
  const { RequestAmount: amount } = order;
  const isPending = order.StateId === OrderState.Pending;
  return backOfficePage({
    title: `Order ${order.OrderCodeText}`,
    orderCode: order.OrderCodeText,
    body: html`<h1>Order ${code(order.OrderCodeText)} ${copyButton('order code', order.OrderCodeText)}</h1>
      <div class="columns">
        <section class="card">
          <h2>${ORDER_STATES[order.StateId] ?? `State ${order.StateId}`}</h2>
          ${factList([
            [
              'Requested amount',
              currency === undefined ? `${amount}, unknown currency` : serviceAmount(amount, currency),
            ],
            ['Purpose', order.CustomerTrns],
            ['Reference', order.MerchantTrns],
            ['Can be paid until', isPending ? serviceTime(order.ExpirationDate) : null],
          ])}
        </section>
        ${isPending ? linkCard(page.paymentPage) : null}
      </div>
      <section class="card" aria-labelledby="attempts">
        <h2 id="attempts">Transactions</h2>
        ${
          transactions.length === 0
            ? html`<p>There was no attempt to pay yet.</p>`
            : transactionTable('Transactions of the order', rowsOf(transactions, transactions))
        }
      </section>`,
  });
}

function linkCard(paymentPage: string): Html {
  return html`<section class="card">
    <h2>Link for the customer</h2>
    <p class="link"><a href="${paymentPage}">${paymentPage}</a></p>
    <p class="hint">
      Send it to the customer. To try it, open it here and pay with a test card; then load this page again.
    </p>
  </section>`;
}
