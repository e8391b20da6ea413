import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { newPglite } from '../../../../test/pglite.js';
import { pgliteDatabase } from '../stores/sql/pglite-database.js';
import { requireOpenTransaction } from './open-transaction.js';

let database: PGlite;
beforeAll(async () => {
  database = await newPglite();
  await database.query('create table sales (id int)');
});
afterAll(() => database.close());

it.each([
  ['the rollback of PGlite', 'a handler has committed it or rolled it back'],
  ['rollback', 'a handler has committed it or rolled it back'],
  ['select 1 / 0', 'a handler has caught an error of the database'],
])('names what a handler did to the transaction of a job: %s', async (statement, problem) => {
  const job = pgliteDatabase(database).transaction(async (session, transaction) => {
    await session.query('insert into sales values (1)');
    if (statement.startsWith('the')) await transaction.rollback();
    else await session.query(statement).catch(() => null);
    await requireOpenTransaction(session);
  });
  await expect(job).rejects.toThrow(problem);
  expect((await database.query('select * from sales')).rows).toEqual([]);
});
