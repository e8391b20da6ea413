// The clients that the doctor creates declare DTOs.
import 'reflect-metadata';
import { doctor } from '../doctor/doctor.js';
import { oneOf, readArguments, readTimeout } from './arguments.js';
import { jsonText, UsageError } from './command.js';
import type { CommandIo } from './command.js';
import { RELIED_PARTS } from '../webhooks/relied-events.js';
import { doctorText } from './doctor-text.js';
import { readEnvironment } from './env-file.js';
import { DOCTOR_OPTIONS, DOCTOR_USAGE } from './help.generated.js';
import { clientsOf, webhookUrlOf } from './environment.js';

export const usage = DOCTOR_USAGE;

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(args, DOCTOR_OPTIONS);
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
