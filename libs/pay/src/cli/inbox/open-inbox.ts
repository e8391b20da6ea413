import type { PayInboxStore } from '../../inbox/inbox-store.js';
import { describeThrown } from '../../core/describe-thrown.js';
import { postgresStore } from '../../inbox/sql/postgres-store.js';
import { CommandError } from '../command.js';
import type { InboxPlace } from './inbox-place.js';

/** What the commands use of a store. */
export type InboxDesk = Pick<PayInboxStore, 'deadLetters' | 'deadLetter' | 'replay' | 'discard' | 'stats'>;

/** A store whose connections are to be ended. */
export interface OpenInbox {
  store: InboxDesk;
  close(): Promise<void>;
}

/** Loads what a user installs. */
export const DRIVERS = {
  postgres: () => import('pg'),
  redis: () => import('../../inbox/redis/redis-store.js'),
};

/** Opens the library's own store. Makes and changes no table. @throws CommandError for a package that is not there. */
export function openInbox(place: InboxPlace, drivers = DRIVERS): Promise<OpenInbox> {
  return place.kind === 'postgres' ? openPostgres(place, drivers) : openRedis(place, drivers);
}

async function openPostgres(
  { url, schema, timeoutMs }: InboxPlace & { kind: 'postgres' },
  { postgres }: typeof DRIVERS,
): Promise<OpenInbox> {
  const { default: pg } = await installed(postgres, 'npm install pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  return { store: postgresStore({ pool, schema }), close: () => pool.end() };
}

async function openRedis(
  { url, prefix, timeoutMs }: InboxPlace & { kind: 'redis' },
  { redis }: typeof DRIVERS,
): Promise<OpenInbox> {
  const { redisStore } = await installed(redis, 'npm install bullmq ioredis');
  // Who asks once waits for no server to come back.
  const connection = { url, connectTimeout: timeoutMs, retryStrategy: () => null };
  const store = redisStore({ connection, prefix, timeoutMs });
  return { store, close: () => store.close() };
}

async function installed<Module>(load: () => Promise<Module>, command: string): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (describeThrown(error).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError(`a package is missing beside nestjs-pay: ${command}`);
  }
}

/** `ECONNREFUSED`, `ENOTFOUND`, … */
const SYSTEM_CODE = /^E[A-Z_]{3,}$/;

/** What a database said, in words for operators. Holds no password. */
export function inboxProblem(error: unknown, place: InboxPlace): string {
  const { code, message } = describeThrown(error);
  const schema = place.kind === 'postgres' ? (place.schema ?? 'pay') : '';
  if (code === '42P01' || code === '3F000')
    return `there is no inbox in the schema ${schema} of this database: is it another one, or --schema?`;
  if (code === '42703')
    return `the tables in the schema ${schema} are of an older version: start the application, or call store.migrate()`;
  const name = place.kind === 'postgres' ? 'PostgreSQL' : 'Redis';
  return code !== null && SYSTEM_CODE.test(code)
    ? `${name} cannot be reached (${code})`
    : `${name}: ${message}`;
}
