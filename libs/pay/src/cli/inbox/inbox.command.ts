import { isInstance } from '../../core/values/describe-thrown.js';
import { numberOf, oneOf, readArguments, readTimeout, throwUsage } from '../arguments.js';
import { CommandError, jsonText, UsageError } from '../command.js';
import type { Command, CommandIo } from '../command.js';
import { readEnvironment } from '../env-file.js';
import { discard, list, replay, show } from './inbox-actions.js';
import type { InboxAction } from './inbox-actions.js';
import { inboxProblem, openInbox } from './open-inbox.js';
import type { InboxAddress } from './open-inbox.js';

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
const DEFAULT_TIMEOUT_MS = 5_000;
const NO_DATABASE =
  'inbox: set --database-url or DATABASE_URL to the PostgreSQL database of the inbox; ' +
  'for an inbox on BullMQ, use a BullMQ dashboard such as Bull Board';

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const COMMON_OPTIONS = {
  'database-url': TEXT,
  schema: TEXT,
  timeout: TEXT,
  'env-file': TEXT,
  json: FLAG,
};
const OPTIONS = { ...COMMON_OPTIONS, reason: TEXT, account: TEXT, limit: TEXT, before: TEXT, all: FLAG };

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
  const unsupported = Object.keys(values).find(
    (option) => !Object.hasOwn(COMMON_OPTIONS, option) && !action.options.includes(option),
  );
  if (unsupported !== undefined) throw new UsageError(`inbox ${name} does not take --${unsupported}`);
  const request = {
    ids,
    all: values.all === true,
    reason: oneOf('--reason', values.reason, ['failed', 'crashed']),
    account: values.account === '' ? null : values.account,
    limit: numberOf('--limit', values.limit, 9_999),
    before: values.before,
  };
  const execute = action.run(request);
  const url = values['database-url'] ?? readEnvironment(values['env-file'], io).env['DATABASE_URL'];
  if (!url) throw new UsageError(NO_DATABASE);
  const timeoutMs = readTimeout(values.timeout) ?? DEFAULT_TIMEOUT_MS;
  const address: InboxAddress = { url, schema: values.schema, timeoutMs };
  try {
    const inbox = await open(address).catch(throwUsage);
    try {
      const { code, data, text } = await execute(inbox.store);
      io.out(values.json === true ? jsonText(data) : text);
      return code;
    } finally {
      await inbox.close();
    }
  } catch (error) {
    if (isInstance(error, CommandError) || isInstance(error, UsageError)) throw error;
    throw new CommandError(inboxProblem(error, values.schema), { cause: error });
  }
}
