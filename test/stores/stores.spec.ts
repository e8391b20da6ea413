import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { MemoryTokenStore } from 'nestjs-pay/client';
import type { TokenStore } from 'nestjs-pay/client';
import { pgliteTokens } from 'nestjs-pay/pglite';
import { postgresTokens } from 'nestjs-pay/postgres';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { tokenStoreCases } from 'nestjs-pay/testing';
import { Pool } from 'pg';
import { freePort } from '../inbox/redis-server.js';
import { POSTGRES_URL } from '../inbox/stores.js';
import { memory, pglite, postgres } from './places.js';
import type { Place } from './places.js';
import { awayCase, sharingCases } from './sharing-cases.js';

let simulator: PaySimulator;
beforeAll(async () => {
  simulator = await createPaySimulator({ clock: 'manual' });
});
afterAll(() => simulator.close());

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;

function cases<Options>(
  start: () => Place<Options> | Promise<Place<Options>>,
  tokens: (options: Options) => TokenStore,
): void {
  let place: Place<Options>;
  beforeAll(async () => {
    place = await start();
  }, 60_000);
  afterAll(() => place.close());
  describe('shared tokens', () => {
    for (const { name, run } of tokenStoreCases(() => place.open(tokens))) it(name, run, 20_000);
    sharingCases(
      () => simulator,
      () => place.open(tokens, 'real'),
    );
  });
}

describe('in memory', () =>
  cases(
    () => memory,
    (options) => new MemoryTokenStore(options),
  ));

describe('in PGlite', () => cases(pglite, ({ database, ...options }) => pgliteTokens(database, options)));

onServer('in PostgreSQL', () => cases(postgres, postgresTokens));

describe('a token store that is away', () => {
  it('stops no call: PostgreSQL', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: await freePort() });
    await awayCase(simulator, postgresTokens({ pool }), /ECONNREFUSED/);
    await pool.end();
  });
});
