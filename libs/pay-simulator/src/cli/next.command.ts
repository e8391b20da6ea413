import { EVENT_TEXTS, EVENT_TYPES } from '../domain/contract.generated.js';
import { bodySchema } from '../domain/control-contract.js';
import { readKind } from './arguments.js';
import { NEXT_OPTIONS, NEXT_USAGE } from './page-files.generated.js';
import { RequestFailure, type Json } from './running-simulator.js';
import { readInput, simulatorCommand } from './simulator-command.js';

interface Next {
  /** Operation of the control API, and its path. */
  readonly operation: string;
  readonly path: string;
  /** Members of the input without an option, and defaults. */
  readonly fixed: Json;
  /** Says what happens then. */
  readonly text: (input: Json, response: Json) => string;
}

const jump = (to: string): Next => ({
  ...{ operation: 'jumpClock', path: '/clock/jump', fixed: { to } },
  text: (_, { now }) => `The clock is at ${String(now)}.`,
});
const webhook = (action: string, what: (input: Json) => string): Next => ({
  ...{ operation: 'setNextDelivery', path: '/deliveries/next', fixed: { do: action } },
  text: (input) => {
    const id = Number(input['eventTypeId'] ?? 0);
    return `The next webhook${id === 0 ? '' : ` of event ${id} (${EVENT_TYPES[id] ?? 'unknown'})`} ${what(input)}.`;
  },
});

const KINDS = {
  retry: jump('retry'),
  clearing: jump('clearing'),
  payout: jump('payout'),
  charge: jump('charge'),
  expiry: jump('expiry'),
  decline: {
    ...{ operation: 'declineNext', path: '/decline-next', fixed: { eventId: 10_051 } },
    text: ({ eventId }) => {
      const reason = EVENT_TEXTS[String(eventId)];
      return `The next card payment is declined with event ${String(eventId)}${reason === undefined ? '' : `: ${reason}`}.`;
    },
  },
  lose: webhook('lose', () => 'is lost'),
  delay: webhook('delay', ({ ms = 60_000 }) => `arrives ${String(ms)} ms later`),
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
    const kind = readKind('next', NAMES, positionals);
    const { operation, path, fixed, text }: Next = KINDS[kind];
    const input = readInput(values, bodySchema(operation), `${kind} does not accept it; remove it`, fixed);
    try {
      out(`${text(input, await simulator().request('POST', path, input))}\n`);
    } catch (error) {
      // Nothing of the kind is planned, which is no wrong usage.
      if (!(error instanceof RequestFailure && error.message.startsWith('to: '))) throw error;
      throw new RequestFailure(error.message.replace('to:', 'next:'));
    }
    return 0;
  },
);
