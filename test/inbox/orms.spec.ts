import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idempotencyStoreCases } from '../idempotency/store-cases.js';
import type { Client } from 'pg';
import { drizzleDatabase } from '../../docs/examples/guides/drizzle-database.js';
import { knexDatabase } from '../../docs/examples/guides/knex-database.js';
import { isFullSize } from '../full-size.js';
import { createDatabase, openSql, POSTGRES_URL } from '../stores/databases.js';
import { BOOKS, openOrm, ORMS } from '../stores/orms.mjs';
import type { Orm } from '../stores/orms.mjs';
import { addEvent, INBOX_STORE_CASES } from './store-cases.js';

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;

/**
 * The other cases pass if these do, because the adapters differ in how they run statements and transactions. `npm test -- --full` runs all.
 */
const USUAL = /migrates|handler|worker whose lease|concurrent|by page|forged|done entries|under one key|look/;
const isUsual = ({ name }: { name: string }): boolean => isFullSize || USUAL.test(name);

onServer.each(ORMS)('stores in the database of an application with %s', (name) => {
  let client: Client;
  let orm: Orm;
  beforeAll(async () => {
    const database = await createDatabase(`orm_${name}`);
    ({ client } = database);
    await client.query(BOOKS);
    await client.query(`alter database orm_${name} set timezone to 'Asia/Tokyo'`);
    orm = await openOrm(name, database.url, { drizzleDatabase, knexDatabase });
  });
  afterAll(async () => {
    await orm.close();
    await client.end();
  });

  const openInbox = async () => {
    const under = await openSql(
      (text) => client.query(text),
      (options) => orm.inbox(options),
    );
    await under.store.migrate();
    await client.query('delete from books');
    const { sql } = under;
    if (sql === undefined) throw new TypeError('inbox stores need a database');
    return {
      ...under,
      sql,
      write: async (transaction: unknown, text: string) => void (await orm.write(transaction, text)),
      written: async () =>
        (await client.query<{ id: string }>('select id from books')).rows.map(({ id }) => id),
    };
  };
  for (const { name: title, run } of INBOX_STORE_CASES.filter(isUsual))
    it(`inbox: ${title}`, () => run(openInbox));

  // Prisma sends a date as UTC without its offset, and PostgreSQL would read it in the time zone of the database.
  it('inbox: stores times in a database whose time zone is not UTC', async () => {
    const { store, now, sql } = await openInbox();
    await addEvent(store, 'a');
    const { rows } = await sql.query(`select received_at from ${sql.schema}.inbox_events`);
    expect(rows).toEqual([{ received_at: new Date(now()) }]);
  });

  const openIdempotency = async () => {
    const under = await openSql(
      (text) => client.query(text),
      (options) => orm.idempotency(options).store,
    );
    await under.store.migrate();
    return under;
  };
  for (const { name: title, run } of idempotencyStoreCases(openIdempotency).filter(isUsual))
    it(`idempotency: ${title}`, run);
});
