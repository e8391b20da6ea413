/** What a command has of the process that it runs in. */
export interface CommandIo {
  env: Readonly<Record<string, string | undefined>>;
  /** Writes to stdout. */
  out: (text: string) => void;
  /** Writes to stderr. */
  err: (text: string) => void;
  /** Goes on with another program of the package, in this process. */
  start: (file: string, args: readonly string[]) => Promise<void>;
}

/** A command of `nestjs-pay`. */
export interface Command {
  /** What `--help` prints. */
  usage: string;
  /** @returns the exit code: 0 done, 1 not. @throws UsageError for wrong usage. */
  run(args: string[], io: CommandIo): Promise<number>;
  /** Where it reads `--help` itself. */
  helpsItself?: boolean;
}

/** The command was not written as it must be: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something outside of the command stands in its way, and the message says what: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
