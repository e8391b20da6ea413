import { setTimeout as sleep } from 'node:timers/promises';
import { wholeAmountText } from '../control/actions.js';
import { TRIGGERS } from '../control/triggers.js';
import { readArguments, readKind, wholeNumber } from './arguments.js';
import type { CommandIo } from './command-io.js';
import { helpText } from './command-text.js';
import { TRIGGER_OPTIONS, TRIGGER_USAGE } from './page-files.generated.js';
import { awaitedReason, deliveryLine, noWebhookLine, stepLine } from './report-lines.js';
import { refusalInFlags, RunningSimulator, type Json } from './running-simulator.js';
import { UsageError } from './usage-error.js';

const NO_DISPUTE_EVENT = 'the service tells you about a dispute by email';

/** Why an action sends no webhook. */
const NO_EVENT: Readonly<Record<string, string>> = {
  expire: 'the service sends no webhook when an order expires',
  'payment-later': 'the service sends no webhook until the payment ends',
  'dispute-suspected': NO_DISPUTE_EVENT,
  dispute: NO_DISPUTE_EVENT,
  'dispute-evidence': NO_DISPUTE_EVENT,
  'dispute-forwarded': NO_DISPUTE_EVENT,
  'dispute-won': NO_DISPUTE_EVENT,
};

const DEFAULT_TIMEOUT = '10000';
/** Polling interval for deliveries without a response, in milliseconds. */
const POLL_MS = 50;

/** Command-line options by input member. */
const FLAGS: Readonly<Record<string, string>> = {
  amount: 'amount',
  orderCode: 'order',
  transactionId: 'transaction',
  merchantTrns: 'merchant-trns',
  accountId: 'account',
  terminalId: 'terminal',
  sessionId: 'session',
  card: 'card',
};

const TRIGGER_KINDS = Object.keys(TRIGGERS);
const acceptedBy = (kind: string): readonly string[] => TRIGGERS[kind]?.accepts ?? [];
const optionsOf = (kind: string): string =>
  acceptedBy(kind)
    .map((name) => `--${FLAGS[name]}`)
    .join(', ');

/** The kinds by the options that they accept. */
const KINDS = [...new Set(TRIGGER_KINDS.map(optionsOf))].map((options) => {
  const kinds = TRIGGER_KINDS.filter((kind) => optionsOf(kind) === options);
  return `Kinds with ${options}:\n${kinds.map((kind) => `  ${kind}  ${TRIGGERS[kind]?.about}\n`).join('')}`;
});

/** Runs `pay-simulator trigger`. @returns The exit code. @throws UsageError for invalid arguments. */
export async function runTrigger(
  args: readonly string[],
  { env, folder, isTerminal, out }: CommandIo,
): Promise<number> {
  const { values, positionals } = readArguments('trigger', args, TRIGGER_OPTIONS, true);
  if (values.help) {
    out(
      helpText(TRIGGER_USAGE.replace('{kinds}', KINDS.join('\n')), isTerminal === true && !env['NO_COLOR']),
    );
    return 0;
  }
  const kind = readKind('trigger', TRIGGER_KINDS, positionals);
  const input = inputOf(kind, values);
  const timeoutMs = wholeNumber('--timeout', values.timeout ?? DEFAULT_TIMEOUT);
  const simulator = RunningSimulator.of(values, env, folder);
  try {
    const { steps, deliveries } = await simulator.request('POST', `/trigger/${kind}`, input);
    const results = await awaitResponses(simulator, deliveries as Json[], timeoutMs);
    const lines = [...(steps as Json[]).map(stepLine), ...results.map(deliveryLine)];
    if (results.length === 0) lines.push(...(await reasonsForNone(kind, simulator)).map(noWebhookLine));
    out(
      values.json
        ? `${JSON.stringify({ steps, deliveries: results }, null, 2)}\n`
        : lines.map((line) => `${line}\n`).join(''),
    );
    return results.some(hasFailed) ? 1 : 0;
  } catch (error) {
    throw refusalInFlags(error, FLAGS);
  }
}

/** Waits until each delivery got a response or failed, or until the timeout. */
async function awaitResponses(
  simulator: RunningSimulator,
  deliveries: readonly Json[],
  timeoutMs: number,
): Promise<readonly Json[]> {
  const end = performance.now() + timeoutMs;
  const results: Json[] = [];
  for (let delivery of deliveries) {
    while (delivery['state'] === 'sending' && performance.now() < end) {
      await sleep(POLL_MS);
      delivery = await simulator.request('GET', `/deliveries/${String(delivery['id'])}`);
    }
    results.push(delivery);
  }
  return results;
}

/** Returns whether a delivery got no 2xx response or was dropped. A held or delayed delivery has not failed. */
function hasFailed({ state, attempts }: Json): boolean {
  return (
    state === 'sending' ||
    state === 'dropped' ||
    (state !== 'delivered' && (attempts as readonly unknown[]).length > 0)
  );
}

/** Says why an action sent no webhook, and what to change. */
async function reasonsForNone(kind: string, simulator: RunningSimulator): Promise<readonly string[]> {
  if (NO_EVENT[kind] !== undefined) return [NO_EVENT[kind]];
  const awaited = await simulator.list('/awaited-webhooks');
  if (awaited.length > 0) return awaited.map(awaitedReason);
  const registered = await simulator.list('/webhooks');
  const names = [...new Set(registered.map(({ eventTypeId }) => String(eventTypeId)))];
  const { worldControl } = simulator;
  const found =
    names.length === 0
      ? 'none is registered'
      : `the registered webhooks have other events (${names.join(', ')})`;
  if (worldControl !== undefined) return [`${found}: register one with POST ${worldControl}/webhooks`];
  return [
    names.length === 0
      ? `${found}: start the simulator with --webhook and --events`
      : `${found}: add the event to --events`,
  ];
}

function inputOf(kind: string, options: Readonly<Record<string, string | boolean | undefined>>): Json {
  const accepts = acceptedBy(kind);
  const given = Object.entries(FLAGS).flatMap(([name, flag]) => {
    const value = options[flag];
    return typeof value === 'string' ? [{ name, flag, value }] : [];
  });
  const unexpected = given.find(({ name }) => !accepts.includes(name));
  if (unexpected !== undefined)
    throw new UsageError(`--${unexpected.flag}: ${kind} accepts ${optionsOf(kind)}`);
  return Object.fromEntries(
    given.map(({ name, value }) => [name, name === 'amount' ? minorUnits(value) : value]),
  );
}

function minorUnits(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`--amount: ${wholeAmountText(1, text)}`);
  return Number(text);
}
