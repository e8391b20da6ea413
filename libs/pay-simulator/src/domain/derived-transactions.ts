import { DEFAULT_TRANSACTION, type NewTransaction, type Transaction } from './transaction.js';

/** Details that a request can set for a transaction that derives from another. Others default to the earlier transaction. */
export type DerivedTransactionDetails = Partial<
  // The currency must be that of the earlier transaction. Another terminal can read the card.
  Pick<NewTransaction, 'sourceCode' | 'customerTrns' | 'merchantTrns' | 'currencyCode' | 'reading'>
>;

/** Details with an amount in minor units. */
export interface DerivedTransactionRequest extends DerivedTransactionDetails {
  readonly amount: number;
}

/** Values of a derived transaction that differ from the earlier one. */
export type DerivedValues = Pick<NewTransaction, 'type' | 'amount'> & Partial<NewTransaction>;

/** Returns a transaction with the card and order of an earlier one, such as a refund. Other values default to the earlier transaction. */
export function deriveTransaction(
  original: Transaction,
  details: DerivedTransactionDetails,
  values: DerivedValues,
): NewTransaction {
  const { id: parentId, orderCode, currencyCode, card, email, fullName, phone } = original;
  const { channelId, counter, isv } = original;
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
