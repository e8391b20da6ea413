import { TRANSACTION_TYPES } from '../domain/contract.generated.js';
import { eventText } from '../domain/issuer.js';
import type { Transaction, TransactionStatus } from '../domain/transaction.js';
import { html, type Html } from '../http/html.js';
import { amount, chip, dataTable, moment, section, type ChipLook } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

const STATUSES: Readonly<Record<TransactionStatus, readonly [string, ChipLook]>> = {
  A: ['in progress', 'wait'],
  F: ['F · finished', 'good'],
  E: ['E · failed', 'bad'],
  R: ['R · refunded', 'wait'],
  X: ['X · voided', 'wait'],
  C: ['C · captured', 'good'],
};

/** Renders the transactions with the reasons for failures. */
export function transactionsView({ transactions }: ConsoleModel): Html {
  return section('transactions', 'Transactions', transactions, {
    empty: 'No transactions yet. Each payment attempt creates a transaction.',
    content: dataTable<Transaction>(
      'Transactions',
      [
        { name: 'Transaction', cell: ({ id }) => html`<span class="code">${id}</span>` },
        { name: 'Status', cell: ({ status }) => chip(...STATUSES[status]) },
        { name: 'Type', cell: ({ type }) => `${TRANSACTION_TYPES[type] ?? 'Type'} (${type})` },
        { name: 'Amount', numeric: true, cell: amounts },
        { name: 'Order', cell: ({ orderCode }) => html`<span class="code whole">${orderCode}</span>` },
        {
          name: 'Card',
          cell: ({ card }) => (card ? html`<span class="code whole">${card.number}</span>` : 'Cash'),
        },
        { name: 'Event', cell: ({ eventId }) => (eventId === 0 ? '–' : `${eventId} ${eventText(eventId)}`) },
        { name: 'Created', cell: ({ createdAt }) => html`<span class="dim">${moment(createdAt)}</span>` },
      ],
      transactions.rows,
    ),
  });
}

function amounts({ amount: minor, refunded, currencyCode }: Transaction): Html {
  return html`${amount(minor, currencyCode)}${refunded > 0 && html`<br><span class="dim">${amount(refunded, currencyCode)} refunded</span>`}`;
}
