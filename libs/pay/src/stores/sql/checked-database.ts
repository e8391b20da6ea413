import { describeThrown } from '../../core/values/describe-thrown.js';
import { NestedTransactions } from './nested-transactions.js';
import type { SqlDatabase } from './sql-store.js';

/** SQLSTATE of a statement that was rolled back because of a concurrent change. It does not occur with `read committed`. */
const SERIALIZATION_FAILURE = '40001';

/**
 * Adds what each store needs to a database. A single statement that fails because of a stricter isolation of the application is
 * repeated with `read committed`. Nothing is committed while a nested transaction is open.
 */
export function checkedDatabase<Transaction>(database: SqlDatabase<Transaction>): SqlDatabase<Transaction> {
  return {
    connections: database.connections,
    async query<Row>(text: string, values?: unknown[]) {
      try {
        return await database.query<Row>(text, values);
      } catch (error) {
        if (sqlStateOf(error) !== SERIALIZATION_FAILURE) throw error;
        // The statement changed nothing. A transaction has the isolation that a single statement cannot choose.
        return database.transaction((session) => session.query<Row>(text, values));
      }
    },
    transaction: (run) =>
      database.transaction(async (session, transaction) => {
        const nested = new NestedTransactions();
        nested.watch(transaction);
        const result = await run(session, transaction);
        nested.requireEnded();
        return result;
      }),
  };
}

/** Returns PostgreSQL's code of an error, which some libraries have in its `cause`. */
export function sqlStateOf(error: unknown): string | null {
  const { code } = describeThrown(error);
  return code ?? describeThrown((error as { cause?: unknown } | null)?.cause).code;
}
