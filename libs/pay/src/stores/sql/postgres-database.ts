import { isInstance } from '../../core/describe-thrown.js';
import { systemClock } from '../../core/clock.js';
import { TimeLimitError, withinTime } from '../../core/time-limit.js';
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
  // A pool whose server went away says so by an event, and an `error` event without a listener ends the process.
  pool.on('error', ignore);
  // At once: one that ends while it is handed over says so before whoever asked for it can listen.
  pool.on('acquire', listenTo);
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

const heard = new WeakSet<PostgresClient>();

/** For as long as it lives: one that is being closed may still have an error to tell. */
function listenTo(client: PostgresClient): void {
  if (heard.has(client)) return;
  heard.add(client);
  client.on('error', ignore);
}

/** The statement that is under way rejects as well. */
function ignore(): void {}
