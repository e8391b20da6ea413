import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './usage-error.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that a file gets, and how they changed it. */
interface EnvFileChanges {
  readonly added: readonly string[];
  readonly replaced: readonly string[];
}

/** Variables that name an account. An application with another value uses a real account. */
const ACCOUNT = /_(CLIENT_ID|CLIENT_SECRET|MERCHANT_ID|API_KEY)$/;

/** An assignment as `dotenv` reads it, which Nest uses: `KEY=value` or `KEY: value`. A quoted value can have several lines. */
const ASSIGNMENT =
  /^(?<start>\s*(?:export\s+)?(?<name>[\w.-]+)(?:\s*=|:\s))(?<value>\s*(?<quote>['"`])(?:\\\k<quote>|(?!\k<quote>)[^])*\k<quote>(?=\s*?(?:#.*)?$)|[^#\n]*)/gm;

/** Reads the variables of a text whose lines end with `\n`. Escapes in values stay as they are. */
export function readVariables(text: string): ReadonlyMap<string, string> {
  const assignments = [...text.matchAll(ASSIGNMENT)];
  return new Map(
    assignments.map(({ groups: { name = '', value = '' } = {} }) => [
      name,
      value.trim().replace(/^(['"`])([^]*)\1$/, '$2'),
    ]),
  );
}

/**
 * Adds the variables of a file to those of the process, which come first.
 *
 * @param file - path of the file. @default `.env` in the folder, if it exists
 * @throws UsageError if the named file cannot be read
 */
export function readEnvironment(env: Environment, folder: string, file?: string): Environment {
  const name = file ?? '.env';
  try {
    const text = readFileSync(resolve(folder, name), 'utf8').replace(/\r\n?/g, '\n');
    return { ...Object.fromEntries(readVariables(text)), ...env };
  } catch {
    if (file !== undefined) throw new UsageError(`--env-file: ${file} cannot be read`);
    return env;
  }
}

/**
 * Writes variables to a `.env` file. Other lines stay as they are. Creates the file if it does not exist.
 *
 * @param options.force - Also replaces the credentials of another account.
 * @throws UsageError if the file has the credentials of another account. Nothing is written.
 */
export function writeEnvFile(
  path: string,
  variables: Readonly<Record<string, string>>,
  { force = false }: { readonly force?: boolean } = {},
): EnvFileChanges {
  const file = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const before = file.replace(/\r\n?/g, '\n');
  const current = readVariables(before);
  const names = Object.keys(variables);
  const replaced = names.filter((name) => current.has(name) && current.get(name) !== variables[name]);
  const account = replaced.find((name) => ACCOUNT.test(name) && current.get(name) !== '');
  if (account !== undefined && !force)
    throw new UsageError(
      `${path} has ${account} of another account, so nothing was written: choose another file, or replace the account with --force`,
    );
  const added = names.filter((name) => !current.has(name));
  const changes = { added, replaced };
  if (added.length + replaced.length === 0) return changes;
  const kept = before.replace(ASSIGNMENT, (assignment, start: string, name: string, value: string) =>
    replaced.includes(name)
      ? start + (variables[name] ?? '') + value.slice(value.trimEnd().length)
      : assignment,
  );
  const lines = added.map((name) => `${name}=${variables[name] ?? ''}\n`);
  const after = (kept === '' || kept.endsWith('\n') ? kept : `${kept}\n`) + lines.join('');
  // A new line can become part of a value, for example after a last line `KEY:`.
  const written = readVariables(after);
  const expected = new Map([...current, ...Object.entries(variables)]);
  if (written.size !== expected.size || [...expected].some(([name, value]) => written.get(name) !== value))
    throw new UsageError(
      `${path} has a value without a clear end, so nothing was written: quote that value, or choose another file`,
    );
  writeFileSync(path, file.includes('\r\n') ? after.replaceAll('\n', '\r\n') : after);
  return changes;
}

/** Describes the changes, without values. */
export function describeChanges(path: string, { added, replaced }: EnvFileChanges): string {
  const parts = [
    added.length > 0 ? `added ${added.join(', ')}` : '',
    replaced.length > 0 ? `replaced ${replaced.join(', ')}` : '',
  ].filter((part) => part !== '');
  return `${path}: ${parts.join('; ') || 'nothing to change'}`;
}
