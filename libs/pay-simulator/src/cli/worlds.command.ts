import { didYouMean } from '../domain/nearest-name.js';
import { readArguments, wholeNumber } from './arguments.js';
import type { CommandIo } from './command-io.js';
import { helpText } from './command-text.js';
import { WORLDS_OPTIONS, WORLDS_USAGE } from './page-files.generated.js';
import { refusalInFlags, RunningSimulator, type Json } from './running-simulator.js';
import { UsageError } from './usage-error.js';

const ACTIONS = ['create', 'list', 'end'] as const;

/** Command-line options of a new world, by the member of the control API. */
const FLAGS = {
  id: 'id',
  ttlSeconds: 'ttl',
  clock: 'clock',
  now: 'now',
  account: 'account',
  orderCodes: 'order-codes',
  successUrl: 'success-url',
  failureUrl: 'failure-url',
} as const;

/** Runs `pay-simulator worlds`. @returns The exit code. @throws UsageError for invalid arguments. */
export async function runWorlds(
  args: readonly string[],
  { env, folder, isTerminal, out }: CommandIo,
): Promise<number> {
  const { values, positionals } = readArguments('worlds', args, WORLDS_OPTIONS, true);
  if (values.help) {
    out(helpText(WORLDS_USAGE, isTerminal === true && !env['NO_COLOR']));
    return 0;
  }
  const [name = 'list', ...rest] = positionals;
  const action = ACTIONS.find((one) => one === name);
  if (action === undefined)
    throw new UsageError(
      `worlds: "${name}" is unknown${didYouMean(name, ACTIONS) || `; expected one of ${ACTIONS.join(', ')}`}`,
    );
  const settings = settingsOf(action, values);
  checkRest(action, rest);
  const simulator = RunningSimulator.of(values, env, folder);
  const print = (json: unknown, text: string) =>
    out(values.json ? `${JSON.stringify(json, null, 2)}\n` : text);
  try {
    if (action === 'list') {
      const worlds = await simulator.list('/worlds');
      print(worlds, listText(worlds));
    } else if (action === 'create') {
      const world = await simulator.request('POST', '/worlds', settings);
      print(world, createdText(world));
    } else {
      for (const id of rest) await simulator.request('DELETE', `/worlds/${encodeURIComponent(id)}`);
      print(rest, rest.map((id) => `ended ${id}\n`).join(''));
    }
    return 0;
  } catch (error) {
    throw refusalInFlags(error, FLAGS);
  }
}

function settingsOf(
  action: (typeof ACTIONS)[number],
  options: Readonly<Record<string, string | boolean | undefined>>,
): Json {
  const given = Object.entries(FLAGS).flatMap(([member, flag]) => {
    const value = options[flag];
    return typeof value === 'string' ? [{ member, flag, value }] : [];
  });
  if (action !== 'create' && given[0] !== undefined)
    throw new UsageError(`--${given[0].flag}: only worlds create accepts it`);
  return Object.fromEntries(
    given.map(({ member, value }) => [member, member === 'ttlSeconds' ? wholeNumber('--ttl', value) : value]),
  );
}

function checkRest(action: (typeof ACTIONS)[number], rest: readonly string[]): void {
  if (action === 'end') {
    if (rest.length === 0) throw new UsageError('worlds end: expected the ID of a world');
  } else if (rest.length > 0) {
    const hint = action === 'create' ? '; to name the world, add --id' : '';
    throw new UsageError(`worlds ${action}: remove "${rest.join(' ')}"${hint}`);
  }
}

function listText(worlds: readonly Json[]): string {
  const width = Math.max(...worlds.map(({ id }) => String(id).length));
  return worlds
    .map(
      (world) => `${String(world['id']).padEnd(width)}  ${String(world['console'])}${endText(world, '  ')}\n`,
    )
    .join('');
}

const endText = ({ endsAt }: Json, before: string): string =>
  typeof endsAt === 'string' ? `${before}ends at ${endsAt}` : '';

/** Formats a world as lines of a `.env` file. */
function createdText(world: Json): string {
  const { id, console: page, control, controlToken, environment } = world;
  const comments = [
    `world ${String(id)}${endText(world, ', ')}`,
    `console ${String(page)}`,
    `control ${String(control)}`,
    ...(typeof controlToken === 'string' ? [`token ${controlToken}`] : []),
  ];
  const variables = Object.entries(environment as Json).map(([name, value]) => `${name}=${String(value)}`);
  return [...comments.map((comment) => `# ${comment}`), ...variables, ''].join('\n');
}
