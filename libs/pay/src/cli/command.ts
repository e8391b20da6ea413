/** Process functions that a command uses. */
export interface CommandIo {
  env: Readonly<Record<string, string | undefined>>;
  /** Current folder. */
  folder: string;
  /** Whether stdout is a terminal. */
  isTerminal: boolean;
  /** Writes to stdout. */
  out: (text: string) => void;
  /** Writes to stderr. */
  err: (text: string) => void;
}

/** A command of `nestjs-pay`. */
export interface Command {
  /** Text of the help. `helpText` aligns and wraps it. */
  usage: string;
  /** @returns the exit code: 0 for success, 1 for failure. @throws UsageError for wrong usage. */
  run(args: string[], io: CommandIo): Promise<number>;
}

/** The arguments are invalid: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed for an external reason, which the message names: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Writes the data of a command for `--json`. */
export function jsonText(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}
