#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPaySimulator, type PaySimulator, type PaySimulatorOptions } from './index.js';
import { RETURN_PATHS } from './checkout/return.pages.js';
import { helpHint, namingOption, readArguments } from './cli/arguments.js';
import { describeChanges, writeEnvFile } from './cli/env-file.js';
import { readOrCreateToken } from './cli/control-token-file.js';
import { RUN_USAGE, SIMULATOR_OPTIONS, SIMULATOR_USAGE } from './cli/page-files.generated.js';
import type { Seed, SeedWebhook } from './cli/seed-file.js';
import { runNext } from './cli/next.command.js';
import { UsageError } from './cli/usage-error.js';
import { helpText, wrapped } from './cli/command-text.js';
import { runWorlds } from './cli/worlds.command.js';
import { registerWhenUp } from './deliveries/awaited-receivers.js';
import { didYouMean } from './domain/nearest-name.js';
import { VERSION } from './http/version.js';
import { wasReached } from './wiring/simulator.js';

/** Transaction Payment Created: the event that the README's application handles. */
const DEFAULT_EVENTS = '1796';
/** Delay between attempts to register a receiver, in real milliseconds. */
const RETRY_DELAY_MS = 500;
/** The same for a command that `run` has just started. */
const RUN_RETRY_DELAY_MS = 100;
/** Time for an orderly stop, in real milliseconds. */
const MAX_STOP_MS = 500;
const TEST_CARD = '5239 2907 0000 0101, any future date and security code';

const OPTIONS = {
  ...SIMULATOR_OPTIONS,
  'allow-host': { type: 'string', multiple: true },
  'env-file': { type: 'string' },
} as const;

/** Reads the command-line options. @param isRun - Whether they are those of `run`. @throws UsageError for an invalid value. */
function readOptions(args: readonly string[], isRun = false) {
  const {
    values: { help, version, force, webhook, events = DEFAULT_EVENTS, port, holidays, ...values },
  } = readArguments('', args, OPTIONS);
  const days = holidays?.split(',');
  if (days !== undefined && !values['business-days'])
    throw new UsageError('--holidays needs --business-days');
  if (events !== 'all' && !/^\d{1,6}(,\d{1,6})*$/.test(events))
    throw new UsageError('--events: expected all, or event types such as 1796,1797');
  const { account, mark, seed, strict, host } = values;
  const caDir = values['ca-dir'];
  // createPaySimulator checks the values.
  const options = {
    ...{ account, host, mark, seed, strict },
    port: Number(port ?? (isRun ? 0 : 4010)),
    allowHosts: values['allow-host']?.flatMap((names) => names.split(',')),
    publicUrl: values['public-url'],
    orderCodes: values['order-codes'],
    businessDays: values['business-days'] && (days === undefined || { holidays: days }),
    successUrl: values['success-url'],
    failureUrl: values['failure-url'],
    dataFile: values['data-file'],
    transparent: (isRun || values.transparent) && (caDir === undefined || { caDir }),
  } as PaySimulatorOptions;
  return {
    ...{ help, version, force, webhook, options },
    events: events === 'all' ? ('all' as const) : events.split(',').map(Number),
    envFile: values['write-env'] ?? values['env-file'],
    seedFile: values['seed-file'],
    tokenFile: values['control-token-file'],
  };
}

type CommandLine = ReturnType<typeof readOptions>;

/** Formats addresses. */
function describeAddresses({ url, controlToken }: PaySimulator, tokenFile?: string): string {
  const token = tokenFile === undefined ? controlToken : `in ${tokenFile}`;
  return `Simulator  ${url}
Console    ${url}/console
Terminals  ${url}/terminal
${token === undefined ? '' : `Token      ${token}\n`}Test card  ${TEST_CARD}
`;
}

/** Formats credentials for a .env file. They only work with a simulator. */
function describeVariables({ environment, credentials }: PaySimulator): string {
  const { isv, marketplace, accountTransactions } = credentials;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  return `
${variables.join('')}# for an ISV client
# PAY_ISV_CLIENT_ID=${isv.clientId}
# PAY_ISV_CLIENT_SECRET=${isv.clientSecret}
# PAY_ISV_RESELLER_ID=${isv.resellerId}
# PAY_ISV_RESELLER_API_KEY=${isv.resellerApiKey}
# for a marketplace client
# PAY_MARKETPLACE_MERCHANT_ID=${marketplace.merchantId}
# PAY_MARKETPLACE_API_KEY=${marketplace.apikey}
# PAY_MARKETPLACE_CLIENT_ID=${marketplace.clientId}
# PAY_MARKETPLACE_CLIENT_SECRET=${marketplace.clientSecret}
# for a client of your own: bank transfers and wallets
# PAY_ACCOUNT_TRANSACTIONS_CLIENT_ID=${accountTransactions.clientId}
# PAY_ACCOUNT_TRANSACTIONS_CLIENT_SECRET=${accountTransactions.clientSecret}
`;
}

