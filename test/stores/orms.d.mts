import type { PayIdempotency, PayInboxStore } from 'nestjs-pay';
import type { SqlDatabase, SqlStoreOptions } from 'nestjs-pay/postgres';

export const ORMS: readonly string[];
export const BOOKS: string;

export interface Orm {
  inbox(options: SqlStoreOptions): PayInboxStore;
  idempotency(options: SqlStoreOptions): PayIdempotency;
  write(transaction: unknown, id: string): Promise<unknown>;
  close(): Promise<void>;
}

export function openOrm(
  name: string,
  url: string,
  recipes: {
    drizzleDatabase: (db: never) => SqlDatabase<unknown>;
    knexDatabase: (knex: never) => SqlDatabase<unknown>;
  },
): Promise<Orm>;
