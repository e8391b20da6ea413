#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPaySimulator, type PaySimulator, type PaySimulatorOptions } from './index.js';
import { RETURN_PATHS } from './checkout/return.pages.js';
import { describeChanges, writeEnvFile } from './cli/env-file.js';
import { runTrigger } from './cli/trigger.command.js';
import { isUsageError, sentenceOf, UsageError } from './cli/usage-error.js';
import { registerWhenUp } from './cli/register-when-up.js';

const USAGE = `pay-simulator: the payment service on this machine
pay-simulator trigger <kind>: triggers an action in the running simulator; see pay-simulator trigger --help
pay-simulator run [options] -- <command>: runs a command whose requests to the service reach a new simulator; same options
pay-simulator verify --demo: compares the simulator with your demo account; see pay-simulator verify --help

  --port 4010              loopback port; 0 selects a free port
  --seed text              seed for reproducible IDs and order codes
  --order-codes range      mixed, beyond-safe or safe: order codes above or below 2^53
  --success-url address    success page of your shop (default: a page of the simulator)
  --failure-url address    failure page of your shop (default: a page of the simulator)
  --data-file path         file that stores the state; continues from an existing file
  --strict                 responds with 501 instead of a response that the contract only infers
  --mark                   adds the header X-Simulator-Confidence to responses and webhooks
  --transparent            also responds under the service's own host names; prints what clients must set
  --ca-dir folder          certificates of --transparent (default: in the user's data folder)
  --webhook address        registers this receiver, and retries until it is running
  --events 1796,1797       event types of --webhook, or all (default: 1796, payments)
  --write-env .env         writes the variables to this file and keeps its other lines
                           (also --env-file, but Node then requires that the file exists)
  --force                  --write-env also replaces the credentials of another account
  --help
`;
/** Transaction Payment Created: the event that the README's application handles. */
const DEFAULT_EVENTS = '1796';
/** Delay between attempts to register a receiver, in real milliseconds. */
const RETRY_DELAY_MS = 2_000;
/** The same for a command that `run` has just started. */
const RUN_RETRY_DELAY_MS = 100;
const TEST_CARD = '5239 2907 0000 0101, any future date and security code';

/** Options of the command, in addition to those of the simulator. */
interface CommandOptions {
  readonly help: boolean;
  readonly webhook: string | undefined;
  readonly events: 'all' | readonly number[];
  readonly envFile: string | undefined;
  readonly force: boolean;
  readonly options: PaySimulatorOptions;
}

/** Reads the command-line options. @param isRun - Whether they are those of `run`. @throws UsageError for an invalid value, and errors of `parseArgs`. */
function readOptions(args: readonly string[], isRun = false): CommandOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { ...text, default: isRun ? '0' : '4010' },
      seed: text,
      'order-codes': text,
      'success-url': text,
      'failure-url': text,
      'data-file': text,
      strict: { type: 'boolean', default: false },
      mark: { type: 'boolean', default: false },
      transparent: { type: 'boolean', default: false },
      'ca-dir': text,
      webhook: text,
      events: { ...text, default: DEFAULT_EVENTS },
      'write-env': text,
      'env-file': text,
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (!/^\d{1,5}$/.test(values.port)) throw new UsageError('--port: expected a TCP port from 0 to 65535');
  const range = values['order-codes'] ?? 'mixed';
  if (range !== 'mixed' && range !== 'beyond-safe' && range !== 'safe')
    throw new UsageError('--order-codes: expected mixed, beyond-safe or safe');
  const caDir = values['ca-dir'];
  const options = {
    port: Number(values.port),
    seed: values.seed,
    orderCodes: range,
    successUrl: values['success-url'],
    failureUrl: values['failure-url'],
    dataFile: values['data-file'],
    strict: values.strict,
    mark: values.mark,
    transparent: (isRun || values.transparent) && (caDir === undefined || { caDir }),
  } as const;
  if (values.events !== 'all' && !/^\d{1,6}(,\d{1,6})*$/.test(values.events))
    throw new UsageError('--events: expected all, or event types such as 1796,1797');
  return {
    help: values.help,
    webhook: values.webhook,
    events: values.events === 'all' ? 'all' : values.events.split(',').map(Number),
    envFile: values['write-env'] ?? values['env-file'],
    force: values.force,
    options,
  };
}

/** Formats addresses. */
function describeAddresses({ url }: PaySimulator): string {
  return `Simulator  ${url}
Console    ${url}/console
Terminals  ${url}/terminal
`;
}