/** Names the variables that a file got. */
function describeFile(path: string, changes: ReturnType<typeof writeEnvFile>): string {
  return `${wrapped(`Variables  ${describeChanges(path, changes)}`, 11)}\n`;
}

/** Sets the return pages of the simulator, unless the command line sets other pages. */
function useOwnReturnPages(
  { url, sources }: PaySimulator,
  { successUrl, failureUrl }: PaySimulatorOptions,
): void {
  sources.save({
    code: 'Default',
    ...(successUrl === undefined && { successUrl: url + RETURN_PATHS.paid }),
    ...(failureUrl === undefined && { failureUrl: url + RETURN_PATHS.notPaid }),
  });
}

/** Whether help has bold titles. */
const isColored = process.stdout.isTTY && !process.env['NO_COLOR'];

const io = {
  env: process.env,
  folder: process.cwd(),
  isTerminal: process.stdout.isTTY,
  out: (text: string) => void process.stdout.write(text),
};

/** Runs the commands besides `start`, and returns their exit codes. */
const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<number>>> = {
  run: runWithSimulator,
  // It reads the contract, which the start of the simulator loads later.
  trigger: async (args) => (await import('./cli/trigger.command.js')).runTrigger(args, io),
  next: (args) => runNext(args, io),
  worlds: (args) => runWorlds(args, io),
  verify: async (args) =>
    (await import('./verify/verify-command.js')).runVerify(args, {
      ...io,
      isTerminal: process.stdout.isTTY && process.stderr.isTTY,
      err: (text) => void process.stderr.write(text),
      onInterrupt(listener) {
        // A second Ctrl-C ends the process, because the listener is removed by then.
        process.once('SIGINT', listener);
        return () => void process.off('SIGINT', listener);
      },
    }),
};

async function main([command, ...args]: readonly string[]): Promise<void> {
  if (command === 'help') return main([...args, '--help']);
  const names = ['start', ...Object.keys(COMMANDS), 'help'];
  const run = names.includes(command ?? '') ? COMMANDS[command ?? ''] : undefined;
  if (run) {
    process.exitCode = await run(args);
    return;
  }
  const isStart = command === undefined || command === 'start';
  if (!isStart && !command.startsWith('-'))
    throw new UsageError(
      `unknown command ${command}${didYouMean(command, names) || `; expected ${names.join(', ')}`} ${helpHint('')}`,
    );
  const line = readOptions(isStart ? args : [command, ...args]);
  if (line.help || line.version) {
    process.stdout.write(line.help ? helpText(SIMULATOR_USAGE, isColored) : `${VERSION}\n`);
    return;
  }
  const stop = stopOnSignals();
  const { simulator, createShop, registerReceivers } = await startSimulator(line);
  stop.simulator = simulator;
  const { envFile, force, tokenFile } = line;
  const written =
    envFile === undefined
      ? describeVariables(simulator)
      : describeFile(envFile, writeEnvFile(envFile, simulator.environment, { force }));
  process.stdout.write(
    `${describeAddresses(simulator, tokenFile)}Stop       Ctrl-C\n` +
      written +
      (await describeTransparentMode(simulator)),
  );
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  createShop(print);
  await registerReceivers(RETRY_DELAY_MS, print);
}

/** Starts the simulator that the options describe. @returns It, and what creates the shop of the seed file and registers the receivers. */
async function startSimulator({ events: eventTypeIds, options, seedFile, tokenFile, webhook }: CommandLine) {
  const seed = seedFile === undefined ? undefined : await loadSeed(seedFile, options);
  const simulator = await createPaySimulator({
    ...options,
    ...(seed && { merchant: seed.merchant }),
    ...(tokenFile !== undefined && { controlToken: readOrCreateToken(tokenFile) }),
  });
  useOwnReturnPages(simulator, options);
  const own = webhook === undefined ? [] : [{ url: webhook, eventTypeIds, place: '--webhook: ' }];
  const createShop = (print: (text: string) => void): void => seed?.apply(simulator, print);
  const registerReceivers = async (retryDelayMs: number, print: (text: string) => void): Promise<void> => {
    const receivers = [...(seed?.webhooks ?? []), ...own];
    await Promise.all(receivers.map((receiver) => register(simulator, receiver, retryDelayMs, print)));
  };
  return { simulator, createShop, registerReceivers };
}

/** Formats the variables of clients that use the service's own host names. */
async function describeTransparentMode({ transparent }: PaySimulator): Promise<string> {
  if (!transparent) return '';
  const { clientEnvironment } = await import('./transparent/client-environment.js');
  const lines = Object.entries(clientEnvironment(transparent, {})).map(
    ([name, value]) => `export ${name}=${quotedForShell(value)}\n`,
  );
  return `# for clients that use the service's own host names\n${lines.join('')}`;
}

