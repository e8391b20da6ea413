import type { LegacyTransaction, TransactionStatus, TransactionType } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import {
  serviceAmount,
  serviceTime,
  statusContext,
  statusLabel,
  typeWords,
  type StatusContext,
} from './transaction-words.js';

/** What a table says of a transaction. */
export interface ShownTransaction {
  readonly id: string;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly context: StatusContext;
  /** MAJOR units. */
  readonly amount: number;
  /** ISO 4217 numeric. */
  readonly currency: string;
  readonly created: string;
  readonly orderCode: string;
}

/** Transactions, a row each that leads to its page. */
export function transactionTable(caption: string, transactions: readonly ShownTransaction[]): Html {
  return html`<table class="records">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Transaction</th>
        <th scope="col">Status</th>
        <th scope="col">Amount</th>
        <th scope="col">Order</th>
        <th scope="col">Created</th>
      </tr>
    </thead>
    <tbody>
      ${transactions.map(row)}
    </tbody>
  </table>`;
}

/** The row of a transaction as the older read gives it. @param ofOrder all of its order. */
export function shown(
  transaction: LegacyTransaction,
  ofOrder: readonly LegacyTransaction[],
): ShownTransaction {
  return {
    id: transaction.TransactionId,
    type: transaction.TransactionType.TransactionTypeId,
    status: transaction.StatusId,
    context: statusContext(transaction.TransactionId, ofOrder),
    amount: transaction.Amount,
    currency: transaction.CurrencyCode,
    created: transaction.InsDate,
    orderCode: transaction.Order.OrderCodeText,
  };
}

function row({ id, type, status, context, amount, currency, created, orderCode }: ShownTransaction): Html {
  return html`<tr>
    <td>
      <a href="/back-office/transactions/${id}"
        ><strong>${typeWords(type)}</strong><span class="code">${id}</span></a
      >
    </td>
    <td>${statusLabel(status, type, context)}</td>
    <td class="sum">${serviceAmount(amount, currency)}</td>
    <td>
      <a class="code" href="/back-office/orders/${orderCode}"><span class="unseen">Order </span>${orderCode}</a>
    </td>
    <td class="times">${serviceTime(created)}</td>
  </tr>`;
}
