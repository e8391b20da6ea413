import { describeThrown } from '../core/values/describe-thrown.js';
import type { SqlSession } from '../stores/sql/sql-store.js';

/**
 * Checks after the handlers of a job that the transaction in which the job has written can still commit. PostgreSQL reports a success
 * for the commit of a transaction that an error has aborted, and for one that has ended before, although it commits nothing.
 *
 * @throws Error with the fix.
 */
export async function requireOpenTransaction(session: SqlSession): Promise<void> {
  const problem = await isOpen(session).then(
    (is) => (is ? null : 'a handler has committed it or rolled it back'),
    (error: unknown) => `a handler has caught an error of the database (${describeThrown(error).message})`,
  );
  if (problem !== null)
    throw new Error(
      `the transaction cannot be committed, because ${problem}: throw the error, or run the statement in a nested transaction`,
    );
}

async function isOpen(session: SqlSession): Promise<boolean> {
  // The library would refuse the statement with an error of its own.
  if (session.hasEnded?.() === true) return false;
  const { rows } = await session.query<{ isOpen: boolean }>(
    'select txid_current_if_assigned() is not null as "isOpen"',
  );
  return rows[0]?.isOpen === true;
}
