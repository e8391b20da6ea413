import { isInstance } from '../../core/values/describe-thrown.js';
import { numberOf, oneOf, readArguments, readTimeout, throwUsage } from '../arguments.js';
import { CommandError, jsonText, UsageError } from '../command.js';
import type { Command, CommandIo } from '../command.js';
import { readEnvironment } from '../env-file.js';
import { discard, list, replay, show } from './inbox-actions.js';
import type { InboxAction } from './inbox-actions.js';
import { inboxProblem, openInbox } from './open-inbox.js';
import type { InboxAddress } from './open-inbox.js';

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
