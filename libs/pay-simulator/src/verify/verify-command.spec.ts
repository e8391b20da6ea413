import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createPaySimulator, OrderState } from '../index.js';
import type { PaySimulator } from '../index.js';
import { ChangingProxy } from './changing-proxy.testing.js';
import { DEMO_HOSTS, HOST_NAMES } from './demo-hosts.js';
import { runVerify } from './verify-command.js';
import type { VerifyReport } from './verify.types.js';

const LIVE = { PAY_CLIENT_ID: 'id', PAY_CLIENT_SECRET: 'secret', PAY_MERCHANT_ID: 'm', PAY_API_KEY: 'k' };
const DEMO = { ...LIVE, PAY_DEV: 'true' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function verifyLine(
  args: string[],
  env: Record<string, string> = DEMO,
  io: Partial<Parameters<typeof runVerify>[1]> = {},
): Promise<{ code: number; out: string; err: string }> {
  const text = { out: '', err: '' };
  const code = await runVerify(args, {
    env,
    folder,
    out: (part) => void (text.out += part),
    err: (part) => void (text.err += part),
    onInterrupt: () => () => undefined,
    ...io,
  });
  return { code, ...text };
}

it('lists the classes and what they need in its usage', async () => {
  const { code, out } = await verifyLine(['--help']);
  expect(code).toBe(0);
  for (const name of ['read-only', 'unpaid-orders', 'payment', 'receiver', 'terminal'])
    expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(out).toMatch(/needs\s+--terminal/);
});

describe('pay-simulator verify refuses', () => {
  it('to run without --demo, and says why', async () => {
    for (const args of [[], ['--class', 'read-only']])
      await expect(verifyLine(args)).rejects.toThrow(/^add --demo; the probes create orders and payments/);
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    [
      'an unknown class',
      ['--class', 'payments'],
      DEMO,
      /--class: expected read-only, .* \(received payments\)/,
    ],
    [
      'no credentials, and says where to find them',
      [],
      { PAY_DEV: 'true' },
      /PAY_CLIENT_ID, PAY_CLIENT_SECRET +Settings > API Access > Smart Checkout Credentials\n +PAY_MERCHANT_ID, PAY_API_KEY +Settings > API Access/,
    ],
    ['an unknown option', ['--clas', 'read-only'], DEMO, /unknown option --clas/],
    ['no environment', ['--class', 'read-only'], LIVE, /PAY_DEV: expected true/],
    [
      'the live environment',
      ['--class', 'read-only'],
      { ...LIVE, PAY_DEV: 'false' },
      /PAY_DEV: expected true/,
    ],
    [
      'a live host',
      ['--class', 'read-only'],
      { ...DEMO, PAY_SIMULATOR_URL: 'https://www.vivapayments.com' },
      /PAY_SIMULATOR_URL: expected an address on this machine/,
    ],
    [
      'a forged host',
      ['--class', 'read-only'],
      { ...DEMO, PAY_SIMULATOR_URL: 'https://demo-api.vivapayments.com.evil.example' },
      /PAY_SIMULATOR_URL: expected an address on this machine/,
    ],
    [
      'credentials in an address',
      ['--class', 'read-only'],
      { ...DEMO, PAY_SIMULATOR_URL: 'https://user:secret@demo-api.vivapayments.com' },
      /PAY_SIMULATOR_URL: expected an address on this machine/,
    ],
    ['the class terminal without a terminal', ['--class', 'terminal'], DEMO, /add --terminal/],
    ['the class receiver without an address', ['--class', 'receiver'], DEMO, /add --receiver/],
    [
      'a wrong port',
      ['--class', 'read-only', '--receiver-port', '0'],
      DEMO,
      /--receiver-port: expected a number from 1 to 65535/,
    ],
  ])('%s', async (_, args, env, message) => {
    const { message: text } = (await verifyLine(['--demo', ...args], env).catch(
      (thrown: unknown) => thrown,
    )) as Error;
    expect(text).toMatch(message);
    expect(text).not.toMatch(/secret@/);
  });
});

describe('pay-simulator verify', () => {
  let demo: PaySimulator;
  beforeEach(async () => {
    demo = await createPaySimulator();
  });
  afterEach(() => demo.close());

  it('says what it will do, shows its progress, stores the masked responses, and reports what was found', async () => {
    const { code, out, err } = await verifyLine(['--demo', '--class', 'unpaid-orders'], demo.environment);
    expect(err).toMatch(/^ {2}unpaid-orders changes your demo account: it creates about \d+ orders/m);
    const [, probes, requests] = /(\d+) probes, at most (\d+) requests, about \d+ s/.exec(err) ?? [];
    expect(err).toMatch(new RegExp(`^\\[ 1/${probes}\\] ✓ +order-created-and-read \\d+ ms$`, 'm'));
    expect(err).toContain(`[${probes}/${probes}] `);
    expect(demo.requests().length).toBeLessThan(Number(requests) + 10);
    expect(demo.requests().length).toBeGreaterThan(Number(requests) - 10);
    expect(out).toMatch(/^ {2}payments +100 %/m);
    expect(out).toMatch(/^\nNo difference found\.\nSimulator, [\d-]+, unpaid-orders: \d+ claims agree, /);
    expect(out).toMatch(/^ +\d+ {2}the class payment was not chosen$/m);
    expect(code).toBe(0);
    const [file = ''] = await readdir(join(folder, 'pay-verify'));
    expect(err).toContain(join(folder, 'pay-verify', file));
    // The responses of a simulator are never stored as responses of the service, nor reported.
    expect(file).toMatch(/^\d{4}-\d\d-\d\d-simulator-unpaid-orders\.json$/);
    expect(err).not.toContain('github.com');
    const stored = await readFile(join(folder, 'pay-verify', file), 'utf8');
    for (const order of demo.orders.list()) expect(stored).not.toContain(order.code);
  });

  it('asks to share a run against the demo environment, also if nothing differs', async () => {
    const real = globalThis.fetch;
    // The demo environment is the simulator here.
    jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
      const address = new Request(url).url;
      const host = HOST_NAMES.find((name) => address.startsWith(`${DEMO_HOSTS[name]}/`));
      if (host === undefined) return real(url, init);
      return real(address.replace(DEMO_HOSTS[host], demo.endpoints[host]), init);
    });
    const env = Object.entries(demo.environment).filter(([name]) => name !== 'PAY_SIMULATOR_URL');
    const { code, err } = await verifyLine(['--demo'], { ...Object.fromEntries(env), PAY_DEV: 'true' });
    jest.restoreAllMocks();
    expect(code).toBe(0);
    expect(err).toMatch(/^Account \(demo environment\)$/m);
    expect(err).toMatch(/pay-verify\/\d{4}-\d\d-\d\d-demo-read-only\.json$/m);
    expect(err).toMatch(
      /also if nothing differs\. It replaces guesses with observations:\s\d+ of the agreeing/,
    );
    const [address = ''] = /^https:\/\/github\.com\/.*$/m.exec(err) ?? [];
    expect(new URL(address).searchParams.get('sent')).toBe('npx pay-simulator verify --demo');
    expect(new URL(address).searchParams.get('versions')).toMatch(/^pay-simulator \d+\.\d+\.\d+, Node \d+/);
  });

  it('has colors on a terminal only', async () => {
    const line = ['--demo', '--class', 'read-only'];
    const { out, err } = await verifyLine(line, demo.environment, { isTerminal: true });
    expect(out).toContain('\u001b[32mNo difference found.\u001b[39m\n');
    expect(err).toContain('] \u001b[32m✓      \u001b[39m ');
    const plain = await verifyLine(line, { ...demo.environment, NO_COLOR: '1' }, { isTerminal: true });
    expect(plain.out + plain.err).not.toContain('\u001b');
  });

  it('reports what was found if the responses cannot be stored', async () => {
    const { code, out, err } = await verifyLine(['--demo', '--write', '/dev/null/no'], demo.environment);
    expect(code).toBe(0);
    expect(out).toMatch(/No difference found/);
    expect(err).toMatch(/not stored: .*choose another folder with --write/);
  });

  it('names the credentials that are missing and where to find them, and probes the rest', async () => {
    const env = { ...demo.environment, PAY_CLOUD_TERMINAL_CLIENT_ID: '' };
    const { code, out, err } = await verifyLine(['--demo'], env);
    expect(err).toMatch(/^ {2}accepted {2}PAY_CLIENT_ID, PAY_CLIENT_SECRET$/m);
    expect(err).toMatch(
      /^ {2}missing {3}PAY_CLOUD_TERMINAL_CLIENT_ID, .*\n +for card terminals: Settings > API Access > POS APIs Credentials$/m,
    );
    expect(err).toMatch(
      /^\[ ?\d+\/\d+\] stopped terminal-token .*PAY_CLOUD_TERMINAL_CLIENT_ID\s[^[]* are not set$/m,
    );
    expect(code).toBe(0);
    // The path of a file is not broken, so that it can be copied.
    const lines = `${out}${err}`.split('\n').filter((line) => !line.startsWith('Masked responses: '));
    expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  });

  it('sends no probe if credentials are wrong', async () => {
    const env = { ...demo.environment, PAY_API_KEY: 'wrong' };
    const { code, err, out } = await verifyLine(['--demo'], env);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^ {2}rejected {2}PAY_MERCHANT_ID, PAY_API_KEY \(HTTP 401\)\n.*Access Credentials$/m);
    expect(err).not.toContain('[');
  });

  it('names a switch of the account that is off, and creates no order if the class needs it', async () => {
    const proxy = new ChangingProxy(demo.url, ({ method, path }, response) => {
      if (method === 'DELETE' && path.includes('/api/transactions/'))
        response.json = { ErrorText: 'The specified api action is disabled for the merchant' };
    });
    const address = await proxy.open();
    const env = Object.fromEntries(
      Object.entries(demo.environment).map(([name, value]) => [name, value.replace(demo.url, address)]),
    );
    const { code, err, out } = await verifyLine(['--demo', '--class', 'payment'], env);
    await proxy.close();
    expect(err).toMatch(/^ {2}off {7}"Allow refunds"\n +turn it on under Settings > API Access$/m);
    expect(err).toMatch(/^ {2}needed {4}"Allow recurring payments and pre-auth captures via API"$/m);
    expect([code, out, demo.orders.list()]).toEqual([1, '', []]);
  });

  it('probes only the operations that the sources in the folder call', async () => {
    await writeFile(join(folder, 'shop.ts'), 'export const read = () => pay.payments.getOrder(1);');
    const { code, out, err } = await verifyLine(
      ['--demo', '--used', '--class', 'unpaid-orders'],
      demo.environment,
    );
    expect(err).toMatch(
      /^operations of yours that rest on guesses: \d of 1 \(1 file, found by text search\)\n/,
    );
    expect(out).toMatch(/^ {2}payments +100 %/m);
    expect(out).not.toMatch(/^ {2}(auth|fees|wallets)/m);
    expect(err).not.toContain('fees');
    expect(code).toBe(0);
  });

  it('lists the operations that the sources call without an account', async () => {
    await writeFile(join(folder, 'shop.ts'), 'pay.transactions.refund(id); pay.resellers.createOrder({});');
    const { code, out } = await verifyLine(['--used'], {});
    expect(code).toBe(0);
    expect(out).toMatch(
      /^ {2}\d+ guess(?:es)? +resellers\.createOrder\n {2}\d+ guess(?:es)? +transactions\.cancelTransaction$/m,
    );
    expect(demo.requests()).toEqual([]);
  });

  it('prints the report as JSON without secrets', async () => {
    const { out, err } = await verifyLine(['--demo', '--class', 'read-only', '--json'], demo.environment);
    expect((JSON.parse(out) as VerifyReport).classes).toEqual(['read-only']);
    for (const [name, secret] of Object.entries(demo.environment))
      if (/SECRET|KEY|_ID$/.test(name)) expect(out + err).not.toContain(secret);
  });

  it('reads the credentials from .env as an application does, also `KEY: value`', async () => {
    const lines = Object.entries(demo.environment).map(([name, value]) => `${name}: "${value}" # demo\r\n`);
    await writeFile(join(folder, '.env'), lines.join(''));
    const { code, err } = await verifyLine(['--demo'], {});
    expect(err).toMatch(/^ {2}accepted {2}PAY_MERCHANT_ID, PAY_API_KEY$/m);
    expect(code).toBe(0);
  });

  it('names each difference, and exits with 1', async () => {
    demo.faults.add({ operation: 'payments.getOrder', kind: 'status', status: 500, times: 'always' });
    const { code, out } = await verifyLine(['--demo', '--class', 'unpaid-orders'], demo.environment);
    expect(code).toBe(1);
    expect(out).toMatch(
      /contract differs: payments\.getOrder\n {4}the service: HTTP 500\n {4}the contract: HTTP 200\n {4}shown by [\w-]+\/[\w-]+\n/,
    );
  });

  it('exits with 1 if the service is out of reach', async () => {
    const environment = { ...demo.environment };
    await demo.close();
    const { code, err } = await verifyLine(['--demo'], environment);
    expect(code).toBe(1);
    expect(err).toMatch(/The service cannot be reached: fetch failed \(ECONNREFUSED\)/);
  });

  it('ends at Ctrl-C with what was found, and cancels the orders', async () => {
    let interrupt = (): void => undefined;
    const line = ['--demo', '--class', 'unpaid-orders', '--class', 'payment'];
    const { code, out } = await verifyLine(line, demo.environment, {
      // The order stays unpaid, so the probe waits.
      err: (part) => (part.includes('>>> Pay this order') ? interrupt() : undefined),
      onInterrupt: (listener) => {
        interrupt = listener;
        return () => undefined;
      },
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^ +\d+ {2}you interrupted the run$/m);
    expect(out).toMatch(/^ {2}payments +100 %/m);
    expect(demo.orders.list().filter(({ state }) => state === OrderState.Pending)).toEqual([]);
  });
});
