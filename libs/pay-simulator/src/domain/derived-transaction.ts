import type { CardReading } from './card-reading.js';
import { ThreeDSecure, type Transaction } from './transaction.js';
import type { NewTransaction } from './transactions.js';

/** What a merchant may say of a transaction that derives from another. */
export interface DerivedTexts {
  readonly sourceCode?: string;
  readonly customerTrns?: string;
  readonly merchantTrns?: string;
}

/** Texts, and the terminal where it was done if that is another one. */
export interface DerivedTerms extends DerivedTexts {
  readonly reading?: CardReading;
}

/** A transaction with the card and the order of an earlier one, such as a refund; what is not said stays as it was there. */
export function derivedTransaction(
  original: Transaction,
  texts: DerivedTerms,
  own: Pick<NewTransaction, 'type' | 'amount'> &
    Partial<Pick<NewTransaction, 'status' | 'eventId' | 'serviceId'>>,
): NewTransaction {
  const reading = texts.reading ?? original.reading;
  return {
    orderCode: original.orderCode,
    parentId: original.id,
    status: 'F',
    fee: 0,
    commission: 0,
    tipAmount: 0,
    currencyCode: original.currencyCode,
    sourceCode: texts.sourceCode ?? original.sourceCode,
    card: original.card,
    email: original.email,
    fullName: original.fullName,
    phone: original.phone,
    customerTrns: texts.customerTrns ?? original.customerTrns,
    merchantTrns: texts.merchantTrns ?? original.merchantTrns,
    recurringSupport: false,
    installments: 0,
    threeDSecure: ThreeDSecure.Unspecified,
    eventId: 0,
    ...(reading && { reading }),
    ...(original.counter && { counter: original.counter }),
    // Whose payment it was; the fee itself stays with the payment.
    ...(original.isv && { isv: { ...original.isv, amount: 0 } }),
    ...own,
  };
}
