import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { PayIdempotencyStore } from 'nestjs-pay/client';
import { pgliteIdempotency } from 'nestjs-pay/pglite';
import { postgresIdempotency } from 'nestjs-pay/postgres';
import { MemoryIdempotencyStore } from 'nestjs-pay/testing';
import { memory, pglite, postgres, POSTGRES_URL } from '../stores/databases.js';
import type { StoreDatabase } from '../stores/databases.js';
import { idempotencyStoreCases } from './store-cases.js';

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;

function cases<Options>(
  start: () => StoreDatabase<Options> | Promise<StoreDatabase<Options>>,
  make: (options: Options) => PayIdempotencyStore,
): void {
  let database: StoreDatabase<Options>;
  beforeAll(async () => {
    database = await start();
  });
  afterAll(() => database.close());
  const open = async () => {
    const under = await database.open(make);
    await under.store.migrate();
    return under;
  };
  for (const { name, run } of idempotencyStoreCases(open)) it(name, run);
}

describe('an idempotency store in memory', () => {
  cases(
    () => memory,
    (options) => new MemoryIdempotencyStore(options),
  );
});

describe('an idempotency store in PGlite', () => {
  cases(pglite, ({ database, ...options }) => pgliteIdempotency(database, options).store);
});

onServer('an idempotency store in PostgreSQL', () => {
  cases(postgres, (options) => postgresIdempotency(options).store);
});
