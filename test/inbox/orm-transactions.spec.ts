import { describe } from '@jest/globals';
import { drizzleDatabase } from '../../docs/examples/guides/drizzle-database.js';
import { knexDatabase } from '../../docs/examples/guides/knex-database.js';
import { createDatabase, POSTGRES_URL } from '../stores/databases.js';
import { openOrm, ORMS } from '../stores/orms.mjs';
import { handlerTransactionCases } from './handler-transaction-cases.js';
import type { Library } from './handler-transaction-cases.js';

async function openLibrary(name: string): Promise<Library> {
  const { client, url } = await createDatabase(`handler_transactions_${name}`);
  const orm = await openOrm(name, url, { drizzleDatabase, knexDatabase });
  return {
    ...orm,
    query: (text) => client.query(text),
    close: async () => {
      await orm.close();
      await client.end();
    },
  };
}

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;
onServer.each(ORMS)('handlers with @PayTransaction() and %s', (name) =>
  handlerTransactionCases(() => openLibrary(name)),
);
