import type { PayInboxStore } from '../../inbox/inbox-store.js';
import { describeThrown } from '../../core/values/describe-thrown.js';
import { postgresStore } from '../../inbox/sql/postgres-store.js';
import { CommandError } from '../command.js';

/** The PostgreSQL database and schema of an inbox. */
export interface InboxAddress {
  url: string;
  /** @default 'pay' */
  schema?: string;
  timeoutMs: number;
}

/** What the commands use of a store. */
export type InboxDesk = Pick<PayInboxStore, 'deadLetters' | 'deadLetter' | 'replay' | 'discard' | 'stats'>;

/** A store and how to close its connections. */
export interface OpenInbox {
  store: InboxDesk;
  close(): Promise<void>;
}

const loadPg = () => import('pg');

/**
 * Opens the inbox without creating or changing tables.
 *
 * @throws CommandError if `pg` is not installed.
 */
export async function openInbox({ url, schema, timeoutMs }: InboxAddress, load = loadPg): Promise<OpenInbox> {
  const { default: pg } = await installed(load, 'npm install pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  return { store: postgresStore({ pool, schema }), close: () => pool.end() };
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

/** Explains a database error to an operator. The message contains no password. */
export function inboxProblem(error: unknown, { schema = 'pay' }: InboxAddress): string {
  const { code, message } = describeThrown(error);
  if (code === '42P01' || code === '3F000')
    return `there is no inbox in the schema ${schema} of this database: is it another one, or --schema?`;
  if (code === '42703')
    return `the tables in the schema ${schema} are of an older version: start the application, or call store.migrate()`;
  return code !== null && SYSTEM_CODE.test(code)
    ? `PostgreSQL cannot be reached (${code})`
    : `PostgreSQL: ${message}`;
}
