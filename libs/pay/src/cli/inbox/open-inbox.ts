import type { PayInboxStore } from '../../inbox/inbox-store.js';
import { describeThrown } from '../../core/values/describe-thrown.js';
import { postgresStore } from '../../inbox/sql/stores.js';
import { CommandError } from '../command.js';

/** The PostgreSQL database and schema of an inbox. */
export interface InboxAddress {
  url: string;
  /** @default 'pay' */
  schema?: string;
  timeoutMs: number;
}

/** Methods of a store that the commands use. */
export type DeadLetterStore = Pick<
  PayInboxStore,
  'deadLetters' | 'deadLetter' | 'replay' | 'discard' | 'stats'
>;

const loadPg = () => import('pg');

/**
 * Opens the inbox without creating or changing tables.
 *
 * @throws CommandError if `pg` is not installed.
 */
export async function openInbox(
  address: InboxAddress,
  load = loadPg,
): Promise<{ store: DeadLetterStore; close: () => Promise<void> }> {
  const pool = await openPool(address, load);
  return { store: postgresStore({ pool, schema: address.schema }), close: () => pool.end() };
}

/** Opens a pool of two connections. @throws CommandError if `pg` is not installed. */
export async function openPool({ url, timeoutMs }: InboxAddress, load = loadPg) {
  const { default: pg } = await load().catch((error: unknown) => {
    if (describeThrown(error).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError('the package pg is not installed: run npm install pg');
  });
  return new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
}

/** `ECONNREFUSED`, `ENOTFOUND`, … */
const SYSTEM_CODE = /^E[A-Z_]{3,}$/;

/** Explains a database error to an operator. The message contains no password. */
export function inboxProblem(error: unknown, schema = 'pay'): string {
  const { code, message } = describeThrown(error);
  if (code === '42P01' || code === '3F000')
    return `the schema ${schema} of this database has no inbox: check --database-url and --schema`;
  if (code === '42703')
    return `the tables in the schema ${schema} have an older version: start the application, or call store.migrate()`;
  return code !== null && SYSTEM_CODE.test(code)
    ? `PostgreSQL cannot be reached (${code}): check --database-url or DATABASE_URL`
    : `PostgreSQL: ${message}`;
}
