import { systemClock } from '../../core/clock.js';
import { InboxTimeoutError, withinTime } from '../time-limit.js';
import type { PayInboxStore } from '../inbox-store.js';
import { SqlInboxStore } from './sql-inbox-store.js';
import type { SqlInboxStoreOptions } from './sql-inbox-store.js';
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
  /** Ends that. */
  off(event: 'error', listener: (error: Error) => void): unknown;
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
}

/** Options of `postgresStore`. */
export interface PostgresStoreOptions<Client extends PostgresClient> extends SqlInboxStoreOptions {
  /** Yours: end it after the application was closed. */
  pool: PostgresPool<Client>;
}

/**
 * Keeps an inbox in PostgreSQL (10 or newer; tried with 18). `@PayTransaction()` gives handlers the pool's client, in its open transaction.
 *
 * @example durableInbox({ store: postgresStore({ pool: new Pool({ connectionString }) }) })
 */
export function postgresStore<Client extends PostgresClient>({
  pool,
  ...options
}: PostgresStoreOptions<Client>): PayInboxStore<Client> {
  // A pool whose server went away says so by an event, and an `error` event without a listener ends the process.
  pool.on('error', ignore);
  return new SqlInboxStore(databaseOf(pool), options);
}

/** A pool as a database with transactions. */
export function databaseOf<Client extends PostgresClient>(pool: PostgresPool<Client>): SqlDatabase<Client> {
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
      client.on('error', ignore);
      try {
        await client.query('begin');
        const result = await run(session, client);
        await client.query('commit');
        return result;
      } catch (error) {
        // Whoever did not end in time may still write: closed, the connection takes nothing back into the pool with it.
        broken = error instanceof InboxTimeoutError || !(await isRolledBack(client));
        throw error;
      } finally {
        // A connection that is being closed may still have an error to tell.
        if (!broken) client.off('error', ignore);
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

/** The statement that is under way rejects as well. */
function ignore(): void {}
