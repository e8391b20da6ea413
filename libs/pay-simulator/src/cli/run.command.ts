import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Exit code of a shell for a command that does not exist. */
export const NOT_FOUND = 127;

/** Splits the arguments of `pay-simulator run` at `--`. */
export function splitArguments(args: readonly string[]): {
  readonly options: readonly string[];
  readonly command: readonly string[];
} {
  const end = args.indexOf('--');
  if (end < 0) return { options: args, command: [] };
  return { options: args.slice(0, end), command: args.slice(end + 1) };
}

/**
 * Runs a command until it exits, and passes signals to it.
 *
 * @returns The exit code of the command, or 128 plus the number of the signal that ended it.
 */
export async function runCommand(
  [file = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  err: (text: string) => void,
): Promise<number> {
  // Windows can only start commands such as npm.cmd through its shell.
  const child = spawn(file, args, { stdio: 'inherit', env, shell: process.platform === 'win32' });
  const forward = (signal: NodeJS.Signals): void => {
    // The terminal has already sent Ctrl-C to the command.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  try {
    return await new Promise<number>((resolve) => {
      child.once('error', ({ message, code }: NodeJS.ErrnoException) => {
        const problem = code === 'ENOENT' ? 'was not found' : `cannot be started: ${message}`;
        err(`pay-simulator: run: ${file} ${problem}\n`);
        resolve(NOT_FOUND);
      });
      child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
    });
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}
