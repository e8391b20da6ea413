import { VERSION } from '../core/values/version.js';
import { describeThrown, isInstance } from '../core/values/describe-thrown.js';
import { didYouMean } from '../core/values/nearest-name.js';
import { helpText, wrapped } from './command-text.js';
import { UsageError } from './command.js';
import { NESTJS_PAY_USAGE } from './help.generated.js';
import type { Command, CommandIo } from './command.js';

interface Entry {
  /** First line of the help, and the line in the list of commands. */
  about: string;
  /** Loads the command. A command loads only its own peer dependencies. */
  load: () => Promise<Command>;
}

/** The commands by the title above them in the help. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  'Set up': {
    doctor: {
      about: 'Check credentials, scopes, endpoints, the clock and webhooks',
      load: async () => (await import('./doctor.command.js')).doctorCommand,
    },
    migrations: {
      about: 'Print the SQL of the tables for your own migrations',
      load: async () => (await import('./migrations.command.js')).migrationsCommand,
    },
  },
  'Explain payments': {
    lookup: {
      about: 'Show what the service and your application know about a payment',
      load: async () => (await import('./operator/lookup.command.js')).lookupCommand,
    },
    payouts: {
      about: 'Explain the amounts on your bank statement, as a table and CSV',
      load: async () => (await import('./payouts.command.js')).payoutsCommand,
    },
    reconcile: {
      about: 'List open orders and missed events',
      load: async () => (await import('./operator/reconcile.command.js')).reconcileCommand,
    },
    resolve: {
      about: 'Show what became of a call whose outcome is unknown',
      load: async () => (await import('./operator/resolve.command.js')).resolveCommand,
    },
  },
  Operate: {
    inbox: {
      about: 'List, show, replay and discard dead letters of a durable inbox',
      load: async () => (await import('./inbox/inbox.command.js')).inboxCommand,
    },
    restored: {
      about: 'Make keys ask before they send, after a restore or failover',
      load: async () => (await import('./operator/restored.command.js')).restoredCommand,
    },
  },
};

const COMMANDS = Object.fromEntries(Object.values(GROUPS).flatMap((commands) => Object.entries(commands)));

/** Commands that another package contains now. */
const MOVED: Readonly<Record<string, string>> = {
  simulator: 'pay-simulator',
  verify: 'pay-simulator verify --demo',
};

const COMMAND_LIST = Object.entries(GROUPS).map(([title, commands]) => {
  const rows = Object.entries(commands).map(([name, { about }]) => `  ${name}  ${about}\n`);
  return `${title}:\n${rows.join('')}`;
});
const USAGE = NESTJS_PAY_USAGE.replace('{commands}', COMMAND_LIST.join('\n').trimEnd());

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
  else return (await commandNamed(name).load()).run(args, io);
  return 0;
}

/** Returns the help of a command. @param name - Undefined for the list of commands. */
async function helpOf(name: string | undefined, { isTerminal, env }: CommandIo): Promise<string> {
  const entry = name === undefined ? undefined : commandNamed(name);
  const text = entry === undefined ? USAGE : `${entry.about}.\n\n${(await entry.load()).usage}`;
  return helpText(text, isTerminal && !env['NO_COLOR']);
}

function commandNamed(name: string): Entry {
  if (name.startsWith('-')) throw new UsageError(`expected a command before ${name}`);
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry !== undefined) return entry;
  if (Object.hasOwn(MOVED, name))
    throw new UsageError(`${name} moved to the package pay-simulator: run npx ${MOVED[name]}`);
  throw new UsageError(`unknown command ${name}${didYouMean(name, Object.keys(COMMANDS))}`);
}
