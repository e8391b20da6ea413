import type { CardReading } from './card-reading.js';
import { requireCurrency } from './currencies.js';
import type { PublishEvent } from './events.js';
import type { Orders } from './orders.js';
import type { Sources } from './sources.js';
import { DEFAULT_TRANSACTION, type NewTransaction, type Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';

/** Details that a request can set for a transaction that derives from another. Others default to the earlier transaction. */
export interface DerivedTransactionDetails {
  readonly sourceCode?: string;
  readonly customerTrns?: string;
  readonly merchantTrns?: string;
  /** Must be the currency of the earlier transaction. */
  readonly currencyCode?: string;
  /** How another terminal read the card. */
  readonly reading?: CardReading;
}

/** Details with an amount in minor units. */
export interface DerivedTransactionRequest extends DerivedTransactionDetails {
  readonly amount: number;
}

/** Values of a derived transaction that differ from the earlier one. */
type DerivedValues = Pick<NewTransaction, 'type' | 'amount'> & Partial<NewTransaction>;

/** Transactions that follow an earlier one: refunds, voids, and other money that goes to its card. */
export class DerivedTransactions {
  constructor(
    private readonly orders: Orders,
    private readonly transactions: Transactions,
    private readonly sources: Sources,
    private readonly publish: PublishEvent,
  ) {}

  /** Checks the details of a request. @throws Refusal 400 for another currency, 403 if the source is not usable. */
  check(original: Transaction, { currencyCode, sourceCode }: DerivedTransactionDetails): void {
    requireCurrency(currencyCode, original, 'transaction');
    if (sourceCode !== undefined) this.sources.getUsable(sourceCode);
  }

  /** Creates a transaction that sends money back, or cancels one. Event 1797 is sent. */
  createReversal(
    original: Transaction,
    details: DerivedTransactionDetails,
    values: DerivedValues,
  ): Transaction {
    const transaction = this.transactions.create(deriveTransaction(original, details, values));
    this.publish({ type: 'reversal-created', transaction, order: this.orders.get(original.orderCode) });
    return transaction;
  }
}

/** Returns a transaction with the card and order of an earlier one, such as a refund. Other values default to the earlier transaction. */
export function deriveTransaction(
  original: Transaction,
  details: DerivedTransactionDetails,
  values: DerivedValues,
): NewTransaction {
  const {
    id: parentId,
    orderCode,
    currencyCode,
    card,
    email,
    fullName,
    phone,
    counter,
    isv,
    channelId,
  } = original;
  const reading = details.reading ?? original.reading;
  return {
    ...DEFAULT_TRANSACTION,
    ...{ parentId, orderCode, currencyCode, card, email, fullName, phone },
    sourceCode: details.sourceCode ?? original.sourceCode,
    customerTrns: details.customerTrns ?? original.customerTrns,
    merchantTrns: details.merchantTrns ?? original.merchantTrns,
    ...(reading && { reading }),
    ...(counter && { counter }),
    ...(channelId !== undefined && { channelId }),
    // The ISV's fee stays with the payment.
    ...(isv && { isv: { ...isv, amount: 0 } }),
    ...values,
  };
}
