import { EVENT_TEXTS, EVENT_TYPES } from '../domain/contract.generated.js';
import { readKind, wholeNumber } from './arguments.js';
import { NEXT_OPTIONS, NEXT_USAGE } from './page-files.generated.js';
import { RequestFailure, type Json } from './running-simulator.js';
import { simulatorCommand } from './simulator-command.js';
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

/** Runs `pay-simulator next`. */
export const runNext = simulatorCommand(
  'next',
  NEXT_USAGE,
  NEXT_OPTIONS,
  async ({ values, positionals, simulator, out }) => {
    const { path, body: fixed, accepts = {}, text }: Next = KINDS[readKind('next', NAMES, positionals)];
    const body: Record<string, unknown> = { ...fixed };
    for (const option of ['event', 'ms'] as const) {
      const [member, value] = [accepts[option], values[option]];
      if (value === undefined) continue;
      if (member === undefined)
        throw new UsageError(`--${option}: ${positionals[0]} does not accept it; remove it`);
      body[member] = wholeNumber(`--${option}`, value);
    }
    try {
      out(`${text(body, await simulator().request('POST', path, body))}\n`);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      throw new RequestFailure(
        error.message.replace(/^to: /, 'next: ').replace(/^eventTypeId: /, '--event: '),
      );
    }
    return 0;
  },
);
