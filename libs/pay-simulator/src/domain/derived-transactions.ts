import { requireCurrency } from './currencies.js';
import { deriveTransaction, type DerivedTransactionOptions } from './derived-transaction.js';
import type { PublishEvent } from './events.js';
import type { Orders } from './orders.js';
import type { Sources } from './sources.js';
import type { Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';

/** Transactions that follow an earlier one: refunds, voids, and other money that goes to its card. */
export class DerivedTransactions {
  constructor(
    private readonly orders: Orders,
    private readonly transactions: Transactions,
    private readonly sources: Sources,
    private readonly publish: PublishEvent,
  ) {}

  /** Checks the details of a request. @throws Refusal 400 for another currency, 403 if the source is not usable. */
  check(
    original: Transaction,
    { currencyCode, sourceCode }: { readonly currencyCode?: string; readonly sourceCode?: string },
  ): void {
    requireCurrency(currencyCode, original, 'transaction');
    if (sourceCode !== undefined) this.sources.getUsable(sourceCode);
  }

  /** Creates a transaction that sends money back, or cancels one. Event 1797 is sent. */
  createReversal(
    original: Transaction,
    details: DerivedTransactionOptions,
    values: Parameters<typeof deriveTransaction>[2],
  ): Transaction {
    const transaction = this.transactions.create(deriveTransaction(original, details, values));
    this.publish({ type: 'reversal-created', transaction, order: this.orders.get(original.orderCode) });
    return transaction;
  }
}
