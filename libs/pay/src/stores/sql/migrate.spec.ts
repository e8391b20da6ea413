import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { pgliteStore } from '../../pglite.js';
import { checkTables, migrate } from './migrate.js';
import { newPglite } from '../../../../../test/pglite.js';

let db: PGlite;
beforeAll(async () => {
  db = await newPglite();
});
afterAll(() => db.close());

it('an update runs the statements of later versions only, and keeps the rows', async () => {
  const { database } = pgliteStore(db).sql!;
  const first = ['create table $schema.splits (id integer)', 'insert into $schema.splits values (1)'];
  const second = ['alter table $schema.splits add column amount integer not null default 0'];
  await migrate(database, 'pay', 'splits', [first]);
  await expect(checkTables(database, 'pay', 'splits', [first, second])).rejects.toThrow(
    'the tables for splits in the schema "pay" have version 1, and this version of nestjs-pay needs version 2',
  );
  await migrate(database, 'pay', 'splits', [first, second]);
  await migrate(database, 'pay', 'splits', [first, second]);
  await checkTables(database, 'pay', 'splits', [first, second]);
  expect((await db.query('select * from pay.splits')).rows).toEqual([{ id: 1, amount: 0 }]);
});
