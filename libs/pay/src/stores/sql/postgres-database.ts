import { objectWith, requireOptions } from '../../core/options/option-rules.js';
import { systemClock } from '../../core/values/clock.js';
import { waitAtMost } from '../../core/values/time-limit.js';
import type { SqlStoreOptions } from './sql-store.js';
import type { SqlDatabase } from './sql-store.js';

const ROLLBACK_MS = 5_000;

/** Runs statements on one connection. */
export interface PostgresQueryable {
  /** Runs one statement. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The part of a `pg` client that a store uses. */
export interface PostgresClient extends PostgresQueryable {
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

const POOL = objectWith('connect', 'query', 'on');
const RULES = {
  pool: {
    required: 'pass a Pool of pg',
    problem: (value: unknown): string | null =>
      POOL.problem?.(value) ??
      // A Client of pg has the same methods, but only one connection.
      ((value as object).constructor?.name === 'Client' ? 'must be a Pool of pg, not a Client' : null),
  },
};

/** Adapts a pool to the interface of SQL stores. @throws RangeError if `pool` is not a pool. */
export function postgresDatabase<Client extends PostgresClient>(
  pool: PostgresPool<Client>,
): SqlDatabase<Client> {
  requireOptions(RULES, { pool }, '');
  listenToPool(pool);
  return {
    connections: pool.options?.max,
    query: <Row>(text: string, values?: unknown[]) => pool.query(text, values) as Promise<{ rows: Row[] }>,
    transaction: (run) =>
      withClient(pool, async (handle, client, close) => {
        let hasBegun = false;
        const session = {
          async query<Row>(text: string, values?: unknown[]) {
            const begin = hasBegun ? '' : 'begin isolation level read committed; ';
            hasBegun = true;
            if (values !== undefined && begin !== '') await client.query(begin);
            // A first statement without values is sent together with `begin`, in one round trip.
            const result = await client.query(values === undefined ? begin + text : text, values);
            return (Array.isArray(result) ? result.at(-1) : result) as { rows: Row[] };
          },
        };
        const result = await run(session, handle);
        close();
        await client.query('commit');
        return result;
      }),
  };
}

/**
 * Runs a function with a client of a pool. Afterwards, the client refuses statements of code that is still running. If the
 * function rejects, the client is rolled back and closed instead of returned to the pool.
 *
 * Use it in an adapter for `sqlStore` to a library on `pg`, such as Drizzle. The function begins and commits the transaction itself.
 *
 * @param run - Receives the client.
 * @throws The error of `run`.
 * @example
 * const orders = await withPoolClient(new Pool(), async (client: PoolClient) => {
 *   await client.query('begin isolation level read committed');
 *   const { rows } = await client.query('select * from orders');
 *   await client.query('commit');
 *   return rows;
 * });
 */
export function withPoolClient<Client extends PostgresClient, Result>(
  pool: PostgresPool<Client>,
  run: (client: Client) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, run);
}

/** @param run - Receives the client for a handler, the client itself, and a function that ends the use of the first one. */
async function withClient<Client extends PostgresClient, Result>(
  pool: PostgresPool<Client>,
  run: (handle: Client, client: Client, close: () => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  listenTo(client);
  const { handle, close } = closable(client);
  let hasEnded = false;
  try {
    const result = await run(handle, client, close);
    hasEnded = true;
    return result;
  } finally {
    close();
    if (!hasEnded) await rollBack(client);
    // Code that failed or exceeded its time limit may still write, so its connection is closed instead of returned to the pool.
    client.release(!hasEnded);
  }
}

/** Returns a client that refuses all calls after `close`, because the next user of the pool gets the same object. */
function closable<Client extends object>(client: Client): { handle: Client; close: () => void } {
  let isClosed = false;
  const handle = new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || name === 'constructor') return member;
      return (...values: unknown[]): unknown => {
        if (!isClosed) return Reflect.apply(member, target, values);
        const error = new Error('the transaction has ended: await each statement of a handler');
        if (name !== 'query') throw error;
        return Promise.reject(error);
      };
    },
  });
  return { handle, close: () => void (isClosed = true) };
}

/**
 * Ends an attempt and releases its locks before the event is retried. The caller closes the connection afterwards, whether it responds
 * or not: without a response, the server rolls back when it notices.
 *
 * @param first - Rolls back in the library, for its own subscribers. Its errors are ignored.
 */
export async function rollBack(
  client: PostgresQueryable,
  first: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const end = async (): Promise<void> => {
    await first().catch(ignore);
    // The second transaction refuses what a late handler writes before the connection is closed.
    await client.query('rollback; begin read only');
  };
  await waitAtMost(systemClock, ROLLBACK_MS, end());
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
