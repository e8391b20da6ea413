import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import type { DurableInboxOptions, PayDurableInbox } from 'nestjs-pay';
import { newSchema } from '../stores/databases.js';
import { BOOKS } from '../stores/orms.mjs';
import type { Orm } from '../stores/orms.mjs';
import { until } from '../until.js';
import { createDeferred } from './books.js';
import { paymentDelivery, startOf, unused } from './manual-inbox.js';
import { withTimes } from '../times.js';
import type { TestTimes } from '../times.js';

/** Stores and handlers of one library, in a database of its own. */
export interface Library extends Pick<Orm, 'inbox' | 'write' | 'run' | 'end' | 'close'> {
  /** Runs a statement outside of the handler's transaction. */
  query(text: string): Promise<{ rows: unknown[] }>;
}

/** Tests of handlers with `@PayTransaction()` in the database of a library. */
export function handlerTransactionCases(open: () => Promise<Library>): void {
  let library: Library;
  let schema: string;
  let inbox: PayDurableInbox;
  let handled: string[];
  let logged: string[];
  beforeAll(async () => {
    library = await open();
    await library.query(BOOKS);
  });
  afterAll(() => library.close());
  beforeEach(async () => {
    schema = newSchema();
    handled = [];
    logged = [];
    await library.query('delete from books');
  });
  afterEach(async () => {
    await inbox.stop();
    await library.query(`drop schema ${schema} cascade`);
  });

  async function start(
    handler: (transaction: unknown, key: string) => Promise<void>,
    options: Partial<DurableInboxOptions> & TestTimes = {},
  ): Promise<void> {
    const fast = { pollMs: 50, retryMs: 0, maxRetryMs: 0, maxAttempts: 3 };
    inbox = durableInbox(withTimes({ store: library.inbox({ schema }), ...fast, ...options }));
    await inbox.start(
      startOf(({ key }, transaction) => handler(transaction, key), {
        logger: { error: (line) => void logged.push(String(line)) },
        needsTransaction: true,
        handled: (key) => handled.push(key),
      }),
    );
  }
  /** Starts an inbox without the time limit of the last one. Its handlers get the same connections. */
  async function restart(handler: (transaction: unknown, key: string) => Promise<void>): Promise<void> {
    await inbox.stop();
    await start(handler);
  }
  const receive = (key: string) => inbox.receive(paymentDelivery(key), unused);
  const books = async (): Promise<unknown> =>
    (await library.query('select id, times from books order by id')).rows;

  const ENDED = /the handler ended the transaction of @PayTransaction\(\)/;

  const ENDINGS = [
    ['rollback', 'return', []],
    ['commit', 'return', [{ id: 'a', times: 1 }]],
    ['commit', 'throw', [{ id: 'a', times: 1 }]],
  ] as const;
  it.each(ENDINGS)(
    'moves an event to the dead letters after one attempt if its handler ends the transaction: %s and %s',
    async (end, then, effects) => {
      let runs = 0;
      await start(async (transaction) => {
        runs++;
        await library.write(transaction, 'a');
        await library.run(transaction, end);
        if (then === 'throw') throw new Error('the handler failed');
      });
      await receive('a');
      await until(async () => (await inbox.stats()).dead === 1);
      const error: unknown = expect.stringMatching(ENDED);
      expect(await inbox.deadLetters()).toMatchObject([{ reason: 'failed', error }]);
      expect({ runs, handled, books: await books() }).toEqual({ runs: 1, handled: [], books: effects });
      expect(logged).toEqual([error]);
    },
  );

  it.each(ENDINGS)(
    'moves an event to the dead letters if its handler calls the library’s method: %s and %s',
    async (end, then, effects) => {
      let runs = 0;
      await start(async (transaction) => {
        runs++;
        await library.write(transaction, 'a');
        if (library.end === undefined) await library.run(transaction, end);
        else await library.end[end](transaction);
        if (then === 'throw') throw new Error('the handler failed');
      });
      await receive('a');
      await until(async () => (await inbox.stats()).dead === 1);
      expect(await inbox.deadLetters()).toMatchObject([{ error: expect.stringMatching(ENDED) }]);
      expect({ runs, handled, books: await books() }).toEqual({ runs: 1, handled: [], books: effects });
    },
  );

  it('notices that a handler began another transaction', async () => {
    await start(async (transaction) => {
      await library.write(transaction, 'a');
      await library.run(transaction, 'commit');
      await library.run(transaction, 'begin');
      await library.write(transaction, 'b');
    });
    await receive('a');
    await until(async () => (await inbox.stats()).dead === 1);
    expect({ handled, books: await books() }).toEqual({ handled: [], books: [{ id: 'a', times: 1 }] });
  });

  it('retries a handler whose statement failed, and one that threw', async () => {
    let runs = 0;
    await start(async (transaction) => {
      await library.write(transaction, 'a');
      runs++;
      if (runs === 1) await library.run(transaction, 'select 1 / 0');
      if (runs === 2) throw new Error('the handler failed');
    });
    await receive('a');
    await until(() => handled.length === 1);
    expect({ runs, books: await books() }).toEqual({ runs: 3, books: [{ id: 'a', times: 1 }] });
    expect(logged).toEqual([]);
  });

  it('moves an event to the dead letters if its handler commits and exceeds its time limit', async () => {
    let late: unknown;
    await start(
      async (transaction, key) => {
        await library.write(transaction, key);
        late = transaction;
        await library.run(transaction, 'commit');
        await new Promise(() => undefined);
      },
      { handlerTimeoutMs: 300 },
    );
    await receive('a');
    await until(async () => (await inbox.stats()).dead === 1);
    expect(await inbox.deadLetters()).toMatchObject([{ error: expect.stringMatching(ENDED) }]);
    await expect((async () => library.write(late, 'late'))()).rejects.toThrow();
    await restart((transaction, key) => library.write(transaction, key));
    await receive('b');
    await until(() => handled.length === 1);
    expect(await books()).toEqual([
      { id: 'a', times: 1 },
      { id: 'b', times: 1 },
    ]);
  });

  it('refuses what a failed handler writes later, in the transactions of other events, too', async () => {
    const [other, branch] = [createDeferred(), createDeferred()];
    const started: string[] = [];
    let late: Promise<unknown> = Promise.resolve();
    await start(
      async (transaction, key) => {
        await library.write(transaction, key);
        started.push(key);
        if (key === 'b') return other.promise;
        late = branch.promise.then(() => library.write(transaction, 'late'));
        throw new Error('another branch of the handler failed');
      },
      { maxAttempts: 1 },
    );
    await receive('a');
    await until(async () => (await inbox.stats()).dead === 1);
    await receive('b');
    await until(() => started.includes('b'));
    const refused = expect(late).rejects.toThrow();
    branch.resolve();
    await refused;
    other.resolve();
    await until(() => handled.length === 1);
    expect(await books()).toEqual([{ id: 'b', times: 1 }]);
  });

  it('refuses what a handler that did not wait for a branch writes later, in the transactions of other events, too', async () => {
    const [other, branch] = [createDeferred(), createDeferred()];
    const started: string[] = [];
    let late: Promise<unknown> = Promise.resolve();
    await start(async (transaction, key) => {
      await library.write(transaction, key);
      started.push(key);
      if (key === 'b') await other.promise;
      else late = branch.promise.then(() => library.write(transaction, 'late'));
    });
    await receive('a');
    await until(() => handled.length === 1);
    await receive('b');
    await until(() => started.includes('b'));
    const refused = expect(late).rejects.toThrow();
    branch.resolve();
    await refused;
    other.resolve();
    await until(() => handled.length === 2);
    expect(await books()).toMatchObject([{ id: 'a' }, { id: 'b' }]);
  });

  it('refuses the statements of a handler after its time limit, in the transactions of other events, too', async () => {
    const other = createDeferred();
    const started: string[] = [];
    let late: unknown;
    await start(
      async (transaction, key) => {
        await library.write(transaction, key);
        late = transaction;
        return new Promise(() => undefined);
      },
      { handlerTimeoutMs: 300, maxAttempts: 1 },
    );
    await receive('a');
    await until(async () => (await inbox.stats()).dead === 1);
    await restart(async (transaction, key) => {
      await library.write(transaction, key);
      started.push(key);
      await other.promise;
    });
    await receive('b');
    await until(() => started.includes('b'));
    await expect((async () => library.write(late, 'late'))()).rejects.toThrow();
    await expect((async () => library.run(late, 'select 1 / 0'))()).rejects.toThrow();
    await expect((async () => library.run(late, 'commit'))()).rejects.toThrow();
    other.resolve();
    await until(() => handled.length === 1);
    expect({ handled, books: await books() }).toEqual({ handled: ['b'], books: [{ id: 'b', times: 1 }] });
  });
}
