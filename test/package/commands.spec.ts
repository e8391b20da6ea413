import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { PAY } from '../packages.js';

let simulator: PaySimulator;

beforeAll(async () => {
  simulator = await createPaySimulator();
});
afterAll(() => simulator.close());

/** Runs a command with an application's environment. Beside this process, in which the simulator is. */
async function run(
  args: string[],
  { env = { ...simulator.environment }, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [PAY.command, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, ...said };
}

describe('nestjs-pay doctor', () => {
  it('reads the environment, says what it found, and ends with 0', async () => {
    const { code, out } = await run(['doctor']);
    expect(out).toMatch(
      /^ {2}ok {8}clientId and clientSecret of wallet are accepted at the configured\s+endpoints\.$/m,
    );
    expect(out.match(/127\.0\.0\.1/g)).toHaveLength(1);
    expect(out).toMatch(/^ {2}optional {2}wallet cannot use bankTransfers \(403\)/m);
    expect(out).toMatch(/^Credentials\n.*^Endpoints\n.*^Clock\n/ms);
    expect(out).toMatch(
      /\n0 failed, \d+ warnings, \d+ optional, \d+ ok\nNext: check your webhook: nestjs-pay doctor --webhook\shttps:\/\/shop\.example\/pay\/webhook\n$/,
    );
    expect(out).not.toContain('\u001b');
    expect(code).toBe(0);
  });

  it('reads .env of the current folder or another file, and tries its endpoints', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-doctor-'));
    try {
      const lines = Object.entries(simulator.environment).map(([name, value]) => `${name}=${value}\n`);
      writeFileSync(join(folder, '.env'), lines.join(''));
      writeFileSync(join(folder, 'wrong.env'), `${lines.join('')}PAY_SIMULATOR_URL=http://127.0.0.1:9\n`);
      const options = { env: {}, cwd: folder };
      const [own, other] = await Promise.all([
        run(['doctor'], options),
        run(['doctor', '--env-file', 'wrong.env', '--webhook', 'http://127.0.0.1:9/hook'], options),
      ]);
      expect(own).toMatchObject({ code: 0, out: expect.stringMatching(/^Variables of \.env\n/) });
      expect(other.code).toBe(1);
      expect(other.out).toMatch(
        /^ {2}FAILED {4}wallet cannot reach accounts, api and web at 127\.0\.0\.1:9: connection\s+refused\./m,
      );
      expect(other.out).toMatch(
        /^Webhook http:\/\/127\.0\.0\.1:9\/hook\n {2}FAILED {4}The webhook cannot be reached/m,
      );
      expect(other.out).toMatch(/\n\d failed, .*\nNext: correct what is marked FAILED/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('ends with 1 when something failed, with a report for machines, without a secret', async () => {
    const { code, out } = await run(['doctor', '--json', '--webhook', 'http://127.0.0.1:9/hook'], {
      env: { ...simulator.environment, PAY_CLIENT_SECRET: 'a-wrong-secret' },
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
});

describe('nestjs-pay', () => {
  it('ends as usual if its reader has enough, as `head` does', async () => {
    const child = spawn(process.execPath, [PAY.command, 'migrations', '--print'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    await once(child, 'close');
    expect([child.exitCode, err]).toEqual([0, '']);
  });

  it('refuses a slip in one sentence, with exit code 2', async () => {
    expect(await run(['docter'])).toEqual({
      code: 2,
      out: '',
      err: 'nestjs-pay: unknown command docter: did you mean doctor? (see nestjs-pay help)\n',
    });
  });
});
