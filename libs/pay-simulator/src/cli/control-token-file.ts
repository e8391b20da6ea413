import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { newControlToken } from '../http/control-token.js';
import { UsageError } from './usage-error.js';

/** Reads a control token. @throws UsageError if the file cannot be read or is empty. */
export function readToken(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = 'failed' } = error as NodeJS.ErrnoException;
    throw new UsageError(`--control-token-file: cannot read ${path} (${code})`);
  }
  if (text === '') throw new UsageError(`--control-token-file: ${path} is empty; expected a control token`);
  return text;
}

/** Reads a control token, or stores a new one if the file does not exist. */
export function readOrCreateToken(path: string): string {
  if (!existsSync(path)) {
    try {
      writeFileSync(path, `${newControlToken()}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      const { code = 'failed' } = error as NodeJS.ErrnoException;
      throw new UsageError(`--control-token-file: cannot write ${path} (${code})`);
    }
  }
  return readToken(path);
}
