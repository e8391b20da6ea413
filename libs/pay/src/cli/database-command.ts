import { isInstance } from '../core/values/describe-thrown.js';
import { textOf } from '../nest/options/environment.js';
import { readTimeout, throwUsage } from './arguments.js';
import { CommandError, UsageError } from './command.js';
import type { CommandIo } from './command.js';
import { readEnvironment } from './env-file.js';
import { inboxProblem } from './inbox/open-inbox.js';
import type { InboxAddress } from './inbox/open-inbox.js';

/** Options of the commands that read a database. */
const DATABASE_OPTIONS = ['database-url', 'schema', 'timeout', 'env-file', 'json'];

/** Values of the options. */
export type DatabaseValues = Partial<Record<'database-url' | 'schema' | 'timeout' | 'env-file', string>>;

const DEFAULT_TIMEOUT_MS = 5_000;

/** Refuses options of other actions. @throws UsageError that names the first one. */
export function requireOptionsOf(action: string, values: object, allowed: readonly string[]): void {
  const known = [...DATABASE_OPTIONS, ...allowed];
  // An option without a value that is not set is false.
  const unsupported = Object.entries(values).find(
    ([name, value]) => value !== false && !known.includes(name),
  );
  if (unsupported !== undefined) throw new UsageError(`${action} does not take --${unsupported[0]}`);
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
  const url = values['database-url'] ?? textOf(readEnvironment(values['env-file'], io).env, 'DATABASE_URL');
  if (url === '') throw new UsageError(missing);
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
