import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './command.js';
import type { CommandIo } from './command.js';

/** An assignment as `dotenv` reads it, which Nest uses. Node's `parseEnv` does not know `KEY: value`. */
const ASSIGNMENT =
  /^\s*(?:export\s+)?(?<name>[\w.-]+)(?:\s*=|:\s)(?<value>\s*(?<quote>['"`])(?:\\\k<quote>|(?!\k<quote>)[^])*\k<quote>(?=\s*?(?:#.*)?$)|[^#\n]*)/gm;

/**
 * Adds the variables of a file to those of the process, which come first, as they do in an application.
 *
 * @returns the variables, and the file that some of them are from; null if no file was read.
 * @param file - Value of `--env-file`. @default `.env` in the current folder, if it exists
 * @throws UsageError if the named file cannot be read.
 */
export function readEnvironment(file: string | undefined, { env, folder }: CommandIo) {
  const name = file ?? '.env';
  const text = readText(join(folder, name)) ?? (file === undefined ? null : readText(name));
  if (text === null) {
    if (file !== undefined) throw new UsageError(`--env-file: ${file} cannot be read`);
    return { env, file: null };
  }
  return { env: { ...readVariables(text), ...env }, file: name };
}

/** Reads the variables of a `.env` file as the application reads them. */
export function readVariables(text: string): Record<string, string> {
  const assignments = [...text.replace(/\r\n?/g, '\n').matchAll(ASSIGNMENT)];
  return Object.fromEntries(
    assignments.map(({ groups: { name = '', value = '' } = {} }) => [name, readValue(value.trim())]),
  );
}

function readValue(text: string): string {
  const value = text.replace(/^(['"`])([^]*)\1$/, '$2');
  return text.startsWith('"') ? value.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : value;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
