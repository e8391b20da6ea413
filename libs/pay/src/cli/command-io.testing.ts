import { run } from './run.js';
import type { CommandIo } from './command.js';

/** Result of a command line. */
export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

const NO_FOLDER = '/no/such/folder';

/** Runs a command line without a process, and without a .env file. */
export async function runLine(
  args: string[],
  env: CommandIo['env'] = {},
  runner: (args: string[], io: CommandIo) => Promise<number> = run,
): Promise<CommandResult> {
  const output: Omit<CommandResult, 'code'> = { out: '', err: '' };
  const code = await runner(args, {
    env,
    folder: NO_FOLDER,
    isTerminal: false,
    out: (text) => void (output.out += text),
    err: (text) => void (output.err += text),
  });
  return { code, ...output };
}