/** Formats credentials for a .env file. They only work with a simulator. */
function describeVariables({ environment, credentials }: PaySimulator): string {
  const { isv, marketplace, accountTransactions, dataServices } = credentials;
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
# for separate clients: bank transfers and wallets; reports (docs/reference/module.md, "Credential sets")
ACCOUNTS_CLIENT_ID=${accountTransactions.clientId}
ACCOUNTS_CLIENT_SECRET=${accountTransactions.clientSecret}
DATA_CLIENT_ID=${dataServices.clientId}
DATA_CLIENT_SECRET=${dataServices.clientSecret}
`;
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

async function main(): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  const io = { env: process.env, out: (text: string) => void process.stdout.write(text) };
  if (command === 'trigger') {
    process.exitCode = await runTrigger(args, io);
    return;
  }
  if (command === 'verify') {
    const { runVerify } = await import('./verify/verify-command.js');
    process.exitCode = await runVerify(args, {
      ...io,
      folder: process.cwd(),
      err: (text) => void process.stderr.write(text),
      onInterrupt(listener) {
        // A second Ctrl-C ends the process, because the listener is removed by then.
        process.once('SIGINT', listener);
        return () => void process.off('SIGINT', listener);
      },
    });
    return;
  }
  if (command === 'run') {
    process.exitCode = await runWithSimulator(args);
    return;
  }
  const { help, webhook, events, envFile, force, options } = readOptions(process.argv.slice(2));
  if (help) {
    process.stdout.write(USAGE);
    return;
  }
  const simulator = await createPaySimulator(options);
  useOwnReturnPages(simulator, options);
  const written =
    envFile === undefined
      ? describeVariables(simulator)
      : `Variables  ${describeChanges(envFile, writeEnvFile(envFile, simulator.environment, { force }))}\n`;
  process.stdout.write(describeAddresses(simulator) + written + (await describeTransparentMode(simulator)));
  const stop = (): void => void simulator.close();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  await registerWebhook(simulator, { webhook, events }, RETRY_DELAY_MS, process.stdout);
}

/** Formats the variables of clients that use the service's own host names. */
async function describeTransparentMode({ transparent }: PaySimulator): Promise<string> {
  if (!transparent) return '';
  const { clientEnvironment } = await import('./transparent/client-environment.js');
  const lines = Object.entries(clientEnvironment(transparent, {})).map(
    ([name, value]) => `${name}=${value}\n`,
  );
  return `# for clients that use the service's own host names\n${lines.join('')}`;
}

/** Runs `pay-simulator run`. @returns The exit code of the command. */
async function runWithSimulator(args: readonly string[]): Promise<number> {
  const { runCommand, splitArguments } = await import('./cli/run.command.js');
  const { clientEnvironment } = await import('./transparent/client-environment.js');
  const { options: own, command } = splitArguments(args);
  const { help, webhook, events, options } = readOptions(own, true);
  if (help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (command.length === 0)
    throw new UsageError('run: expected a command after --, for example pay-simulator run -- npm test');
  const simulator = await createPaySimulator(options);
  try {
    if (!simulator.transparent) throw new Error('the simulator is not transparent');
    const env = {
      ...process.env,
      ...simulator.environment,
      ...clientEnvironment(simulator.transparent, process.env),
    };
    useOwnReturnPages(simulator, options);
    // The standard output belongs to the command.
    process.stderr.write(`${describeAddresses(simulator)}Test card  ${TEST_CARD}\n`);
    // A registration that fails must not end the command.
    registerWebhook(simulator, { webhook, events }, RUN_RETRY_DELAY_MS, process.stderr).catch(
      (error: unknown) => process.stderr.write(`pay-simulator: ${sentenceOf(error)}\n`),
    );
    return await runCommand(command, env, (text) => process.stderr.write(text));
  } finally {
    await simulator.close();
  }
}

/** Registers the receiver of `--webhook` as soon as it is running. */
async function registerWebhook(
  { webhooks }: PaySimulator,
  { webhook, events }: Pick<CommandOptions, 'webhook' | 'events'>,
  retryDelayMs: number,
  output: NodeJS.WritableStream,
): Promise<void> {
  if (webhook === undefined) return;
  // With --data-file, registrations of an earlier start still exist.
  for (const { id, url } of webhooks.list()) if (url === webhook) webhooks.remove(id);
  const registration = { url: webhook, eventTypeIds: events === 'all' ? webhooks.eventTypes : events };
  await registerWhenUp(webhooks, registration, {
    // The timer must not keep the process alive after it was stopped.
    wait: () => sleep(retryDelayMs, undefined, { ref: false }),
    print: (line) => void output.write(`${line}\n`),
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`pay-simulator: ${sentenceOf(error)}\n`);
  // createPaySimulator also validates command-line options.
  process.exit(isUsageError(error) || error instanceof RangeError ? 2 : 1);
});
