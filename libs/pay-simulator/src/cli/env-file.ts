import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { UsageError } from './usage-error.js';

/** Variables that a file gets, and how they changed it. */
export interface EnvFileChanges {
  readonly added: readonly string[];
  readonly replaced: readonly string[];
}

/** Variables that name an account. An application with another value uses a real account. */
const ACCOUNT = /_(CLIENT_ID|CLIENT_SECRET|MERCHANT_ID|API_KEY)$/;

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
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const current = parseEnv(before);
  const names = Object.keys(variables);
  const changed = names.filter((name) => current[name] !== undefined && current[name] !== variables[name]);
  const account = changed.find((name) => ACCOUNT.test(name) && current[name] !== '');
  if (account !== undefined && !force)
    throw new UsageError(
      `${path} has ${account} of another account, so nothing was written: choose another file, or replace the account with --force`,
    );
  const added = names.filter((name) => current[name] === undefined);
  const newline = before.includes('\r\n') ? '\r\n' : '\n';
  const lines = before.split(/\r?\n/).map((line) => {
    const [, start = '', name = ''] = /^(\s*(?:export\s+)?([A-Za-z_]\w*)\s*=)/.exec(line) ?? [];
    return changed.includes(name) ? `${start}${variables[name] ?? ''}` : line;
  });
  if (lines.at(-1) === '') lines.pop();
  lines.push(...added.map((name) => `${name}=${variables[name] ?? ''}`));
  const after = lines.map((line) => line + newline).join('');
  if (added.length + changed.length > 0) writeFileSync(path, after);
  return { added, replaced: changed };
}

/** Describes the changes in a line, without values. */
export function describeChanges(path: string, { added, replaced }: EnvFileChanges): string {
  const parts = [
    added.length > 0 ? `added ${added.join(', ')}` : '',
    replaced.length > 0 ? `replaced ${replaced.join(', ')}` : '',
  ].filter((part) => part !== '');
  return `${path}: ${parts.join('; ') || 'nothing to change'}`;
}
