import { describe } from '@jest/globals';
import type { Transaction } from '@electric-sql/pglite';
import { pgliteStore } from 'nestjs-pay/pglite';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';
import type { PoolClient } from 'pg';
import { newPglite } from '../pglite.js';
import { createDatabase, POSTGRES_URL } from '../stores/databases.js';
import { handlerTransactionCases } from './handler-transaction-cases.js';
import type { Library } from './handler-transaction-cases.js';

const upsert = (id: string): string =>
  `insert into books values ('${id}', 1) on conflict (id) do update set times = books.times + 1`;

async function openPglite(): Promise<Library> {
  const db = await newPglite();
  return {
    inbox: (options) => pgliteStore(db, options),
    write: (tx, id) => (tx as Transaction).query(upsert(id)),
    run: (tx, text) => (tx as Transaction).query(text),
    query: (text) => db.query(text),
    end: {
      commit: (tx) => (tx as Transaction).query('commit'),
      rollback: (tx) => (tx as Transaction).rollback(),
    },
    close: () => db.close(),
  };
}

async function openPostgres(): Promise<Library> {
  const { client, url } = await createDatabase('handler_transactions_pg');
  const pool = new Pool({ connectionString: url });
  return {
    inbox: (options) => postgresStore<PoolClient>({ pool, ...options }),
    write: (tx, id) => (tx as PoolClient).query(upsert(id)),
    run: (tx, text) => (tx as PoolClient).query(text),
    query: (text) => client.query(text),
    close: async () => {
      await pool.end();
      await client.end();
    },
  };
}

describe('handlers with @PayTransaction() in PGlite', () => handlerTransactionCases(openPglite));

const onServer = POSTGRES_URL === undefined ? describe.skip : describe;
onServer('handlers with @PayTransaction() and pg', () => handlerTransactionCases(openPostgres));
