import { idOf, numberOf, oneOf, readArguments } from '../arguments.js';
import { jsonText } from '../command.js';
import type { CommandIo } from '../command.js';
import { requireOptionsOf, withDatabase } from '../database-command.js';
import { INBOX_OPTIONS, INBOX_USAGE } from '../help.generated.js';
import { discard, list, replay, show } from './inbox-actions.js';
import type { InboxAction } from './inbox-actions.js';
import { openInbox } from './open-inbox.js';

const NO_DATABASE =
  'inbox: set --database-url or DATABASE_URL to the PostgreSQL database of the inbox; ' +
  'for an inbox on BullMQ, use a BullMQ dashboard such as Bull Board';

const ACTION_NAMES = ['list', 'show', 'replay', 'discard'] as const;
const ACTIONS: Readonly<
  Record<(typeof ACTION_NAMES)[number], { run: InboxAction; options: readonly string[] }>
> = {
  list: { run: list, options: ['reason', 'account', 'limit', 'before'] },
  show: { run: show, options: [] },
  replay: { run: replay, options: ['all', 'reason', 'account'] },
  discard: { run: discard, options: [] },
};

export const usage = INBOX_USAGE;

export async function run(args: string[], io: CommandIo, open = openInbox): Promise<number> {
  const { values, positionals } = readArguments(args, INBOX_OPTIONS);
  const [name = '', ...ids] = positionals;
  const action = ACTIONS[oneOf('inbox', name, ACTION_NAMES)];
  requireOptionsOf(`inbox ${name}`, values, action.options);
  const request = {
    ids,
    all: values.all,
    reason: oneOf('--reason', values.reason, ['failed', 'crashed']),
    account: values.account === '' ? null : values.account,
    limit: numberOf('--limit', values.limit, 9_999),
    before: idOf('--before', values.before),
  };
  const execute = action.run(request);
  return withDatabase(values, io, NO_DATABASE, open, async ({ store }) => {
    const { code, data, text } = await execute(store);
    io.out(values.json ? jsonText(data) : text);
    return code;
  });
}
