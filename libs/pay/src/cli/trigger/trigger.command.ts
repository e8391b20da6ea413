import { isLoopbackHost } from '../../core/hosts.js';
import { PayEventType } from '../../webhooks/event-types.js';
import { readArguments, readTimeout } from '../arguments.js';
import { UsageError } from '../command.js';
import type { Command, CommandIo } from '../command.js';
import { webhookUrlOf } from '../environment.js';
import { bodyOf } from './body.js';
import { deliver } from './delivery.js';
import type { TriggerResult } from './delivery.js';
import { eventNamed, TRIGGER_EVENTS } from './event-names.js';
import type { TriggerEvent } from './event-names.js';

const USAGE = `nestjs-pay trigger <event> [options]: post an event to a webhook, as the service would

  <event>             its name or number: transaction-payment-created, 1796
  --list              name the events there are
  --set path=value    set a member of the body, as in EventData.Amount=12.34 or OrderCode=…; may be repeated
  --url address       where to post it (PAY_WEBHOOK_URL)
  --yes               post it also to another machine than this one
  --dry-run           print the body and post nothing
  --timeout ms        for the answer (10000)
  --json              print the answer, or the list, as JSON

A report file (7936) is signed with the first of PAY_WEBHOOK_SECRETS. What the webhook cannot read back from the service it
refuses (403), for it was made up: docs/cli.md says how to have events that it confirms.
Exit code: 0 answered 200, 1 not, 2 wrong usage.
`;
const DEFAULT_TIMEOUT_MS = 10_000;

export const triggerCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<number> {
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const { values, positionals } = readArguments(args, {
    set: { ...text, multiple: true, default: [] },
    url: text,
    timeout: text,
    list: flag,
    yes: flag,
    'dry-run': flag,
    json: flag,
  });
  if (values.list) return list(values.json, io);
  const [given, ...rest] = positionals;
  if (given === undefined) throw new UsageError('trigger: expected an event; --list names them');
  if (rest.length > 0)
    throw new UsageError(`trigger: expected one event; members are set by --set ${rest[0]}`);
  const event = eventNamed(given);
  const address = values.url ?? webhookUrlOf(io.env);
  const timeoutMs = readTimeout(values.timeout) ?? DEFAULT_TIMEOUT_MS;
  const body = bodyOf({ event, url: address, env: io.env, assignments: values.set });
  if (values['dry-run']) {
    io.out(`${body}\n`);
    return 0;
  }
  const url = urlOf(address, values.yes);
  const result = await deliver(url, body, {
    eventTypeId: event.eventTypeId,
    timeoutMs,
    secret: secretFor(event, io),
  });
  io.out(values.json ? asJson(event, url, result) : asText(event, url, result));
  return result.taken ? 0 : 1;
}

function list(json: boolean, { out }: CommandIo): number {
  const lines = TRIGGER_EVENTS.map(
    ({ eventTypeId, name }) => `${String(eventTypeId).padStart(4)}  ${name}\n`,
  );
  out(json ? `${JSON.stringify(TRIGGER_EVENTS, null, 2)}\n` : lines.join(''));
  return 0;
}

/** What is made up shall not reach people's books by a slip: another machine is asked for by name. */
function urlOf(address: string | undefined, mayLeave: boolean): URL {
  if (address === undefined)
    throw new UsageError(
      'trigger: say where to post it, by --url http://127.0.0.1:3000/pay/webhook or PAY_WEBHOOK_URL',
    );
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError('--url: expected an absolute http or https address, without a password');
  if (!isLoopbackHost(url.hostname) && !mayLeave)
    throw new UsageError(`${url.host} is another machine: a made-up event goes there only with --yes`);
  return url;
}

function secretFor({ eventTypeId }: TriggerEvent, { env }: CommandIo): string | undefined {
  if (eventTypeId !== PayEventType.SaleTransactions) return undefined;
  const secret = (env['PAY_WEBHOOK_SECRETS'] ?? '').split(',')[0]?.trim();
  if (secret) return secret;
  throw new UsageError('report files come signed: set PAY_WEBHOOK_SECRETS to what the webhook knows');
}

const where = ({ origin, pathname }: URL): string => origin + pathname;

function asText(
  { eventTypeId, name }: TriggerEvent,
  url: URL,
  { status, answer, message }: TriggerResult,
): string {
  const said = status === 200 || answer === '' ? '' : ` (“${answer}”)`;
  return `${eventTypeId} ${name} → ${where(url)}\n${status === null ? '' : `${status} `}${message}${said}\n`;
}

function asJson({ eventTypeId, name }: TriggerEvent, url: URL, result: TriggerResult): string {
  return `${JSON.stringify({ eventTypeId, name, url: where(url), ...result }, null, 2)}\n`;
}
