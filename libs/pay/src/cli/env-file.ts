import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { UsageError } from './command.js';
import type { CommandIo } from './command.js';

/** Variables of a command, and the file that some of them are from. */
export interface CommandEnvironment {
  env: CommandIo['env'];
  /** Null if no file was read. */
  file: string | null;
}

/**
 * Adds the variables of a file to those of the process, which come first, as they do in an application.
 *
 * @param file - Value of `--env-file`. @default `.env` in the current folder, if it exists
 * @throws UsageError if the named file cannot be read.
 */
export function readEnvironment(file: string | undefined, { env, folder }: CommandIo): CommandEnvironment {
  const name = file ?? '.env';
  const text = readText(join(folder, name)) ?? (file === undefined ? null : readText(name));
  if (text === null) {
    if (file !== undefined) throw new UsageError(`--env-file: ${file} cannot be read`);
    return { env, file: null };
  }
  return { env: { ...parseEnv(text), ...env }, file: name };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
