import { VERSION } from '../core/values/version.js';
import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import { didYouMean } from '../core/values/nearest-name.js';
import { helpText, wrapped } from './command-text.js';
import { UsageError } from './command.js';
import { NESTJS_PAY_USAGE } from './help.generated.js';
import type { Command, CommandIo } from './command.js';

/** The commands, in the order of `nestjs-pay.txt`. Each loads only its own peer dependencies. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  doctor: () => import('./doctor.command.js'),
  migrations: () => import('./migrations.command.js'),
  lookup: () => import('./operator/lookup.command.js'),
  payouts: () => import('./payouts.command.js'),
  reconcile: () => import('./operator/reconcile.command.js'),
  resolve: () => import('./operator/resolve.command.js'),
  inbox: () => import('./inbox/inbox.command.js'),
  restored: () => import('./operator/restored.command.js'),
};

/** Runs a command line, given without the names of Node and the program. Returns the exit code and never throws. */
export async function run(args: readonly string[], io: CommandIo): Promise<number> {
  const [name] = args;
  try {
    return await dispatch(args, io);
  } catch (error) {
    const isUsage = isInstance(error, UsageError);
    const help =
      name !== undefined && Object.hasOwn(COMMANDS, name) ? `nestjs-pay help ${name}` : 'nestjs-pay help';
    const { message } = describeThrown(error);
    io.err(`${wrapped(`nestjs-pay: ${message}${isUsage ? ` (see ${help})` : ''}`)}\n`);
    return isUsage ? 2 : 1;
  }
}

async function dispatch([name, ...args]: readonly string[], io: CommandIo): Promise<number> {
  if (name === undefined) {
    io.err(await helpOf(undefined, io));
    return 2;
  }
  if (name === '--version' || name === '-v') {
    io.out(`${VERSION}\n`);
    return 0;
  }
  const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h';
  if (name === 'help' || isHelp(name)) io.out(await helpOf(args[0], io));
  else if (args.some(isHelp)) io.out(await helpOf(name, io));
  else return (await commandNamed(name)()).run(args, io);
  return 0;
}

/** Returns the help of a command. @param name - Undefined for the list of commands. */
async function helpOf(name: string | undefined, { isTerminal, env }: CommandIo): Promise<string> {
  const usage = name === undefined ? NESTJS_PAY_USAGE : (await commandNamed(name)()).usage;
  return helpText(usage, isTerminal && !env['NO_COLOR']);
}

function commandNamed(name: string): () => Promise<Command> {
  if (name.startsWith('-')) throw new UsageError(`expected a command before ${name}`);
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load !== undefined) return load;
  throw new UsageError(`unknown command ${name}${didYouMean(name, Object.keys(COMMANDS))}`);
}
