import { mkdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { PayIdempotency, PayInboxStore } from 'nestjs-pay';
import { pgliteIdempotency, pgliteStore } from 'nestjs-pay/pglite';
import { postgresIdempotency, postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';

/** Runs SQL statements: on the database, or in the transaction of a webhook handler. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Database of the sample. The library stores webhooks and idempotency keys in the same database. */
export class Database implements OnApplicationShutdown {
  constructor(
    readonly connection: Queryable,
    readonly inboxStore: PayInboxStore,
    readonly idempotency: PayIdempotency,
    private readonly close: () => Promise<void>,
  ) {}

  /** Closes the database after the inbox has stopped. */
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

export function postgresDatabase(connectionString: string): Database {
  const pool = new Pool({ connectionString, max: 20 });
  return new Database(pool, postgresStore({ pool }), postgresIdempotency({ pool }), () => pool.end());
}

/** PGlite is PostgreSQL inside this process. Only one process can open a folder. */
export function pgliteDatabase(pglite: PGlite): Database {
  return new Database(pglite, pgliteStore(pglite), pgliteIdempotency(pglite), () => pglite.close());
}

async function openDatabase(): Promise<Database> {
  const url = process.env['DATABASE_URL'];
  if (url) return postgresDatabase(url);
  mkdirSync('.pay/sample', { recursive: true });
  return pgliteDatabase(await PGlite.create('.pay/sample/database'));
}

@Module({ providers: [{ provide: Database, useFactory: openDatabase }], exports: [Database] })
export class DatabaseModule {}
