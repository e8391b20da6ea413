import type { SqlDatabase } from './sql-session.js';

/** What the store needs of a PGlite transaction. */
export interface PgliteTransaction {
  /** Runs one statement. */
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** What the store needs of a `PGlite` database. */
export interface PgliteDatabase<Transaction extends PgliteTransaction> extends PgliteTransaction {
  /** Runs a function in a transaction; all else waits meanwhile. */
  transaction<Result>(run: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

/** PGlite as a database with transactions. */
export function pgliteDatabase<Transaction extends PgliteTransaction>(
  database: PgliteDatabase<Transaction>,
): SqlDatabase<Transaction> {
  return {
    query: <Row>(text: string, values?: unknown[]) => database.query<Row>(text, values),
    transaction: (run) => database.transaction((transaction) => run(transaction, transaction)),
  };
}
