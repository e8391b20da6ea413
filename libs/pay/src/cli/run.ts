import { VERSION } from '../core/values/version.js';
import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import { didYouMean } from '../core/values/nearest-name.js';
import { wrapped } from './command-text.js';
import { UsageError } from './command.js';
import type { Command, CommandIo } from './command.js';

interface Entry {
  /** Line in the list of commands. */
  about: string;
  /** Loads the command. A command loads only its own peer dependencies. */
  load: () => Promise<Command>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  doctor: {
    about: 'check credentials, scopes, endpoints, the clock and webhooks',
    load: async () => (await import('./doctor.command.js')).doctorCommand,
  },
  inbox: {
    about: 'list, show, replay and discard dead letters of a durable inbox',
    load: async () => (await import('./inbox/inbox.command.js')).inboxCommand,
  },
  lookup: {
    about: 'show what the service and your application know about a payment',
    load: async () => (await import('./operator/lookup.command.js')).lookupCommand,
  },
  migrations: {
    about: 'print the SQL of the tables for your own migrations',
    load: async () => (await import('./migrations.command.js')).migrationsCommand,
  },
  payouts: {
    about: 'explain the amounts on your bank statement, as a table and CSV',
    load: async () => (await import('./payouts.command.js')).payoutsCommand,
  },
  reconcile: {
    about: 'list open orders and missed events',
    load: async () => (await import('./operator/reconcile.command.js')).reconcileCommand,
  },
  resolve: {
    about: 'show what became of a call whose outcome is unknown',
    load: async () => (await import('./operator/resolve.command.js')).resolveCommand,
  },
  restored: {
    about: 'after a restore or failover, make keys ask before they send',
    load: async () => (await import('./operator/restored.command.js')).restoredCommand,
  },
};

/** Commands that another package contains now. */
const MOVED: Readonly<Record<string, string>> = {
  simulator: 'pay-simulator',
  verify: 'pay-simulator verify --demo',
};

const USAGE = `nestjs-pay <command> [options]: tools for the payment service

${Object.entries(COMMANDS)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}\n`)
  .join('')}
  help <command>, --version

Examples:
  nestjs-pay doctor --webhook https://shop.example/pay/webhook
  nestjs-pay lookup 4271655739472609

Page: https://github.com/nestjs-pay/nestjs-pay/blob/main/docs/reference/cli.md
Exit code: 0 success, 1 failure, 2 wrong usage.
`;

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
    io.err(USAGE);
    return 2;
  }
  if (name === '--version' || name === '-v') {
    io.out(`${VERSION}\n`);
    return 0;
  }
  if (name === 'help' || name === '--help' || name === '-h') return help(args[0], io);
  const command = await commandNamed(name);
  return args.some((arg) => arg === '--help' || arg === '-h') ? help(name, io) : command.run(args, io);
}

async function help(name: string | undefined, io: CommandIo): Promise<number> {
  io.out(name === undefined ? USAGE : (await commandNamed(name)).usage);
  return 0;
}

function commandNamed(name: string): Promise<Command> {
  if (name.startsWith('-')) throw new UsageError(`expected a command before ${name}`);
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry !== undefined) return entry.load();
  if (Object.hasOwn(MOVED, name))
    throw new UsageError(`${name} moved to the package pay-simulator: run npx ${MOVED[name]}`);
  throw new UsageError(`unknown command ${name}${didYouMean(name, Object.keys(COMMANDS))}`);
}
