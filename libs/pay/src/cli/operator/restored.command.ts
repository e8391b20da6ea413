import type { PayIdempotency, PayRestore } from '../../idempotency/index.js';
import { isDay } from '../../areas/option-validators.js';
import { describeThrown, isInstance } from '../../core/values/describe-thrown.js';
import { printableText } from '../../core/values/printable-text.js';
import { numberOf, oneOf, readArguments } from '../arguments.js';
import { counted } from '../command-text.js';
import { CommandError, jsonText, UsageError } from '../command.js';
import type { CommandIo } from '../command.js';
import { requireOptionsOf, withDatabase } from '../database-command.js';
import { RESTORED_OPTIONS, RESTORED_USAGE } from '../help.generated.js';
import type { InboxAddress } from '../inbox/open-inbox.js';
import { openKeys } from './application-records.js';

const NO_DATABASE =
  'restored: set --database-url or DATABASE_URL to the PostgreSQL database of the idempotency keys';
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;
const ACTIONS = ['show', 'state', 'end', 'not-done'] as const;
const ACTION_OPTIONS: Readonly<Record<(typeof ACTIONS)[number], readonly string[]>> = {
  show: ['limit'],
  state: ['at', 'lost-since', 'until'],
  end: [],
  'not-done': [],
};

export const usage = RESTORED_USAGE;

type OpenKeys = Pick<Awaited<ReturnType<typeof openKeys>>, 'idempotency' | 'close'>;

export async function run(
  args: string[],
  io: CommandIo,
  open: (address: InboxAddress) => Promise<OpenKeys> = openKeys,
): Promise<number> {
  const { values, positionals } = readArguments(args, RESTORED_OPTIONS);
  const [name = 'show', ...keys] = positionals;
  const action = oneOf('restored', name, ACTIONS);
  requireOptionsOf(`restored ${action}`, values, ACTION_OPTIONS[action]);
  if ((action === 'not-done') !== keys.length > 0)
    throw new UsageError(
      action === 'not-done'
        ? 'restored not-done: expected the keys of calls'
        : `restored ${action} takes only options`,
    );
  const [restoredAt, until] = [timeOf('--at', values.at), timeOf('--until', values.until)];
  const times = {
    lostSince: timeOf('--lost-since', values['lost-since']) ?? null,
    ...(restoredAt && { restoredAt }),
    ...(until && { until }),
  };
  const limit = numberOf('--limit', values.limit, MAX_LIMIT) ?? DEFAULT_LIMIT;
  return withDatabase(values, io, NO_DATABASE, open, async ({ idempotency }) => {
    if (action === 'state') await idempotency.markRestored(times).catch(throwTimesUsage);
    if (action === 'end' && !(await idempotency.endRestore()))
      throw new CommandError('restored end: no statement holds, so there is nothing to end');
    for (const key of keys)
      if (!(await idempotency.resolve(key, 'not-done')))
        throw new CommandError(
          `no call with the key ${printableText(key)} waits: it has no record, is done, or is in progress.\n` +
            'npx nestjs-pay restored lists the keys of the calls that wait',
        );
    io.out(await report(idempotency, limit, values.json));
    return 0;
  });
}

async function report(idempotency: PayIdempotency, limit: number, isJson: boolean): Promise<string> {
  const restore = await idempotency.restore();
  const held = (await idempotency.heldAfterRestore(limit)).map(({ key, outcomeLookup }) => ({
    key,
    operation: outcomeLookup?.operation ?? null,
    about: outcomeLookup?.id ?? null,
    next:
      outcomeLookup === null
        ? 'look at your account, then not-done or resolve'
        : 'call again with the same key',
  }));
  if (isJson) return jsonText({ restore, held });
  const lines = held.map(
    ({ key, operation, about, next }) =>
      `  ${[key, operation, about]
        .filter((part) => part !== null)
        .map(printableText)
        .join('  ')}: ${next}\n`,
  );
  return statementText(restore) + waitingText(held.length, limit) + lines.join('');
}

function statementText(restore: PayRestore | null): string {
  if (restore === null)
    return 'no statement holds: a key without a record means that its call was never sent\n';
  const { restoredAt, lostSince, until } = restore;
  const since = lostSince === null ? 'an unknown time' : lostSince.toISOString();
  return (
    `restored at ${restoredAt.toISOString()}, lost since ${since}\n` +
    `until ${until.toISOString()}, a key without a record asks the service before it sends\n`
  );
}

function waitingText(calls: number, limit: number): string {
  const number = (calls === limit ? 'at least ' : '') + counted(calls, 'call');
  return `${number} ${calls === 1 ? 'waits and was' : 'wait and were'} not sent\n`;
}

/** Options of the command for those of `markRestored`, which its errors name. */
const OPTION_OF: Readonly<Record<string, string>> = {
  restoredAt: '--at',
  lostSince: '--lost-since',
  until: '--until',
};

function throwTimesUsage(error: unknown): never {
  if (!isInstance(error, RangeError)) throw error;
  const { message } = describeThrown(error);
  throw new UsageError(
    message.replaceAll(/\b(?:restoredAt|lostSince|until)\b/g, (name) => OPTION_OF[name] ?? name),
    { cause: error },
  );
}

/** A time without a zone would mean another moment on another machine. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function timeOf(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  // Date reads the 30th of February as the 2nd of March.
  if (TIME.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(time.getTime())) return time;
  throw new UsageError(`${option}: expected a time with a zone, for example 2026-11-28T09:55:00Z`);
}
