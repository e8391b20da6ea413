import { describeThrown } from '../../core/values/describe-thrown.js';
import { systemClock } from '../../core/values/clock.js';
import { withinTime } from '../../core/values/time-limit.js';
import { sqlStateOf } from '../../stores/sql/checked-database.js';
import type { SqlDatabase, SqlSession } from '../../stores/sql/sql-store.js';
import { TransactionEndedError } from '../inbox-errors.js';
import type { inboxStatements } from './statements.js';

/** Times in ms after which the server ends a transaction; 0: never. */
interface ServerLimits {
  idleMs: number;
  transactionMs: number;
}

type MarkStatements = Pick<ReturnType<typeof inboxStatements>, 'mark' | 'isMarked'>;

const MARK_MS = 1_000;
/** SQLSTATE of a statement in a transaction that an earlier error has aborted. */
const ABORTED = '25P02';

/**
 * Runs handlers in a transaction that `complete` ends. Returns false if `complete` found that the lease is lost: then nothing is written.
 * Fails with {@link TransactionEndedError} if a handler ended the transaction.
 */
export async function handlerTransaction<Transaction>(
  database: SqlDatabase<Transaction>,
  { mark, isMarked }: MarkStatements,
  run: (transaction: Transaction) => Promise<void>,
  complete: (session: SqlSession) => Promise<boolean>,
): Promise<boolean> {
  let isCompleted = false;
  try {
    await database.transaction(async (session, transaction) => {
      const begunAt = performance.now();
      const { rows } = await session.query<ServerLimits>(mark);
      /** Fails with the error of the work, or with what has ended its transaction before. */
      const orReason = async <Result>(work: () => Promise<Result>): Promise<Result> => {
        try {
          return await work();
        } catch (error) {
          const state = await stateOf(session, isMarked);
          if (state === 'ended') throw transactionEnded(error);
          throw (
            (state === 'lost' ? endedByServer(rows[0], performance.now() - begunAt, error) : null) ?? error
          );
        }
      };
      await orReason(() => run(transaction));
      // The library would refuse the next statement with an error of its own.
      if (session.hasEnded?.() === true) throw transactionEnded();
      // Otherwise another worker has the event now, so the writes of this one are rolled back.
      if (!(await orReason(() => complete(session))))
        throw (await stateOf(session, isMarked)) === 'ended' ? transactionEnded() : LEASE_LOST;
      isCompleted = true;
    });
  } catch (error) {
    if (error === LEASE_LOST) return false;
    throw error;
  }
  // Knex resolves when a handler commits.
  if (!isCompleted) throw transactionEnded();
  return true;
}

/** Returns whether a transaction is still the one that was marked. An aborted or lost transaction has committed nothing. */
async function stateOf(session: SqlSession, isMarked: string): Promise<'open' | 'ended' | 'lost'> {
  if (session.hasEnded?.() === true) return 'ended';
  const marked = session.query<{ is_marked: boolean }>(isMarked);
  try {
    // A late handler may still be waiting for a statement.
    const { rows } = await withinTime(systemClock, MARK_MS, marked, 'no response');
    return rows[0]?.is_marked === false ? 'ended' : 'open';
  } catch (error) {
    return sqlStateOf(error) === ABORTED ? 'open' : 'lost';
  }
}

function transactionEnded(error?: unknown): TransactionEndedError {
  const own = error === undefined ? '' : ` The handler's own error: ${describeThrown(error).message}`;
  return new TransactionEndedError(
    'the handler ended the transaction of @PayTransaction() with its own commit or rollback, so the event is not marked as handled, ' +
      `and is not retried. Remove that statement, check what the handler has written, and replay or discard the dead letter.${own}`,
  );
}

/** Returns the error for a transaction that a time limit of the server has ended, or null if there is no such limit. */
function endedByServer(limits: ServerLimits | undefined, tookMs: number, error: unknown): Error | null {
  const { idleMs = 0, transactionMs = 0 } = limits ?? {};
  const ends = [
    { name: 'idle_in_transaction_session_timeout', ms: idleMs, what: 'in which no statement runs' },
    { name: 'transaction_timeout', ms: transactionMs, what: 'that takes longer' },
  ].filter(({ ms }) => ms > 0 && ms <= tookMs);
  const reasons = ends.map(({ name, ms, what }) => `${name} ends a transaction after ${ms} ms ${what}`);
  if (reasons.length === 0) return null;
  return new Error(
    `the server has closed the connection of the handler, which took ${Math.round(tookMs)} ms: ${reasons.join(', and ')}. ` +
      `Raise it for the database user of the application, or do slow work before the handler. ${describeThrown(error).message}`,
    { cause: error },
  );
}

const LEASE_LOST = new Error('the lease is lost');
