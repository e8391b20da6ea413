import { isInstance } from '../core/values/describe-thrown.js';
import { readTimeout, throwUsage } from './arguments.js';
import { CommandError, UsageError } from './command.js';
import type { CommandIo } from './command.js';
import { readEnvironment } from './env-file.js';
import { inboxProblem } from './inbox/open-inbox.js';
import type { InboxAddress } from './inbox/open-inbox.js';

const TEXT = { type: 'string' } as const;
/** Options of the commands that read a database. */
export const DATABASE_OPTIONS = {
  'database-url': TEXT,
  schema: TEXT,
  timeout: TEXT,
  'env-file': TEXT,
  json: { type: 'boolean', default: false },
} as const;

/** Values of {@link DATABASE_OPTIONS}. */
export type DatabaseValues = Partial<Record<'database-url' | 'schema' | 'timeout' | 'env-file', string>>;

const DEFAULT_TIMEOUT_MS = 5_000;

/** Refuses options of other actions. @throws UsageError that names the first one. */
export function requireOptionsOf(action: string, values: object, allowed: readonly string[]): void {
  const unsupported = Object.keys(values).find(
    (option) => !Object.hasOwn(DATABASE_OPTIONS, option) && !allowed.includes(option),
  );
  if (unsupported !== undefined) throw new UsageError(`${action} does not take --${unsupported}`);
}

/**
 * Runs on a database and closes it.
 *
 * @param missing - The error message if no database is named.
 * @throws UsageError for wrong options. @throws CommandError without the password of the database.
 */
export async function withDatabase<Opened extends { close: () => Promise<void> }>(
  values: DatabaseValues,
  io: CommandIo,
  missing: string,
  open: (address: InboxAddress) => Promise<Opened>,
  run: (opened: Opened) => Promise<number>,
): Promise<number> {
  const url = values['database-url'] ?? readEnvironment(values['env-file'], io).env['DATABASE_URL'];
  if (!url) throw new UsageError(missing);
  const timeoutMs = readTimeout(values.timeout) ?? DEFAULT_TIMEOUT_MS;
  try {
    const opened = await open({ url, schema: values.schema, timeoutMs }).catch(throwUsage);
    try {
      return await run(opened);
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (isInstance(error, CommandError) || isInstance(error, UsageError)) throw error;
    throw new CommandError(inboxProblem(error, values.schema), { cause: error });
  }
}
