import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { MemoryIdempotencyStore } from 'nestjs-pay/client';
import type { PayIdempotencyStore } from 'nestjs-pay/client';
import { pgliteIdempotency } from 'nestjs-pay/pglite';
import { postgresIdempotency } from 'nestjs-pay/postgres';
import { idempotencyStoreCases } from 'nestjs-pay/testing';
import { POSTGRES_URL } from '../inbox/stores.js';
import { memory, pglite, postgres } from '../stores/places.js';
import type { Place } from '../stores/places.js';

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;

function cases<Options>(
  start: () => Place<Options> | Promise<Place<Options>>,
  make: (options: Options) => PayIdempotencyStore,
): void {
  let place: Place<Options>;
  beforeAll(async () => {
    place = await start();
  }, 60_000);
  afterAll(() => place.close());
  const open = async () => {
    const under = await place.open(make);
    await under.store.migrate();
    return under;
  };
  for (const { name, run } of idempotencyStoreCases(open)) it(name, run, 20_000);
}

describe('idempotency records in memory', () => {
  cases(
    () => memory,
    (options) => new MemoryIdempotencyStore(options),
  );
});

describe('idempotency records in PGlite', () => {
  cases(pglite, ({ database, ...options }) => pgliteIdempotency(database, options).store);
});

onServer('idempotency records in PostgreSQL', () => {
  cases(postgres, (options) => postgresIdempotency(options).store);
});
