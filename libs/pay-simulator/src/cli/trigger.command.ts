import { setTimeout as sleep } from 'node:timers/promises';
import type { TriggerKind } from '../control/actions.js';
import { TRIGGERS } from '../control/triggers.js';
import { flagOf, readKind, wholeNumber } from './arguments.js';
import { TRIGGER_OPTIONS, TRIGGER_USAGE } from './page-files.generated.js';
import { awaitedReason, deliveryLine, noWebhookLine, stepLine } from './report-lines.js';
import type { Json, RunningSimulator } from './running-simulator.js';
import { readInput, simulatorCommand } from './simulator-command.js';

/** Why the actions of some names send no webhook. */
const NO_EVENT = [
  [/^expire$/, 'the service sends no webhook when an order expires'],
  [/^payment-later$/, 'the service sends no webhook until the payment ends'],
  [/^dispute(?!-lost)/, 'the service tells you about a dispute by email'],
] as const;

const DEFAULT_TIMEOUT = '10000';
/** Polling interval for deliveries without a response, in milliseconds. */
const POLL_MS = 50;

const TRIGGER_KINDS = Object.keys(TRIGGERS) as readonly TriggerKind[];
const optionsOf = (kind: TriggerKind): string =>
  Object.keys(TRIGGERS[kind].input.properties ?? {})
    .map((member) => `--${flagOf(member)}`)
    .join(', ');

/** The kinds by the options that they accept. */
const KINDS = [...new Set(TRIGGER_KINDS.map(optionsOf))].map((options) => {
  const kinds = TRIGGER_KINDS.filter((kind) => optionsOf(kind) === options);
  return `Kinds with ${options}:\n${kinds.map((kind) => `  ${kind}  ${TRIGGERS[kind].about}\n`).join('')}`;
});

/** Runs `pay-simulator trigger`. */
export const runTrigger = simulatorCommand(
  'trigger',
  TRIGGER_USAGE.replace('{kinds}', KINDS.join('\n')),
  TRIGGER_OPTIONS,
  async ({ values, positionals, simulator: simulatorOf, out }) => {
    const kind = readKind('trigger', TRIGGER_KINDS, positionals);
    const body = readInput(values, TRIGGERS[kind].input, `${kind} accepts ${optionsOf(kind)}`);
    const timeoutMs = wholeNumber('--timeout', values.timeout ?? DEFAULT_TIMEOUT);
    const simulator = simulatorOf();
    const { steps, deliveries } = await simulator.request('POST', `/trigger/${kind}`, body);
    const results = await awaitResponses(simulator, deliveries as Json[], timeoutMs);
    const lines = [...(steps as Json[]).map(stepLine), ...results.map(deliveryLine)];
    if (results.length === 0) lines.push(...(await reasonsForNone(kind, simulator)).map(noWebhookLine));
    out(
      values.json
        ? `${JSON.stringify({ steps, deliveries: results }, null, 2)}\n`
        : lines.map((line) => `${line}\n`).join(''),
    );
    return results.some(hasFailed) ? 1 : 0;
  },
);

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
  const [, reason] = NO_EVENT.find(([name]) => name.test(kind)) ?? [];
  if (reason !== undefined) return [reason];
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
