// The clients that the doctor creates declare DTOs.
import 'reflect-metadata';
import { doctor } from '../doctor/doctor.js';
import type { DoctorFinding } from '../doctor/doctor.types.js';
import { oneOf, readArguments, readTimeout } from './arguments.js';
import { UsageError } from './command.js';
import type { Command, CommandIo } from './command.js';
import { clientsOf, webhookUrlOf } from './environment.js';

const SIGNS: Record<DoctorFinding['status'], string> = {
  ok: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
};

const USAGE = `nestjs-pay doctor [options]: check credentials, scopes, endpoints, the clock and webhooks

  --webhook url       check this webhook; can be repeated (PAY_WEBHOOK_URL)
  --client name       client whose key the webhook must return: wallet, marketplace or isv
  --timeout ms        timeout of each request (5000)
  --json              print the report as JSON

Credentials are read from the environment: PAY_CLIENT_ID, PAY_DEV, … (docs/reference/module.md).
Exit code: 0 healthy, 1 not healthy, 2 wrong usage.
`;

export const doctorCommand: Command = { usage: USAGE, run };

async function run(args: string[], { env, out }: CommandIo): Promise<number> {
  const text = { type: 'string' } as const;
  const { values, positionals } = readArguments(args, {
    webhook: { ...text, multiple: true },
    client: text,
    timeout: text,
    json: { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new UsageError('doctor takes only options');
  const client = oneOf('--client', values.client, ['wallet', 'marketplace', 'isv']);
  const timeoutMs = readTimeout(values.timeout);
  const configured = webhookUrlOf(env);
  const urls = values.webhook ?? (configured === undefined ? [] : [configured]);
  const report = await doctor({
    ...clientsOf(env),
    webhooks: urls.map((url) => ({ url, ...(client && { client }) })),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const lines = report.findings.map(({ status, message }) => `${SIGNS[status]}  ${message}\n`);
  out(values.json ? `${JSON.stringify(report, null, 2)}\n` : lines.join(''));
  return report.healthy ? 0 : 1;
}
