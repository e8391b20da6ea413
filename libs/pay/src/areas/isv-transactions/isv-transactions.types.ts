import type { SaleTransactionRow } from '../results.generated.js';

/** Sale of a connected merchant in a search. Email, phone and name are personal data. */
export interface IsvSaleTransactionRow extends Omit<SaleTransactionRow, 'amount'> {
  /** Amount in MAJOR units. It may be missing in an ISV's search. */
  amount?: number;
}
