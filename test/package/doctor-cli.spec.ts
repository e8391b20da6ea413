import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';

const CLI = join(import.meta.dirname, '../../dist/libs/pay/cli.js');
let simulator: PaySimulator;

beforeAll(async () => {
  simulator = await createPaySimulator();
});
afterAll(() => simulator.close());

/** Runs the command with an application's environment. Beside this process, in which the simulator is. */
async function run(
  args: string[],
  more: Record<string, string> = {},
): Promise<{ code: number | null; out: string }> {
  const { endpoints, credentials } = simulator;
  const env = {
    PATH: process.env['PATH'],
    PAY_CLIENT_ID: credentials.merchant.clientId,
    PAY_CLIENT_SECRET: credentials.merchant.clientSecret,
    PAY_MERCHANT_ID: credentials.merchant.merchantId,
    PAY_API_KEY: credentials.merchant.apikey,
    PAY_DEV: 'true',
    PAY_ENDPOINT_ACCOUNTS: endpoints.accounts,
    PAY_ENDPOINT_API: endpoints.api,
    PAY_ENDPOINT_WEB: endpoints.web,
    ...more,
  };
  const child = spawn(process.execPath, [CLI, 'doctor', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, out };
}

describe('nestjs-pay doctor', () => {
  it('reads the environment, says what it found, and ends with 0', async () => {
    const { code, out } = await run([]);
    expect(out).toMatch(
      /^ok {7}clientId and clientSecret of wallet are accepted in the demo environment\.$/m,
    );
    expect(out).toMatch(/^warning {2}wallet will be refused \(403\) for bankTransfers/m);
    expect(code).toBe(0);
  });

  it('ends with 1 when something failed, with a report for machines, without a secret', async () => {
    const { code, out } = await run(['--json', '--webhook', 'http://127.0.0.1:9/hook'], {
      PAY_CLIENT_SECRET: 'a-wrong-secret',
    });
    expect(code).toBe(1);
    const { healthy, findings } = JSON.parse(out) as {
      healthy: boolean;
      findings: { check: string; status: string }[];
    };
    expect(healthy).toBe(false);
    expect(findings.filter(({ status }) => status === 'failed').map(({ check }) => check)).toEqual([
      'wallet.token',
      'webhook.connection',
    ]);
    for (const secret of ['a-wrong-secret', simulator.credentials.merchant.apikey])
      expect(out).not.toContain(secret);
  });

  it.each([
    [[], 'expected the command doctor'],
    [['docter'], 'expected the command doctor'],
    [['doctor', '--client', 'shop'], '--client: expected wallet, marketplace or isv'],
    [['doctor', '--timeout', 'soon'], '--timeout: expected milliseconds'],
    [['doctor', '--webhok', 'x'], "Unknown option '--webhok'"],
  ])('refuses %j in one sentence, with exit code 2', (args, sentence) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
      encoding: 'utf8',
      env: {},
    });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`nestjs-pay: ${sentence}`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
