import { EVENT_TEXTS } from '../domain/contract.generated.js';
import { didYouMean } from '../domain/nearest-name.js';
import { readArguments, wholeNumber } from './arguments.js';
import type { CommandIo } from './command-io.js';
import { helpText } from './command-text.js';
import { NEXT_OPTIONS, NEXT_USAGE } from './page-files.generated.js';
import { RequestFailure, RunningSimulator, type Json } from './running-simulator.js';
import { UsageError } from './usage-error.js';

interface Next {
  /** Path in the control API. */
  readonly path: string;
  readonly body: Json;
  /** Option that is a member of the body, by the name of the member. */
  readonly accepts?: readonly [member: string, option: 'event' | 'ms'];
  /** Says what happens then. */
  readonly text: (body: Json, response: Json) => string;
}

const jump = (to: string): Next => ({
  path: '/clock/jump',
  body: { to },
  text: (_, { now }) => `The clock is at ${String(now)}.`,
});
const webhook = (action: string, text: Next['text']): Next => ({
  path: '/deliveries/next',
  body: { do: action },
  text,
});

const KINDS: Readonly<Record<string, Next>> = {
  retry: jump('retry'),
  clearing: jump('clearing'),
  payout: jump('payout'),
  charge: jump('charge'),
  expiry: jump('expiry'),
  decline: {
    path: '/decline-next',
    body: { eventId: 10_051 },
    accepts: ['eventId', 'event'],
    text: ({ eventId }) => {
      const reason = EVENT_TEXTS[String(eventId)];
      return `The next card payment is declined with event ${String(eventId)}${reason === undefined ? '' : `: ${reason}`}.`;
    },
  },
  lose: webhook('lose', () => 'The next webhook is lost.'),
  delay: {
    ...webhook('delay', ({ ms = 60_000 }) => `The next webhook arrives ${String(ms)} ms later.`),
    accepts: ['ms', 'ms'],
  },
  repeat: webhook('repeat', () => 'The next webhook arrives twice.'),
  reorder: webhook('reorder', () => 'The next webhook arrives after the webhook that follows it.'),
};

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
  const { path, body: fixed, accepts, text } = kindOf(positionals);
  const unexpected = (['event', 'ms'] as const).find(
    (option) => values[option] !== undefined && option !== accepts?.[1],
  );
  if (unexpected !== undefined)
    throw new UsageError(`--${unexpected}: ${positionals[0]} does not accept it; remove it`);
  const given = accepts && values[accepts[1]];
  const body = {
    ...fixed,
    ...(accepts && given !== undefined && { [accepts[0]]: wholeNumber(`--${accepts[1]}`, given) }),
  };
  try {
    out(`${text(body, await RunningSimulator.of(values, env, folder).request('POST', path, body))}\n`);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw new RequestFailure(error.message.replace(/^to: /, 'next: '));
  }
  return 0;
}

function kindOf([name, ...rest]: readonly string[]): Next {
  const names = Object.keys(KINDS);
  const expected = `expected one of ${names.join(', ')}`;
  if (name === undefined) throw new UsageError(`next: ${expected}`);
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind === undefined)
    throw new UsageError(`next: "${name}" is unknown${didYouMean(name, names) || `; ${expected}`}`);
  if (rest.length > 0) throw new UsageError(`next: expected one kind; remove "${rest.join(' ')}"`);
  return kind;
}
