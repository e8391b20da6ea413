import { afterAll, describe, it } from '@jest/globals';
import { inboxStoreCases } from 'nestjs-pay/testing';
import { openMemory, openPostgres, pglites, POSTGRES_URL } from './stores.js';

describe('a store in memory', () => {
  for (const { name, run } of inboxStoreCases(openMemory)) it(name, run);
});

describe('a store in PGlite', () => {
  const databases = pglites();
  afterAll(() => databases.close());
  for (const { name, run } of inboxStoreCases(() => databases.open())) it(name, run, 20_000);
});

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;
onServer('a store in PostgreSQL', () => {
  for (const { name, run } of inboxStoreCases(openPostgres)) it(name, run, 20_000);
});
