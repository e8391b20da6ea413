import type { Environment } from './env-file.js';
import { UsageError } from './usage-error.js';

/** Environment and output of a command. */
export interface CommandIo {
  readonly env: Environment;
  /** Current folder. */
  readonly folder: string;
  /** Writes to stdout. */
  readonly out: (text: string) => void;
}

/** Reads the value of an option. @throws UsageError if it is no positive integer. */
export function positiveInteger(option: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`${option}: expected a positive integer`);
  return Number(text);
}
