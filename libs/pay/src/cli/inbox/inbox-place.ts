import { UsageError } from '../command.js';

/** Which database an inbox is in, and where in it. */
export type InboxPlace =
  | { kind: 'postgres'; url: string; schema?: string; timeoutMs: number }
  | { kind: 'redis'; url: string; prefix?: string; timeoutMs: number };

/** Options that say it. */
export interface PlaceOptions {
  store?: 'postgres' | 'redis';
  'database-url'?: string;
  'redis-url'?: string;
  schema?: string;
  prefix?: string;
}

const NOWHERE =
  'inbox: say where it is: --database-url or DATABASE_URL for PostgreSQL, --redis-url or REDIS_URL for Redis';

/** Where the inbox is: as the options say, else the environment. @throws UsageError where neither does. */
export function placeOf(
  options: PlaceOptions,
  env: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): InboxPlace {
  const { schema, prefix, 'database-url': database, 'redis-url': redis } = options;
  const kind = options.store ?? kindOf(database, redis) ?? kindOf(env['DATABASE_URL'], env['REDIS_URL']);
  if (kind === undefined) throw new UsageError(NOWHERE);
  const isPostgres = kind === 'postgres';
  if ((isPostgres ? redis : database) !== undefined)
    throw new UsageError(`inbox: --${isPostgres ? 'redis' : 'database'}-url is of no inbox in ${kind}`);
  if ((isPostgres ? prefix : schema) !== undefined)
    throw new UsageError(`inbox: an inbox in ${kind} has no --${isPostgres ? 'prefix' : 'schema'}`);
  const url = isPostgres ? database || env['DATABASE_URL'] : redis || env['REDIS_URL'];
  if (!url) throw new UsageError(NOWHERE);
  return isPostgres
    ? { kind: 'postgres', url, schema, timeoutMs }
    : { kind: 'redis', url, prefix, timeoutMs };
}

function kindOf(database: string | undefined, redis: string | undefined): InboxPlace['kind'] | undefined {
  if (database && redis)
    throw new UsageError('inbox: both databases are named: choose by --store postgres or redis');
  if (database) return 'postgres';
  return redis ? 'redis' : undefined;
}
