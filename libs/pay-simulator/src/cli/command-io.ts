import type { Environment } from './env-file.js';

/** What a command reads and writes. */
export interface CommandIo {
  readonly env: Environment;
  /** Current folder. */
  readonly folder: string;
  /** Whether stdout is a terminal. */
  readonly isTerminal?: boolean;
  /** Writes to stdout. */
  readonly out: (text: string) => void;
}
