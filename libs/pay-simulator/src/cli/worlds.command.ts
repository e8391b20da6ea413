import { bodySchema } from '../domain/control-contract.js';
import { didYouMean } from '../domain/nearest-name.js';
import { WORLDS_OPTIONS, WORLDS_USAGE } from './page-files.generated.js';
import type { Json } from './running-simulator.js';
import { readInput, simulatorCommand } from './simulator-command.js';
import { UsageError } from './usage-error.js';

const ACTIONS = ['create', 'list', 'end'] as const;

/** Runs `pay-simulator worlds`. */
export const runWorlds = simulatorCommand(
  'worlds',
  WORLDS_USAGE,
  WORLDS_OPTIONS,
  async ({ values, positionals, simulator: simulatorOf, out }) => {
    const [name = 'list', ...rest] = positionals;
    const action = ACTIONS.find((one) => one === name);
    if (action === undefined)
      throw new UsageError(
        `worlds: "${name}" is unknown${didYouMean(name, ACTIONS) || `; expected one of ${ACTIONS.join(', ')}`}`,
      );
    const schema = action === 'create' ? bodySchema('createWorld') : {};
    const settings = readInput(values, schema, 'only worlds create accepts it');
    checkRest(action, rest);
    const simulator = simulatorOf();
    const print = (json: unknown, text: string) =>
      out(values.json ? `${JSON.stringify(json, null, 2)}\n` : text);
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
  },
);

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
