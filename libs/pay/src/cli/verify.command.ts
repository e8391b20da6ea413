import { isAbsolute, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ENVIRONMENT_HOSTS, resolveHosts } from '../core/operation/hosts.js';
import type { Endpoints } from '../core/operation/hosts.js';
import { textOf } from '../nest/options/environment.js';
import { CLASSES, CLASS_NAMES } from '../verify/classes.js';
import { endpointsOutsideDemo } from '../verify/demo-hosts.js';
import { startReceiver } from '../verify/receiver.js';
import { OBSERVED, writeTranscript } from '../verify/transcript-files.js';
import { verify } from '../verify/verify.js';
import type { Person, ProbeClass, Target, VerifyCredentials } from '../verify/verify.types.js';
import { readArguments, readTimeout } from './arguments.js';
import { UsageError } from './command.js';
import type { Command, CommandIo } from './command.js';
import { readEnvironment } from './env-file.js';
import { clientsOf } from './environment.js';
import { verifyText } from './verify-text.js';

const USAGE = `nestjs-pay verify --demo --class name [options]: compare the demo environment with the contract and the simulator

  --demo              run against the demo environment, with the credentials of your demo account
  --class name        class of probes; can be repeated
  --terminal id       card terminal for the class terminal
  --receiver url      public address for the class receiver, which forwards to this machine
  --receiver-port n   port on this machine that --receiver forwards to (3999)
  --write [folder]    store the masked answers (contract/observed)
  --all               list every claim
  --timeout ms        timeout of each request (10000)
  --env-file path     read variables from this file (.env)
  --json              print the report as JSON

${classList()}
Credentials are read from the variables PAY_CLIENT_ID, PAY_DEV, … (docs/reference/module.md). For data services and account
transactions, add PAY_DATA_SERVICES_CLIENT_ID, PAY_ACCOUNT_TRANSACTIONS_CLIENT_ID and their …_CLIENT_SECRET. Ctrl-C ends the run
and prints what was found so far.
Exit code: 0 nothing differs, 1 something differs or nothing was probed, 2 wrong usage.
`;

export const verifyCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<number> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = readArguments(withDefaultFolder(args), {
    demo: flag,
    class: { ...text, multiple: true },
    terminal: text,
    receiver: text,
    'receiver-port': { ...text, default: '3999' },
    write: text,
    all: flag,
    timeout: text,
    'env-file': text,
    json: flag,
  });
  if (positionals.length > 0) throw new UsageError('verify takes only options');
  if (!values.demo)
    throw new UsageError(
      'verify: add --demo; the probes create orders and payments, so they run only in the demo environment',
    );
  if (values.class === undefined) {
    io.err(`nestjs-pay: verify: choose classes of probes with --class\n\n${classList()}`);
    return 2;
  }
  const classes = readClasses(values.class);
  const port = readPort(values['receiver-port']);
  const timeoutMs = readTimeout(values.timeout) ?? 10_000;
  const { env } = readEnvironment(values['env-file'], io);
  const account = accountOf(env);
  requireNeeds(classes, values);
  const receiver = values.receiver === undefined ? undefined : await startReceiver(port, values.receiver);
  announce(classes, io);
  const controller = new AbortController();
  const forget = io.onInterrupt(() => {
    io.err('Interrupted: canceling the open orders. Press Ctrl-C again to end immediately.\n');
    controller.abort();
  });
  try {
    const { report, transcript } = await verify(
      {
        ...account,
        person: personAt(io, controller.signal),
        ...(receiver && { receiver }),
        ...(values.terminal !== undefined && { terminalId: values.terminal }),
        wait: { everyMs: 3000, atMostMs: 15 * 60_000 },
        timeoutMs,
        signal: controller.signal,
        onProbe: ({ id, about }) => io.err(`  ${id}: ${about}\n`),
      },
      classes,
    );
    if (values.write !== undefined)
      io.err(`Wrote ${writeTranscript(folderOf(values.write, io), transcript)}\n`);
    io.out(values.json ? `${JSON.stringify(report, null, 2)}\n` : `\n${verifyText(report, values.all)}`);
    const isEqual = report.claims.every(({ verdict }) => !/differs$/.test(verdict));
    return isEqual && report.claims.some(({ verdict }) => verdict === 'agrees') ? 0 : 1;
  } finally {
    forget();
    await receiver?.close();
  }
}

/** `--write` without a folder means the folder of the project. */
function withDefaultFolder(args: readonly string[]): string[] {
  return args.map((arg, at) => {
    const next = args[at + 1];
    return arg === '--write' && (next === undefined || next.startsWith('-')) ? `--write=${OBSERVED}` : arg;
  });
}

const folderOf = (folder: string, io: CommandIo): string =>
  isAbsolute(folder) ? folder : join(io.folder, folder);

function readClasses(names: readonly string[]): readonly ProbeClass[] {
  const unknown = names.find((name) => !Object.hasOwn(CLASSES, name));
  if (unknown !== undefined)
    throw new UsageError(`--class: expected ${CLASS_NAMES.join(', ')} (received ${unknown})`);
  return CLASS_NAMES.filter((name) => names.includes(name));
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535) return Number(text);
  throw new UsageError('--receiver-port: expected a port, from 1 to 65535');
}

