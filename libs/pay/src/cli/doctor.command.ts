// Commands declare no DTO, but the clients that the doctor uses do.
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

const USAGE = `nestjs-pay doctor [options]: check credentials, what they open, clocks and webhooks

  --webhook address   try this webhook as the service does; may be repeated (PAY_WEBHOOK_URL)
  --client name       whose key it answers: wallet, marketplace or isv
  --timeout ms        for each request (5000)
  --json              print the report as JSON

Credentials are read from the environment: PAY_CLIENT_ID, PAY_DEV, … (docs/nest.md).
Exit code: 0 healthy, 1 not, 2 wrong usage.
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
  if (positionals.length > 0) throw new UsageError('doctor takes options only');
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
