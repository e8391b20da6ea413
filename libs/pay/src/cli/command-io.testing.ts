import { run } from './run.js';
import type { Command, CommandIo } from './command.js';

/** What a command line came to. */
export interface Ran {
  code: number;
  out: string;
  err: string;
  /** What it went on with. */
  started: [file: string, args: readonly string[]][];
}

/** Runs a command line, or one command with its arguments, beside no process. */
export async function ran(
  args: string[],
  env: CommandIo['env'] = {},
  runner: (args: string[], io: CommandIo) => Promise<number> = run,
): Promise<Ran> {
  const said: Omit<Ran, 'code'> = { out: '', err: '', started: [] };
  const code = await runner(args, {
    env,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    start: (file, given) => {
      said.started.push([file, given]);
      return Promise.resolve();
    },
  });
  return { code, ...said };
}

/** Runs one command whose parts were given. */
export function running(command: Command) {
  return (args: string[], env: CommandIo['env'] = {}): Promise<Ran> =>
    ran(args, env, (given, io) => command.run(given, io));
}
