import { expect, it } from '@jest/globals';
import { NestedTransactions } from './nested-transactions.js';

/** A transaction of an ORM. */
class Transaction {
  transaction<Result>(work: (nested: Transaction) => Promise<Result>): Promise<Result> {
    return work(new Transaction());
  }
}

it('takes no transaction that begins within a nested one of another transaction for one side by side', async () => {
  const [outer, inner] = [new NestedTransactions(), new NestedTransactions()];
  const [first, second] = [new Transaction(), new Transaction()];
  outer.watch(first);
  inner.watch(second);
  const result = await first.transaction((nested) =>
    second.transaction(() => nested.transaction(() => Promise.resolve('written'))),
  );
  expect(result).toBe('written');
  expect(() => {
    outer.requireEnded();
    inner.requireEnded();
  }).not.toThrow();
});
