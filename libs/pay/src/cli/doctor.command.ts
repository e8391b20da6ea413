// The clients that the doctor creates declare DTOs.
import 'reflect-metadata';
import { doctor } from '../doctor/doctor.js';
import { oneOf, readArguments, readTimeout } from './arguments.js';
import { jsonText, UsageError } from './command.js';
import type { Command, CommandIo } from './command.js';
import { RELIED_PARTS } from '../webhooks/relied-events.js';
import { doctorText } from './doctor-text.js';
import { readEnvironment } from './env-file.js';
import { clientsOf, webhookUrlOf } from './environment.js';

const USAGE = `Usage:
  nestjs-pay doctor [options]

Options:
  --webhook url  Check this webhook; can be repeated (default: PAY_WEBHOOK_URL)
  --client name  Client whose key the webhook must return: wallet, marketplace or isv (default: the first one that is configured)
  --uses parts  Check the events that these parts rely on, separated by commas: till, subscriptions, splits, reconciler
  --timeout ms  Timeout of each request (default: 5000)
  --env-file path  Read variables from this file (default: .env)
  --json  Print the report as JSON
  -h, --help  Print this help

Credentials are read from the variables PAY_CLIENT_ID, PAY_DEV, … Variables of the process come before those of the file. NO_COLOR=1 switches the colors off.

Examples:
  nestjs-pay doctor
  nestjs-pay doctor --webhook https://shop.example/pay/webhook --uses till
  nestjs-pay doctor --env-file live.env --json

Exit codes: 0 healthy, 1 not healthy, 2 wrong usage.
Page: https://github.com/nestjs-pay/nestjs-pay/blob/main/docs/reference/doctor.md
`;

export const doctorCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<number> {
  const text = { type: 'string' } as const;
  const { values, positionals } = readArguments(args, {
    webhook: { ...text, multiple: true },
    client: text,
    uses: text,
    timeout: text,
    'env-file': text,
    json: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new UsageError('doctor takes only options');
  const client = oneOf('--client', values.client, ['wallet', 'marketplace', 'isv']);
  const uses = values.uses?.split(',').flatMap((part) => oneOf('--uses', part.trim(), RELIED_PARTS) ?? []);
  const timeoutMs = readTimeout(values.timeout);
  const { env, file } = readEnvironment(values['env-file'], io);
  const configured = webhookUrlOf(env);
  const urls = values.webhook ?? (configured === undefined ? [] : [configured]);
  const report = await doctor({
    ...clientsOf(env),
    webhooks: urls.map((url) => ({ url, ...(client && { client }) })),
    ...(uses && { uses }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const isColored = io.isTerminal && !io.env['NO_COLOR'];
  const context = { file, checksWebhooks: urls.length > 0, isColored };
  io.out(values.json ? jsonText(report) : doctorText(report, context));
  return report.healthy ? 0 : 1;
}
