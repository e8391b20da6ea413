import type { CallInput } from '../../core/operation/response-members.js';
import type { Operation, ResponseShape } from '../../core/operation/operation.js';
import { defineOperation } from '../define-operation.js';
import type { OperationData } from '../operations.generated.js';
import type { LegacyTransaction, LegacyTransactions } from '../results.generated.js';
import { UNREADABLE_LEGACY, readLegacyTransactions } from './legacy-transaction.reader.js';

/** Operations that return transactions in the older form. */
type LegacyRead = {
  [Key in keyof OperationData]: OperationData[Key] extends LegacyTransactions ? Key : never;
}[keyof OperationData];

const legacyResponse = <Data>(
  read: (body: Record<string, unknown>, input: CallInput) => Data | undefined,
  problem: string,
): ResponseShape<Data> => ({ kind: 'json', required: ['Transactions'], forms: { read, problem } });

/** Declares a read of transactions in the older form. */
export const legacyRead = (key: LegacyRead): Operation<LegacyTransactions> =>
  defineOperation(key, { response: legacyResponse(readLegacyTransactions, UNREADABLE_LEGACY) });

export const GET_LEGACY_TRANSACTION = legacyRead('transactions.getLegacyTransactions');

export const LIST_LEGACY_TRANSACTIONS: Operation<LegacyTransactions> = {
  ...legacyRead('transactions.getLegacyTransactions:list'),
  displayName: 'transactions.getLegacyTransactions',
};

/** Declares a read with another result, which `pick` finds among the transactions. */
export const pickedFrom = <Data>(
  operation: Operation<LegacyTransactions>,
  pick: (transactions: readonly LegacyTransaction[]) => Data | undefined,
  problem: string,
): Operation<Data> => ({
  ...operation,
  response: legacyResponse(
    (body, input) => pick(readLegacyTransactions(body, input)?.Transactions ?? []),
    problem,
  ),
});
