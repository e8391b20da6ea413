import { EVENT_TEXTS, EVENT_TYPES } from '../domain/contract.generated.js';
import { readArguments, readKind, wholeNumber } from './arguments.js';
import type { CommandIo } from './command-io.js';
import { helpText } from './command-text.js';
import { NEXT_OPTIONS, NEXT_USAGE } from './page-files.generated.js';
import { RequestFailure, RunningSimulator, type Json } from './running-simulator.js';
import { UsageError } from './usage-error.js';

interface Next {
  /** Path in the control API. */
  readonly path: string;
  readonly body: Json;
  /** Options that are members of the body, each with the name of the member. */
  readonly accepts?: Readonly<Partial<Record<'event' | 'ms', string>>>;
  /** Says what happens then. */
  readonly text: (body: Json, response: Json) => string;
}

const jump = (to: string): Next => ({
  path: '/clock/jump',
  body: { to },
  text: (_, { now }) => `The clock is at ${String(now)}.`,
});
const webhook = (action: string, what: (body: Json) => string): Next => ({
  path: '/deliveries/next',
  body: { do: action },
  accepts: { event: 'eventTypeId' },
  text: (body) => {
    const id = Number(body['eventTypeId'] ?? 0);
    return `The next webhook${id === 0 ? '' : ` of event ${id} (${EVENT_TYPES[id] ?? 'unknown'})`} ${what(body)}.`;
  },
});

const KINDS = {
  retry: jump('retry'),
  clearing: jump('clearing'),
  payout: jump('payout'),
  charge: jump('charge'),
  expiry: jump('expiry'),
  decline: {
    path: '/decline-next',
    body: { eventId: 10_051 },
    accepts: { event: 'eventId' },
    text: ({ eventId }) => {
      const reason = EVENT_TEXTS[String(eventId)];
      return `The next card payment is declined with event ${String(eventId)}${reason === undefined ? '' : `: ${reason}`}.`;
    },
  },
  lose: webhook('lose', () => 'is lost'),
  delay: {
    ...webhook('delay', ({ ms = 60_000 }) => `arrives ${String(ms)} ms later`),
    accepts: { event: 'eventTypeId', ms: 'ms' },
  },
  repeat: webhook('repeat', () => 'arrives twice'),
  reorder: webhook('reorder', () => 'arrives after the webhook that follows it'),
} satisfies Readonly<Record<string, Next>>;

const NAMES = Object.keys(KINDS) as readonly (keyof typeof KINDS)[];

/** Runs `pay-simulator next`. @returns The exit code. @throws UsageError for invalid arguments. */
export async function runNext(
  args: readonly string[],
  { env, folder, isTerminal, out }: CommandIo,
): Promise<number> {
  const { values, positionals } = readArguments('next', args, NEXT_OPTIONS, true);
  if (values.help) {
    out(helpText(NEXT_USAGE, isTerminal === true && !env['NO_COLOR']));
    return 0;
  }
  const { path, body: fixed, accepts = {}, text }: Next = KINDS[readKind('next', NAMES, positionals)];
  const options = ['event', 'ms'] as const;
  const unexpected = options.find((option) => values[option] !== undefined && accepts[option] === undefined);
  if (unexpected !== undefined)
    throw new UsageError(`--${unexpected}: ${positionals[0]} does not accept it; remove it`);
  const body: Record<string, unknown> = { ...fixed };
  for (const option of options) {
    const [member, value] = [accepts[option], values[option]];
    if (member !== undefined && value !== undefined) body[member] = wholeNumber(`--${option}`, value);
  }
  try {
    out(`${text(body, await RunningSimulator.of(values, env, folder).request('POST', path, body))}\n`);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw new RequestFailure(error.message.replace(/^to: /, 'next: ').replace(/^eventTypeId: /, '--event: '));
  }
  return 0;
}
