import { isInstance } from '../../core/values/describe-thrown.js';
import { systemClock } from '../../core/values/clock.js';
import { TimeLimitError, withinTime } from '../../core/values/time-limit.js';
import type { SqlStoreOptions } from './sql-options.js';
import type { SqlDatabase } from './sql-session.js';

const ROLLBACK_MS = 5_000;

/** What the store needs of a client of `pg`. */
export interface PostgresClient {
  /** Runs one statement. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Gives it back to the pool; with true it is closed. */
  release(destroy?: boolean): void;
  /** Listens to errors between two statements. */
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What the store needs of a `Pool` of `pg`, or of one that is like it. */
export interface PostgresPool<Client extends PostgresClient> {
  /** Takes a client out of the pool. */
  connect(): Promise<Client>;
  /** Runs one statement on any client. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Of `pg`: `max` is how many clients it may have. */
  readonly options?: { max?: number };
  /** Listens to errors of clients that lie in the pool. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Listens to clients being taken out of it. */
  on(event: 'acquire', listener: (client: Client) => void): unknown;
}

/** Options of what keeps something in PostgreSQL. */
export interface PostgresStoreOptions<Client extends PostgresClient> extends SqlStoreOptions {
  /** Yours: end it after the application was closed. */
  pool: PostgresPool<Client>;
}

/** A pool as a database with transactions. */
export function postgresDatabase<Client extends PostgresClient>(
  pool: PostgresPool<Client>,
): SqlDatabase<Client> {
  listenToPool(pool);
  return {
    connections: pool.options?.max,
    query: <Row>(text: string, values?: unknown[]) => pool.query(text, values) as Promise<{ rows: Row[] }>,
    async transaction(run) {
      const client = await pool.connect();
      const session = {
        query: <Row>(text: string, values?: unknown[]) =>
          client.query(text, values) as Promise<{ rows: Row[] }>,
      };
      let broken = false;
      listenTo(client);
      try {
        await client.query('begin');
        const result = await run(session, client);
        await client.query('commit');
        return result;
      } catch (error) {
        // Whoever did not end in time may still write: closed, the connection takes nothing back into the pool with it.
        broken = isInstance(error, TimeLimitError) || !(await isRolledBack(client));
        throw error;
      } finally {
        client.release(broken);
      }
    },
  };
}

async function isRolledBack(client: PostgresClient): Promise<boolean> {
  try {
    await withinTime(systemClock, ROLLBACK_MS, client.query('rollback'), 'no answer');
    return true;
  } catch {
    return false;
  }
}

const withListener = new WeakSet<object>();

/**
 * Adds one pair of listeners to a pool, however many stores use it. They stay for the life of the pool: it belongs to the
 * application, which may close its connections after the stores are closed.
 */
function listenToPool<Client extends PostgresClient>(pool: PostgresPool<Client>): void {
  if (withListener.has(pool)) return;
  withListener.add(pool);
  // An `error` event without a listener ends the process; a pool emits one when its server goes away.
  pool.on('error', ignore);
  // A connection can fail while the pool hands it over, before the code that asked for it can listen.
  pool.on('acquire', listenTo);
}

/** Stays for the life of the client: it may emit an error while it is being closed. */
function listenTo(client: PostgresClient): void {
  if (withListener.has(client)) return;
  withListener.add(client);
  client.on('error', ignore);
}

/** Ignores the event: the statement in progress rejects as well. */
function ignore(): void {}
