import type { CardReading } from './card-reading.js';
import type { Transaction } from './transaction.js';
import { DEFAULT_TRANSACTION, type NewTransaction } from './transactions.js';

/** Details that a merchant can set for a transaction that derives from another. */
export interface DerivedTransactionDetails {
  readonly sourceCode?: string;
  readonly customerTrns?: string;
  readonly merchantTrns?: string;
}

/** Details of a derived transaction with its card reading, if it was made at another terminal. */
export interface DerivedTransactionOptions extends DerivedTransactionDetails {
  readonly reading?: CardReading;
}

/** Creates a transaction with the card and order of an earlier one, such as a refund. Other values default to the earlier transaction. */
export function deriveTransaction(
  original: Transaction,
  details: DerivedTransactionOptions,
  values: Pick<NewTransaction, 'type' | 'amount'> &
    Partial<
      Pick<
        NewTransaction,
        'status' | 'eventId' | 'serviceId' | 'tipAmount' | 'installments' | 'threeDSecure' | 'isv'
      >
    >,
): NewTransaction {
  const reading = details.reading ?? original.reading;
  return {
    ...DEFAULT_TRANSACTION,
    orderCode: original.orderCode,
    parentId: original.id,
    currencyCode: original.currencyCode,
    sourceCode: details.sourceCode ?? original.sourceCode,
    card: original.card,
    email: original.email,
    fullName: original.fullName,
    phone: original.phone,
    customerTrns: details.customerTrns ?? original.customerTrns,
    merchantTrns: details.merchantTrns ?? original.merchantTrns,
    ...(reading && { reading }),
    ...(original.counter && { counter: original.counter }),
    // The ISV's fee stays with the payment.
    ...(original.isv && { isv: { ...original.isv, amount: 0 } }),
    ...values,
  };
}
