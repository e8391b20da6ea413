import { currencyText, memberProblem } from '../../core/operation/answer-members.js';
import type { CallInput } from '../../core/operation/answer-members.js';
import { isObject } from '../../core/values/plain-data.js';
import type { LegacyTransaction, LegacyTransactions } from './legacy-transaction.types.js';

/** What an answer is that is not believed, as the end of a sentence. */
export const PROBLEM_OF_LEGACY = 'with a transaction that cannot be read, or other than the one asked for';

const TYPES = {
  TransactionId: 'text',
  ParentId: 'text',
  StatusId: 'text',
  Amount: 'number',
  CurrencyCode: 'currency',
} as const;

/**
 * The transactions of an answer, each with its currency as text and its type as a number. Undefined when one lacks what money
 * is decided by, or is another than the one that was asked for.
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
  const isWhole = Object.keys(TYPES).every((name) => name === 'ParentId' || item[name] != null);
  if (!isWhole || kind['TransactionTypeId'] == null) return undefined;
  const declared = { types: TYPES, echoes: { TransactionId: 'transactionId' } };
  if (memberProblem(item, declared, input) !== null) return undefined;
  if (memberProblem(kind, { types: { TransactionTypeId: 'wholeNumber' } }, {}) !== null) return undefined;
  return {
    ...(item as unknown as LegacyTransaction),
    CurrencyCode: currencyText(item['CurrencyCode']),
    TransactionType: { ...kind, TransactionTypeId: Number(kind['TransactionTypeId']) } as never,
  };
}