function requireNeeds(
  classes: readonly ProbeClass[],
  { receiver, terminal }: { receiver?: string | undefined; terminal?: string | undefined },
): void {
  if (classes.includes('receiver') && receiver === undefined)
    throw new UsageError(
      '--class receiver: add --receiver with a public address that forwards to this machine',
    );
  if (classes.includes('terminal') && terminal === undefined)
    throw new UsageError('--class terminal: add --terminal with the ID of a terminal of your demo account');
}

const ENDPOINT_VARIABLES = {
  accounts: 'PAY_ENDPOINT_ACCOUNTS',
  api: 'PAY_ENDPOINT_API',
  web: 'PAY_ENDPOINT_WEB',
} as const;
/** Clients that only this command uses, with the prefix of their variables. */
const OTHER_CLIENTS = [
  ['dataServices', 'PAY_DATA_SERVICES'],
  ['accountTransactions', 'PAY_ACCOUNT_TRANSACTIONS'],
] as const;

/** Reads the demo account from the variables. @throws UsageError for an account of the live environment */
function accountOf(env: CommandIo['env']): {
  name: Target['name'];
  endpoints: Required<Endpoints>;
  credentials: VerifyCredentials;
} {
  const { wallet } = clientsOf(env);
  if (wallet === undefined || wallet.clientId === undefined)
    throw new UsageError('verify: set PAY_CLIENT_ID and the other credentials of your demo account');
  const isReplaced = Object.values(ENDPOINT_VARIABLES).every((variable) => textOf(env, variable) !== '');
  if (wallet.dev === false || (wallet.dev !== true && !isReplaced))
    throw new UsageError(
      'PAY_DEV: expected true; verify creates orders and payments, so it does not run in the live environment',
    );
  const endpoints = hostsOf(wallet);
  const [outside] = endpointsOutsideDemo(endpoints);
  if (outside !== undefined)
    throw new UsageError(
      `${ENDPOINT_VARIABLES[outside]}: expected a host of the demo environment or an address on this machine`,
    );
  const { clientId, clientSecret, merchantId, apikey, sourceCode, cloudTerminal } = wallet;
  const credentials: VerifyCredentials = {
    clientId,
    clientSecret,
    merchantId,
    apikey,
    ...(sourceCode && { sourceCode }),
    ...(cloudTerminal && { cloudTerminal }),
  };
  for (const [client, prefix] of OTHER_CLIENTS) {
    const clientId = textOf(env, `${prefix}_CLIENT_ID`);
    const clientSecret = textOf(env, `${prefix}_CLIENT_SECRET`);
    if (clientId !== '' && clientSecret !== '') credentials[client] = { clientId, clientSecret };
  }
  // Only the service's own answers may be stored as answers of the demo environment.
  const isDemo = isDeepStrictEqual(endpoints, ENVIRONMENT_HOSTS.demo);
  return { name: isDemo ? 'demo' : 'simulator', endpoints, credentials };
}

function hostsOf(client: Parameters<typeof resolveHosts>[0]): Required<Endpoints> {
  try {
    return resolveHosts(client);
  } catch (error) {
    const message = (error as Error).message.replace(
      /^endpoints\.(accounts|api|web)/,
      (_, host: keyof typeof ENDPOINT_VARIABLES) => `${ENDPOINT_VARIABLES[host]}:`,
    );
    throw new UsageError(message, { cause: error });
  }
}

/** Says what the classes do before the first request leaves. */
function announce(classes: readonly ProbeClass[], io: CommandIo): void {
  for (const name of classes) {
    const { does, changesAccount } = CLASSES[name];
    io.err(`${name} ${changesAccount ? 'changes your demo account: it ' : ''}${does}\n`);
  }
}

/** Asks the person at the terminal. The probe waits for the effect. */
function personAt(io: CommandIo, signal: AbortSignal): Person {
  const ask = (text: string): Promise<void> => {
    io.err(`\n>>> ${text}\n\n`);
    return Promise.resolve();
  };
  return {
    pay: ({ url, how }) =>
      ask(
        `Pay this order ${how}. Test card of the demo environment: 5239 2907 0000 0101, any later expiry date, any 3 digits as CVV.\n    ${url}`,
      ),
    useTerminal: (terminalId, what) =>
      ask(`At terminal ${terminalId}, ${what}${what === 'present a card' ? '' : ' and wait'}.`),
    registerWebhook: (url, eventTypeIds) =>
      ask(
        `In the demo account, open Settings > API Access > Webhooks, and add ${url} for the events ${eventTypeIds.join(', ')}. Then press Verify.`,
      ),
    waitForRetry: async () => {
      await ask('Leave this running for an hour: the service then delivers the webhook again.');
      await setTimeout(3_600_000, undefined, { signal }).catch(() => undefined);
    },
  };
}

/** Lists the classes with what they do and need. */
function classList(): string {
  const rows = CLASS_NAMES.map((name) => {
    const { does, needs } = CLASSES[name];
    return `  ${name.padEnd(16)}${does}\n${needs === '' ? '' : `${' '.repeat(18)}needs ${needs}\n`}`;
  });
  return `Classes:\n${rows.join('')}`;
}
