import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { POSTGRES_URL } from '../stores/databases.js';
import { INBOX_STORE_CASES } from './store-cases.js';
import { pgliteInboxes, postgresInboxes } from './stores.js';
import type { InboxDatabase } from './stores.js';

function cases<Tx>(start: () => InboxDatabase<Tx> | Promise<InboxDatabase<Tx>>): void {
  let database: InboxDatabase<Tx>;
  beforeAll(async () => {
    database = await start();
  });
  afterAll(() => database.close());
  for (const { name, run } of INBOX_STORE_CASES) it(name, () => run(() => database.open()));
}

describe('an inbox store in PGlite', () => cases(pgliteInboxes));

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;
onServer('an inbox store in PostgreSQL', () => cases(postgresInboxes));
