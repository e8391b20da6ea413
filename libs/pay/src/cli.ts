#!/usr/bin/env node
// Commands declare no DTO, but the clients that they use do.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { doctor } from './doctor/doctor.js';
import type { DoctorFinding } from './doctor/doctor.types.js';
import { clientsOf } from './cli/environment.js';

const USAGE = `nestjs-pay: tools for the payment service

  nestjs-pay doctor [options]   check credentials, what they open, clocks and webhooks
    --webhook address           try this webhook as the service does; may be repeated
    --client name               whose key it answers: wallet, marketplace or isv
    --timeout ms                for each request (5000)
    --json                      print the report as JSON

  Credentials are read from the environment: PAY_CLIENT_ID, PAY_DEV, … (docs/nest.md). Exit code: 0 healthy, 1 not, 2 wrong usage.
`;
const SIGNS: Record<DoctorFinding['status'], string> = {
  ok: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
};

/** The exit code. @throws Error for wrong usage. */
async function main(args: string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      webhook: { ...text, multiple: true, default: [] },
      ...{ client: text, timeout: text },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (positionals.length !== 1 || positionals[0] !== 'doctor')
    throw new RangeError('expected the command doctor');
  const client = clientNamed(values.client);
  const report = await doctor({
    ...clientsOf(process.env),
    webhooks: values.webhook.map((url) => ({ url, ...(client && { client }) })),
    ...(values.timeout !== undefined && { timeoutMs: milliseconds(values.timeout) }),
  });
  const lines = report.findings.map(({ status, message }) => `${SIGNS[status]}  ${message}\n`);
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : lines.join(''));
  return report.healthy ? 0 : 1;
}

function clientNamed(name: string | undefined): 'wallet' | 'marketplace' | 'isv' | undefined {
  if (name === undefined || name === 'wallet' || name === 'marketplace' || name === 'isv') return name;
  throw new RangeError('--client: expected wallet, marketplace or isv');
}

function milliseconds(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new RangeError('--timeout: expected milliseconds, from 1 to 999999');
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const [sentence = ''] = (error instanceof Error ? error.message : 'it failed').split('. ');
    process.stderr.write(`nestjs-pay: ${sentence}; see --help\n`);
    process.exitCode = 2;
  },
);
