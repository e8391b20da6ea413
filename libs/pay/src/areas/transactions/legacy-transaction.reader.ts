import { currencyText, memberProblem } from '../../core/operation/response-members.js';
import type { ResponseShape } from '../../core/operation/operation.js';
import type { CallInput } from '../../core/operation/response-members.js';
import { isObject } from '../../core/values/plain-data.js';
import type { LegacyTransaction, LegacyTransactions } from '../results.generated.js';

/** Shape of a response with transactions in the older form. */
export const LEGACY_TRANSACTIONS = {
  kind: 'json',
  required: ['Transactions'],
  forms: {
    read: readLegacyTransactions,
    problem: 'with a transaction that is unreadable or is not the requested one',
  },
} as const satisfies ResponseShape<LegacyTransactions>;

const TYPES = {
  TransactionId: 'text',
  ParentId: 'text',
  StatusId: 'text',
  Amount: 'number',
  CurrencyCode: 'currency',
} as const;

/**
 * Reads the transactions of a response, each with its currency as a string and its type as a number.
 *
 * @returns undefined if a transaction lacks a member that money depends on, or is not the requested one.
 */
export function readLegacyTransactions(
  body: Record<string, unknown>,
  input: CallInput,
): LegacyTransactions | undefined {
  const { Transactions: items } = body;
  if (!Array.isArray(items)) return undefined;
  const transactions = items.map((item) => readTransaction(item, input));
  return transactions.includes(undefined)
    ? undefined
    : ({ ...body, Transactions: transactions } as unknown as LegacyTransactions);
}

function readTransaction(item: unknown, input: CallInput): LegacyTransaction | undefined {
  if (!isObject(item) || !isObject(item['TransactionType'])) return undefined;
  const kind = item['TransactionType'];
  const isComplete = Object.keys(TYPES).every((name) => name === 'ParentId' || item[name] != null);
  if (!isComplete || kind['TransactionTypeId'] == null) return undefined;
  const declared = { types: TYPES, echoes: { TransactionId: 'transactionId' } };
  if (memberProblem(item, declared, input) !== null) return undefined;
  if (memberProblem(kind, { types: { TransactionTypeId: 'wholeNumber' } }, {}) !== null) return undefined;
  return {
    ...(item as unknown as LegacyTransaction),
    CurrencyCode: currencyText(item['CurrencyCode']),
    TransactionType: { ...kind, TransactionTypeId: Number(kind['TransactionTypeId']) } as never,
  };
}
