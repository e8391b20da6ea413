import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { durableInbox } from 'nestjs-pay';
import type { PayDurableInbox } from 'nestjs-pay';
import type { Client } from 'pg';
import type { EntityManager } from 'typeorm';
import { drizzleDatabase } from '../../docs/examples/guides/drizzle-database.js';
import { knexDatabase } from '../../docs/examples/guides/knex-database.js';
import { createDatabase, newSchema, POSTGRES_URL } from '../stores/databases.js';
import { BOOKS, openOrm, ORMS } from '../stores/orms.mjs';
import type { Orm } from '../stores/orms.mjs';
import { withTimes } from '../times.js';
import { until } from '../until.js';
import { createDeferred } from './books.js';
import { paymentDelivery, startOf, unused } from './manual-inbox.js';

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;

/** What the first attempt of a handler does. The second one writes `retried`, and succeeds. */
type FirstAttempt = (transaction: unknown, orm: Orm) => Promise<void>;

onServer.each(ORMS)('nested transactions of a handler with %s', (name) => {
  let client: Client;
  let orm: Orm;
  let schema: string;
  let inbox: PayDurableInbox;
  let errors: string[];
  let attempts: number;
  beforeAll(async () => {
    const database = await createDatabase(`nested_${name}`);
    ({ client } = database);
    await client.query(BOOKS);
    orm = await openOrm(name, database.url, { drizzleDatabase, knexDatabase });
  });
  afterAll(async () => {
    await orm.close();
    await client.end();
  });
  beforeEach(async () => {
    schema = newSchema();
    await client.query('delete from books');
  });
  afterEach(async () => {
    await inbox.stop();
    await client.query(`drop schema ${schema} cascade`);
  });

  /** Runs a handler until its event is handled. Resolves when no session of the database is in a transaction. */
  async function handle(firstAttempt: FirstAttempt, handlerTimeoutMs = 10_000): Promise<void> {
    errors = [];
    attempts = 0;
    let isHandled = false;
    const times = { pollMs: 50, retryMs: 0, maxRetryMs: 0, handlerTimeoutMs };
    inbox = durableInbox(withTimes({ store: orm.inbox({ schema }), ...times }));
    const around = async (
      _delivery: unknown,
      _attempt: number,
      work: () => Promise<object>,
    ): Promise<void> => {
      const result = await work();
      if ('error' in result) errors.push(String(result.error));
    };
    const start = startOf(
      async (_event, transaction) => {
        attempts++;
        if (attempts === 1) await firstAttempt(transaction, orm);
        else await orm.write(transaction, 'retried');
      },
      { needsTransaction: true, handled: () => (isHandled = true) },
    );
    await inbox.start({ ...start, around });
    await inbox.receive(paymentDelivery('a'), unused);
    await until(() => isHandled);
    await until(async () => (await openTransactions()) === 0);
  }
  const openTransactions = async (): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    );
    return rows[0]?.count ?? 0;
  };
  /** Takes each connection of the pool once, so that an open transaction in one of them would be committed. */
  const written = async (): Promise<string[]> => {
    for (let connection = 0; connection < 12; connection++)
      await orm.inbox({ schema }).claimEvents({ worker: 'test', limit: 1, leaseMs: 1_000 });
    return (await client.query<{ id: string }>('select id from books order by id')).rows.map(({ id }) => id);
  };

  it('commits those that succeed one after another, and rolls back those that fail', async () => {
    await handle(async (transaction) => {
      await orm.nested(transaction, (nested) => orm.write(nested, 'first'));
      const failed = orm.nested(transaction, async (nested) => {
        await orm.write(nested, 'failed');
        throw new Error('no stock');
      });
      await expect(failed).rejects.toThrow('no stock');
      await orm.nested(transaction, async (nested) => {
        await orm.write(nested, 'second');
        await orm.nested(nested, (inner) => orm.write(inner, 'inner'));
      });
    });
    expect({ errors, attempts, books: await written() }).toEqual({
      errors: [],
      attempts: 1,
      books: ['first', 'inner', 'second'],
    });
  });

  it('rolls back an attempt that fails while one is open, before the retry', async () => {
    const gate = createDeferred();
    let late: Promise<unknown> = Promise.resolve();
    await handle(async (transaction) => {
      await orm.write(transaction, 'outer');
      await new Promise<void>((resolve) => {
        late = orm.nested(transaction, async (nested) => {
          await orm.write(nested, 'nested');
          resolve();
          await gate.promise;
          await orm.write(nested, 'late');
        });
      });
      throw new Error('the handler failed');
    });
    const refused = expect(late).rejects.toThrow();
    gate.resolve();
    await refused;
    expect({ errors, books: await written() }).toEqual({
      errors: ['Error: the handler failed'],
      books: ['retried'],
    });
  });

  it('rolls back an attempt whose time limit ends while one is open', async () => {
    const gate = createDeferred();
    let late: Promise<unknown> = Promise.resolve();
    await handle((transaction) => {
      late = orm.nested(transaction, async (nested) => {
        await orm.write(nested, 'nested');
        await gate.promise;
        await orm.write(nested, 'late');
      });
      return late as Promise<void>;
    }, 300);
    const refused = expect(late).rejects.toThrow();
    gate.resolve();
    await refused;
    expect({ errors, books: await written() }).toEqual({
      errors: [expect.stringContaining('handlerTimeoutMs')],
      books: ['retried'],
    });
  });

  it('rolls back an attempt that ends without waiting for one', async () => {
    const gate = createDeferred();
    let late: Promise<unknown> = Promise.resolve();
    await handle(async (transaction) => {
      await orm.write(transaction, 'outer');
      late = orm.nested(transaction, async (nested) => {
        await orm.write(nested, 'nested');
        await gate.promise;
      });
    });
    const refused = expect(late).rejects.toThrow();
    gate.resolve();
    await refused;
    expect({ errors, books: await written() }).toEqual({
      errors: [expect.stringMatching(/a nested transaction is still (open|active)/)],
      books: ['retried'],
    });
  });

  const withoutFunction = name === 'typeorm' ? it : it.skip;
  withoutFunction('rolls back an attempt that ends inside one begun with startTransaction()', async () => {
    await handle(async (transaction) => {
      const { queryRunner } = transaction as EntityManager;
      await orm.write(transaction, 'outer');
      await queryRunner?.startTransaction();
      await orm.write(transaction, 'nested');
    });
    expect({ errors, books: await written() }).toEqual({
      errors: [expect.stringContaining('began with startTransaction() is still open')],
      books: ['retried'],
    });
  });

  it('refuses two side by side, because one would roll back the other', async () => {
    await handle(async (transaction) => {
      const approve = orm.nested(transaction, (nested) => orm.write(nested, 'approved'));
      const decline = orm.nested(transaction, async (nested) => {
        await orm.write(nested, 'declined');
        throw new Error('declined');
      });
      await Promise.allSettled([approve, decline]);
      await approve;
    });
    // Prisma refuses the second one itself.
    const refused = {
      errors: [expect.stringContaining('one nested transaction at a time')],
      books: ['retried'],
    };
    expect({ errors, books: await written() }).toEqual(
      name === 'prisma' ? { errors: [], books: ['approved'] } : refused,
    );
  });
});
