import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MethodSuccess } from '../../core/operation/method-return.js';
import type { RetrieveBankAccountsOptions } from '../options.generated.js';
import { iterateBankAccounts } from './iterate-bank-accounts.js';
import type { BankAccount } from '../results.generated.js';

const accounts = (count: number): BankAccount[] =>
  Array.from({ length: count }, (_, index) => ({
    bankAccountId: `account-${index}`,
    iban: 'DE89370400440532013000',
    bankId: '3704',
    isArchived: false,
    isVivaIban: false,
  }));

const success = (data: BankAccount[]): MethodSuccess<BankAccount[]> => ({
  success: true,
  data,
  message: 'read',
  meta: {
    operation: 'bankTransfers.retrieveBankAccounts',
    httpStatus: 200,
    correlationId: null,
    attempts: 1,
    durationMs: 1,
  },
});

/** Simulates a service that applies or ignores `skip`, and records the queries. */
function service(all: BankAccount[], appliesSkip = true) {
  const queries: RetrieveBankAccountsOptions[] = [];
  const read = (query: RetrieveBankAccountsOptions) => {
    queries.push(query);
    const start = appliesSkip ? (query.skip ?? 0) : 0;
    return Promise.resolve(success(all.slice(start, start + (query.maxResults ?? 0))));
  };
  return { queries, read };
}

async function idsOf(iterator: AsyncGenerator<BankAccount>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { bankAccountId } of iterator) ids.push(bankAccountId);
  return ids;
}

describe('iterateBankAccounts', () => {
  it('returns each account once and in order, for any page length and start', async () => {
    const bounds = [fc.nat(30), fc.integer({ min: 1, max: 12 }), fc.nat(35)] as const;
    await fc.assert(
      fc.asyncProperty(...bounds, async (count, maxResults, skip) => {
        const all = accounts(count);
        const seen = await idsOf(iterateBankAccounts(service(all).read, { maxResults, skip }));
        expect(seen).toEqual(all.slice(skip).map(({ bankAccountId }) => bankAccountId));
      }),
    );
  });

  it('always sends a page length, and keeps the filters', async () => {
    const { queries, read } = service(accounts(3));
    await idsOf(iterateBankAccounts(read, { isArchived: false }));
    expect(queries).toEqual([
      { isArchived: false, skip: 0, maxResults: 100 },
      { isArchived: false, skip: 3, maxResults: 100 },
    ]);
  });

  it('continues after a short page, because the service may return fewer accounts than requested', async () => {
    const all = accounts(7);
    const { read } = service(all);
    const readShortPage = (query: RetrieveBankAccountsOptions) => read({ ...query, maxResults: 3 });
    expect(await idsOf(iterateBankAccounts(readShortPage, { maxResults: 5 }))).toHaveLength(7);
  });

  it('ends if the service always sends its first page', async () => {
    const { queries, read } = service(accounts(5), false);
    expect(await idsOf(iterateBankAccounts(read, { maxResults: 2 }))).toEqual(['account-0', 'account-1']);
    expect(queries).toHaveLength(2);
  });
});
