import { numberOf, oneOf, readArguments } from '../arguments.js';
import { jsonText } from '../command.js';
import type { Command, CommandIo } from '../command.js';
import { DATABASE_OPTIONS, requireOptionsOf, withDatabase } from '../database-command.js';
import { discard, list, replay, show } from './inbox-actions.js';
import type { InboxAction } from './inbox-actions.js';
import { openInbox } from './open-inbox.js';

const USAGE = `Usage:
  nestjs-pay inbox list [--reason name] [--account name] [--limit n] [options]
  nestjs-pay inbox show <id> [options]
  nestjs-pay inbox replay <id> … | --all --reason name [options]
  nestjs-pay inbox discard <id> … [options]

Actions:
  list  List dead letters, newest first, and the number of waiting events
    --reason name  failed or crashed
    --account name  Only the PayModule with this name; '' for the default account
    --limit n  Maximum number (default: 100)
    --before id  Only older dead letters: the next page
  show <id>  Show a dead letter with its delivery, without card numbers, tokens, IBANs and e-mail addresses
  replay <id> …  Process dead letters again in the application
    --all  All dead letters with one --reason, oldest first; --account as above
  discard <id> …  Remove dead letters: they are never processed

Options:
  --database-url url  PostgreSQL of the inbox (default: DATABASE_URL)
  --schema name  Schema of the tables (default: pay)
  --timeout ms  Timeout of the database (default: 5000)
  --env-file path  Read variables from this file (default: .env)
  --json  Print JSON
  -h, --help  Print this help

Examples:
  nestjs-pay inbox list --reason failed
  nestjs-pay inbox replay 17 18
  nestjs-pay inbox replay --all --reason crashed

Exit codes: 0 success; 1 failure, such as an unknown ID or no database; 2 wrong usage.
Page: https://github.com/nestjs-pay/nestjs-pay/blob/main/docs/reference/cli.md
`;
const NO_DATABASE =
  'inbox: set --database-url or DATABASE_URL to the PostgreSQL database of the inbox; ' +
  'for an inbox on BullMQ, use a BullMQ dashboard such as Bull Board';

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  ...DATABASE_OPTIONS,
  ...{ reason: TEXT, account: TEXT, limit: TEXT, before: TEXT, all: { type: 'boolean' } as const },
};

const ACTION_NAMES = ['list', 'show', 'replay', 'discard'] as const;
const ACTIONS: Readonly<
  Record<(typeof ACTION_NAMES)[number], { run: InboxAction; options: readonly string[] }>
> = {
  list: { run: list, options: ['reason', 'account', 'limit', 'before'] },
  show: { run: show, options: [] },
  replay: { run: replay, options: ['all', 'reason', 'account'] },
  discard: { run: discard, options: [] },
};

export const inboxCommand = { usage: USAGE, run } satisfies Command;

async function run(args: string[], io: CommandIo, open = openInbox): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [name = '', ...ids] = positionals;
  const action = ACTIONS[oneOf('inbox', name, ACTION_NAMES)];
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
