import { objectWith, requireOptions } from '../../core/options/option-rules.js';
import type { SqlDatabase } from './sql-store.js';

/** The part of a PGlite transaction that a store uses. */
export interface PgliteTransaction {
  /** Runs one statement. */
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  /** Whether `rollback()` has ended the transaction. */
  readonly closed?: boolean;
}

/** The part of a `PGlite` database that a store uses. */
export interface PgliteDatabase<Transaction extends PgliteTransaction> extends PgliteTransaction {
  /** Runs a function in a transaction. All other statements wait. */
  transaction<Result>(run: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

const RULES = { database: { ...objectWith('query', 'transaction'), required: 'pass a PGlite database' } };

/** Adapts PGlite to the interface of SQL stores. @throws RangeError if `database` is not a database. */
export function pgliteDatabase<Transaction extends PgliteTransaction>(
  database: PgliteDatabase<Transaction>,
): SqlDatabase<Transaction> {
  requireOptions(RULES, { database }, '');
  return {
    query: <Row>(text: string, values?: unknown[]) => database.query<Row>(text, values),
    transaction: (run) =>
      database.transaction(async (transaction) => {
        await transaction.query('set transaction isolation level read committed');
        const session = {
          query: <Row>(text: string, values?: unknown[]) => transaction.query<Row>(text, values),
          hasEnded: () => transaction.closed === true,
        };
        return run(session, transaction);
      }),
  };
}
