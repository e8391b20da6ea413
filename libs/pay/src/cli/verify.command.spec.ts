import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator, OrderState } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import type { VerifyReport } from '../verify/verify.types.js';
import { runLine } from './command-io.testing.js';
import { verifyCommand } from './verify.command.js';

const LIVE = { PAY_CLIENT_ID: 'id', PAY_CLIENT_SECRET: 'secret', PAY_MERCHANT_ID: 'm', PAY_API_KEY: 'k' };
const DEMO = { ...LIVE, PAY_DEV: 'true' };
const verifyLine = (args: string[], env: Record<string, string> = DEMO) => runLine(['verify', ...args], env);

describe('nestjs-pay verify refuses', () => {
  it('to run without --demo, and says why', async () => {
    const { code, err } = await verifyLine(['--class', 'read-only']);
    expect(code).toBe(2);
    expect(err).toMatch(/add --demo; the probes create orders and payments/);
  });

  it('to choose classes by itself, and lists them', async () => {
    const { code, err, out } = await verifyLine(['--demo']);
    expect([code, out]).toEqual([2, '']);
    for (const name of ['read-only', 'unpaid-orders', 'payment', 'receiver', 'terminal'])
      expect(err).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(err).toMatch(/needs --terminal/);
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    [
      'an unknown class',
      ['--class', 'payments'],
      DEMO,
      /--class: expected read-only, .* \(received payments\)/,
    ],
    ['no credentials', ['--class', 'read-only'], { PAY_DEV: 'true' }, /set PAY_CLIENT_ID/],
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
      { ...DEMO, PAY_ENDPOINT_WEB: 'https://www.vivapayments.com' },
      /PAY_ENDPOINT_WEB: expected a host of the demo environment/,
    ],
    [
      'a forged host',
      ['--class', 'read-only'],
      { ...DEMO, PAY_ENDPOINT_API: 'https://demo-api.vivapayments.com.evil.example' },
      /PAY_ENDPOINT_API: expected a host of the demo environment/,
    ],
    [
      'credentials in an address',
      ['--class', 'read-only'],
      { ...DEMO, PAY_ENDPOINT_API: 'https://user:secret@demo-api.vivapayments.com' },
      /PAY_ENDPOINT_API: .*without credentials/,
    ],
    ['the class terminal without a terminal', ['--class', 'terminal'], DEMO, /add --terminal/],
    ['the class receiver without an address', ['--class', 'receiver'], DEMO, /add --receiver/],
    [
      'a wrong port',
      ['--class', 'read-only', '--receiver-port', '0'],
      DEMO,
      /--receiver-port: expected a port/,
    ],
  ])('%s', async (_, args, env, message) => {
    const { code, err, out } = await verifyLine(['--demo', ...args], env);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/secret@/);
  });
});

describe('nestjs-pay verify', () => {
  let demo: PaySimulator;
  beforeEach(async () => {
    demo = await createPaySimulator();
  });
  afterEach(() => demo.close());

  it('says what it will do, stores the masked answers, and reports what was found', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verify-'));
    const line = ['--demo', '--class', 'unpaid-orders', '--write', folder];
    const { code, out, err } = await verifyLine(line, demo.environment);
    expect(err).toMatch(/^unpaid-orders changes your demo account: it creates about \d+ orders/);
    expect(out).toMatch(/^ {2}payments +100 %/m);
    expect(out).toMatch(/No difference found/);
    expect(out).toMatch(/^ +\d+ {2}the class payment was not chosen$/m);
    expect(code).toBe(0);
    const [file = ''] = await readdir(folder);
    expect(err).toContain(join(folder, file));
    // The answers of a simulator are never stored as answers of the service.
    expect(file).toMatch(/^\d{4}-\d\d-\d\d-simulator-unpaid-orders\.json$/);
    const stored = await readFile(join(folder, file), 'utf8');
    for (const order of demo.orders.list()) expect(stored).not.toContain(order.code);
    await rm(folder, { recursive: true });
  });

  it('prints the report as JSON without secrets', async () => {
    const { out, err } = await verifyLine(['--demo', '--class', 'read-only', '--json'], demo.environment);
    expect((JSON.parse(out) as VerifyReport).classes).toEqual(['read-only']);
    for (const [name, secret] of Object.entries(demo.environment))
      if (/SECRET|KEY|_ID$/.test(name)) expect(out + err).not.toContain(secret);
  });

  it('names each difference, and exits with 1', async () => {
    demo.faults.add({ operation: 'payments.getOrder', kind: 'status', status: 500, times: 'always' });
    const { code, out } = await verifyLine(['--demo', '--class', 'unpaid-orders'], demo.environment);
    expect(code).toBe(1);
    expect(out).toMatch(
      /contract differs: payments\.getOrder\n {4}the service: HTTP 500\n {4}the contract: HTTP 200\n {4}shown by [\w-]+\/[\w-]+\n/,
    );
  });

  it('exits with 1 if nothing was probed', async () => {
    const environment = { ...demo.environment };
    await demo.close();
    const { code, out } = await verifyLine(['--demo', '--class', 'unpaid-orders'], environment);
    expect(code).toBe(1);
    expect(out).toMatch(/0 claims agree/);
  });

  it('ends at Ctrl-C with what was found, and cancels the orders', async () => {
    let interrupt = (): void => undefined;
    let text = '';
    const code = await verifyCommand.run(['--demo', '--class', 'unpaid-orders', '--class', 'payment'], {
      env: demo.environment,
      folder: '/no/such/folder',
      isTerminal: false,
      out: (part) => void (text += part),
      // The order stays unpaid, so the probe waits.
      err: (part) => (part.includes('>>> Pay this order') ? interrupt() : undefined),
      onInterrupt: (listener) => {
        interrupt = listener;
        return () => undefined;
      },
    });
    expect(code).toBe(0);
    expect(text).toMatch(/^ +\d+ {2}you interrupted the run$/m);
    expect(text).toMatch(/^ {2}payments +100 %/m);
    expect(demo.orders.list().filter(({ state }) => state === OrderState.Pending)).toEqual([]);
  });
});
