import type { Operation, ResponseForms } from '../../core/operation/operation.js';
import { operations } from '../define-operation.js';
import type { LegacyTransaction, LegacyTransactions } from '../results.generated.js';
import { LEGACY_TRANSACTIONS, readLegacyTransactions } from './legacy-transaction.reader.js';

export const LIST_LEGACY_TRANSACTIONS: Operation<LegacyTransactions> = {
  ...operations['transactions.getLegacyTransactions:list'],
  displayName: 'transactions.getLegacyTransactions',
};

/** Declares a read with another result, which `pick` finds among the transactions. */
export const pickedFrom = <Data>(
  operation: Operation<LegacyTransactions>,
  pick: (transactions: readonly LegacyTransaction[]) => Data | undefined,
  problem: string,
): Operation<Data> => {
  const forms: ResponseForms<Record<string, unknown>, Data> = {
    read: (body, input) => pick(readLegacyTransactions(body, input)?.Transactions ?? []),
    problem,
  };
  return { ...operation, response: { ...LEGACY_TRANSACTIONS, forms } };
};
