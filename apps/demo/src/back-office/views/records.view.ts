import { TransactionType } from 'nestjs-pay';
import type { LegacyTransaction } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import { relatedTo, type TransactionRecords } from '../payment-records.js';
import { factList } from './back-office.view.js';
import { shown, transactionTable } from './transaction-table.js';
import { amountIn, serviceAmount } from './transaction-words.js';

/** What is left, as `remainingAmounts` works it out. */
export function remainingFacts(records: TransactionRecords): Html | null {
  const { remaining } = records;
  if (remaining === null) {
    return html`<p class="problem">
      What is left cannot be worked out: the service’s list does not have this transaction yet.
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

/** Refunds, voids and captures of a transaction, across the page: a table in half of it breaks its codes. */
export function relatedTransactions({ transaction, ofOrder }: TransactionRecords): Html {
  const related = relatedTo(transaction.TransactionId, ofOrder);
  return html`<section class="card" aria-labelledby="related">
    <h2 id="related">Related transactions</h2>
    ${
      related.length === 0
        ? html`<p>None yet: no refund, void or capture.</p>`
        : transactionTable(
            'Related transactions',
            related.map((one) => shown(one, ofOrder)),
          )
    }
  </section>`;
}

/** The transaction that took what a pre-authorisation held: it is what can be refunded. */
export function captureOf({ transaction, ofOrder }: TransactionRecords): LegacyTransaction | undefined {
  return relatedTo(transaction.TransactionId, ofOrder).find(
    ({ TransactionType: kind, StatusId }) =>
      kind.TransactionTypeId === TransactionType.CardCapture && StatusId !== 'E',
  );
}

/** The way to a capture. */
export function captureLink({ TransactionId, Amount, CurrencyCode }: LegacyTransaction): Html {
  return html`<a href="/back-office/transactions/${TransactionId}">the capture of ${serviceAmount(Amount, CurrencyCode)}</a>`;
}
