import { numberOf, oneOf, readArguments } from '../arguments.js';
import { jsonText, UsageError } from '../command.js';
import type { Command, CommandIo } from '../command.js';
import { DATABASE_OPTIONS, requireOptionsOf, withDatabase } from '../database-command.js';
import { discard, list, replay, show } from './inbox-actions.js';
import type { InboxAction } from './inbox-actions.js';
import { openInbox } from './open-inbox.js';

const USAGE = `nestjs-pay inbox <list | show | replay | discard> [options]: dead letters of a durable inbox

  list                     list dead letters, newest first, and the number of waiting events
    --reason name          failed or crashed
    --account name         only the PayModule with this name; '' for the default account
    --limit n              maximum number (100)
    --before id            only older dead letters: the next page
  show <id>                show a dead letter with its delivery, without card numbers, tokens, IBANs
                           and e-mail addresses
  replay <id> …            process dead letters again in the application
  replay --all --reason …  replay all dead letters with one reason, oldest first; --account as above
  discard <id> …           remove dead letters: they are never processed

  --database-url url       PostgreSQL (DATABASE_URL); --schema name (pay)
  --timeout ms             timeout of the database (5000)
  --env-file path          read variables from this file (.env)
  --json                   print JSON

Examples:
  nestjs-pay inbox list --reason failed
  nestjs-pay inbox replay 17 18

Page: https://github.com/nestjs-pay/nestjs-pay/blob/main/docs/reference/cli.md
Exit code: 0 success; 1 failure, such as an unknown ID or no database; 2 wrong usage.
`;
const NO_DATABASE =
  'inbox: set --database-url or DATABASE_URL to the PostgreSQL database of the inbox; ' +
  'for an inbox on BullMQ, use a BullMQ dashboard such as Bull Board';

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  ...DATABASE_OPTIONS,
  ...{ reason: TEXT, account: TEXT, limit: TEXT, before: TEXT, all: { type: 'boolean' } as const },
};

const ACTIONS: Readonly<Record<string, { run: InboxAction; options: readonly string[] }>> = {
  list: { run: list, options: ['reason', 'account', 'limit', 'before'] },
  show: { run: show, options: [] },
  replay: { run: replay, options: ['all', 'reason', 'account'] },
  discard: { run: discard, options: [] },
};

export const inboxCommand = { usage: USAGE, run } satisfies Command;

async function run(args: string[], io: CommandIo, open = openInbox): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [name = '', ...ids] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined)
    throw new UsageError(
      `inbox: expected ${Object.keys(ACTIONS).join(', ')}${name === '' ? '' : `, not ${name}`}`,
    );
  requireOptionsOf(`inbox ${name}`, values, action.options);
  const request = {
    ids,
    all: values.all === true,
    reason: oneOf('--reason', values.reason, ['failed', 'crashed']),
    account: values.account === '' ? null : values.account,
    limit: numberOf('--limit', values.limit, 9_999),
    before: values.before,
  };
  const execute = action.run(request);
  return withDatabase(values, io, NO_DATABASE, open, async ({ store }) => {
    const { code, data, text } = await execute(store);
    io.out(values.json ? jsonText(data) : text);
    return code;
  });
}
