import { objectWith, requireOptions } from '../../core/options/option-rules.js';
import { systemClock } from '../../core/values/clock.js';
import { withinTime } from '../../core/values/time-limit.js';
import type { SqlStoreOptions } from './sql-store.js';
import type { SqlDatabase } from './sql-store.js';

const ROLLBACK_MS = 5_000;

/** The part of a `pg` client that a store uses. */
export interface PostgresClient {
  /** Runs one statement. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Returns the client to the pool, or closes it if `destroy` is true. */
  release(destroy?: boolean): void;
  /** Listens for errors between statements. */
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The part of a `pg` pool that a store uses. */
export interface PostgresPool<Client extends PostgresClient> {
  /** Acquires a client from the pool. */
  connect(): Promise<Client>;
  /** Runs one statement on any client. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Options of the pool. `max` is the maximum number of clients. */
  readonly options?: { max?: number };
  /** Listens for errors of idle clients. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Listens for acquired clients. */
  on(event: 'acquire', listener: (client: Client) => void): unknown;
}

/** Options of a store in PostgreSQL. */
export interface PostgresStoreOptions<Client extends PostgresClient> extends SqlStoreOptions {
  /** Your pool. End it after the application was closed. */
  pool: PostgresPool<Client>;
}

const RULES = { pool: { ...objectWith('connect', 'query', 'on'), required: 'pass a Pool of pg' } };

/**
 * Adapts a pool to the interface of SQL stores.
 *
 * @throws RangeError if `pool` is not a pool.
 * @example PaySplitsModule.forRoot({ database: postgresDatabase(pool) })
 */
export function postgresDatabase<Client extends PostgresClient>(
  pool: PostgresPool<Client>,
): SqlDatabase<Client> {
  requireOptions(RULES, { pool }, '');
  listenToPool(pool);
  return {
    connections: pool.options?.max,
    query: <Row>(text: string, values?: unknown[]) => pool.query(text, values) as Promise<{ rows: Row[] }>,
    async transaction(run) {
      const client = await pool.connect();
      let hasBegun = false;
      const session = {
        async query<Row>(text: string, values?: unknown[]) {
          const begin = hasBegun ? '' : 'begin; ';
          hasBegun = true;
          if (values !== undefined && begin !== '') await client.query(begin);
          // A first statement without values is sent together with `begin`, in one round trip.
          const result = await client.query(values === undefined ? begin + text : text, values);
          return (Array.isArray(result) ? result.at(-1) : result) as { rows: Row[] };
        },
      };
      let isCommitted = false;
      listenTo(client);
      try {
        const result = await run(session, client);
        await client.query('commit');
        isCommitted = true;
        return result;
      } finally {
        if (!isCommitted) await rollBack(client);
        // Code that failed or exceeded its time limit may still write, so its connection is closed instead of returned to the pool.
        client.release(!isCommitted);
      }
    },
  };
}

/** Releases the locks before an event is retried. The connection is closed afterwards, whether it responds or not. */
function rollBack(client: PostgresClient): Promise<unknown> {
  return withinTime(systemClock, ROLLBACK_MS, client.query('rollback'), 'no response').catch(ignore);
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

/** The listener stays for the life of the client, which may emit an error while it is being closed. */
function listenTo(client: PostgresClient): void {
  if (withListener.has(client)) return;
  withListener.add(client);
  client.on('error', ignore);
}

/** Ignores the event: the statement in progress rejects as well. */
function ignore(): void {}
