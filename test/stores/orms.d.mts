import type { PayIdempotency, PayInboxStore } from 'nestjs-pay';
import type { SqlDatabase, SqlStoreOptions } from 'nestjs-pay/postgres';

export const ORMS: readonly string[];
export const BOOKS: string;

export interface Orm {
  inbox(options: SqlStoreOptions): PayInboxStore;
  idempotency(options: SqlStoreOptions): PayIdempotency;
  /** Writes a book through the ORM's own methods. */
  write(transaction: unknown, id: string): Promise<unknown>;
  /** Runs a statement as a text. */
  run(transaction: unknown, text: string): Promise<unknown>;
  /** Runs a function in a nested transaction, with the ORM's own method. */
  nested(transaction: unknown, work: (nested: unknown) => Promise<unknown>): Promise<unknown>;
  /** The ORM's own methods that end a transaction, if it passes them to handlers. */
  end?: Record<'commit' | 'rollback', (transaction: unknown) => Promise<unknown>>;
  close(): Promise<void>;
}

export function openOrm(
  name: string,
  url: string,
  recipes: {
    drizzleDatabase: (pool: never, open: never) => SqlDatabase<unknown>;
    knexDatabase: (knex: never) => SqlDatabase<unknown>;
  },
): Promise<Orm>;