/** Quotes a value for a POSIX shell, if it needs quotes. */
function quotedForShell(value: string): string {
  return /^[\w@%+=:,./[\]-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** A program that reads no proxy reaches the real service. */
const NO_REQUEST = `pay-simulator: run: no request reached the simulator. If your command called the service, it reached the real one: see "Which clients work" in
https://github.com/nestjs-pay/nestjs-pay/blob/main/docs/how-to/simulator-transparent.md
`;

/** Runs `pay-simulator run`. @returns The exit code of the command. */
async function runWithSimulator(args: readonly string[]): Promise<number> {
  const { NOT_FOUND, runCommand, splitArguments } = await import('./cli/run.command.js');
  const { clientEnvironment } = await import('./transparent/client-environment.js');
  const { options: own, command } = splitArguments(args);
  const isHelp = own.includes('--help') || own.includes('-h');
  // Before the options, because a command without -- looks like a wrong option.
  if (command.length === 0 && !isHelp)
    throw new UsageError('run: expected a command after --, for example pay-simulator run -- npm test');
  const line = readOptions(own, true);
  if (line.help) {
    process.stdout.write(helpText(RUN_USAGE, isColored));
    return 0;
  }
  const { simulator, createShop, registerReceivers } = await startSimulator(line);
  const print = (text: string): void => void process.stderr.write(`${text}\n`);
  try {
    if (!simulator.transparent) throw new Error('the simulator is not transparent');
    const env = {
      ...process.env,
      ...simulator.environment,
      ...clientEnvironment(simulator.transparent, process.env),
    };
    // The standard output belongs to the command.
    process.stderr.write(describeAddresses(simulator));
    createShop(print);
    // A registration that fails must not end the command.
    registerReceivers(RUN_RETRY_DELAY_MS, print).catch((error: unknown) =>
      process.stderr.write(errorText(error)),
    );
    const exitCode = await runCommand(command, env, (text) => process.stderr.write(text));
    if (exitCode !== NOT_FOUND && !wasReached(simulator)) process.stderr.write(wrapped(NO_REQUEST));
    return exitCode;
  } finally {
    await simulator.close();
  }
}

/** Registers a receiver, and retries until it is running. */
async function register(
  { webhooks }: PaySimulator,
  { url, eventTypeIds, place }: SeedWebhook,
  retryDelayMs: number,
  print: (line: string) => void,
): Promise<void> {
  // With --data-file, registrations of an earlier start still exist.
  for (const known of webhooks.list()) if (known.url === url) webhooks.remove(known.id);
  const registration = { url, eventTypeIds: eventTypeIds === 'all' ? webhooks.eventTypes : eventTypeIds };
  await registerWhenUp(webhooks, registration, {
    // The timer must not keep the process alive after it was stopped.
    wait: () => sleep(retryDelayMs, undefined, { ref: false }),
    print,
  }).catch((error: unknown) => {
    throw error instanceof RangeError ? new UsageError(place + error.message) : error;
  });
}

/** Loads the seed file's code and its parser only if a seed file is used. */
async function loadSeed(path: string, { dataFile }: PaySimulatorOptions): Promise<Seed> {
  const { readSeedFile } = await import('./cli/seed-file.js');
  const seed = readSeedFile(path);
  // The state of an existing data file wins over the seed.
  const isNew = dataFile === undefined || !existsSync(dataFile);
  return isNew ? seed : { ...seed, apply: () => undefined };
}

/** Closes the simulator on SIGINT and SIGTERM, and ends the process even if something is still open. */
function stopOnSignals(): { simulator?: PaySimulator } {
  const running: { simulator?: PaySimulator } = {};
  const stop = (): void => {
    setTimeout(() => process.exit(), MAX_STOP_MS).unref();
    void (running.simulator?.close() ?? Promise.resolve()).finally(() => process.exit());
  };
  // As process 1 of a container, Node ignores signals without a handler, so they exist before the simulator.
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return running;
}

/** Describes an error in one sentence, with the fix. */
function errorText(error: unknown): string {
  const { code, address, port, message = 'failed' } = error as Error & Partial<Record<string, string>>;
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use: stop the other program, or choose a free port with --port 0`,
    EADDRNOTAVAIL: `--host: expected an address of this machine, such as 127.0.0.1 or 0.0.0.0 (received ${address})`,
    EACCES: `--port: expected a port that you may open, such as 4010 (received ${port})`,
  };
  return `${wrapped(`pay-simulator: ${sentences[code ?? ''] ?? namingOption(message, OPTIONS)}`)}\n`;
}

// A reader that has enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (!process.emit('SIGTERM')) process.exit();
});
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(errorText(error));
  // createPaySimulator also validates command-line options.
  process.exit(error instanceof UsageError || error instanceof RangeError ? 2 : 1);
});
