import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { payConfig, PayEventType } from 'nestjs-pay';
import { PayWallet, unwrap } from 'nestjs-pay/client';
import { freePort } from '../free-port.mjs';
import { SIMULATOR } from '../packages.js';

const ROOT = join(import.meta.dirname, '../..');
/** Returns the event types that the application of the README handles. */
function eventsOfReadme(): number[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const names = [...readme.matchAll(/@OnPayEvent\(PayEventType\.(\w+)\)/g)].map(([, name]) => name);
  return names.map((name) => PayEventType[name as keyof typeof PayEventType]);
}

const LAST_LINE = /^# PAY_ACCOUNT_TRANSACTIONS_CLIENT_SECRET=/;

describe('the pay-simulator command', () => {
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  /** Starts the command on a free port; gives what it prints, once it has printed everything up to `last` and that is enough. */
  async function start(
    options: string[],
    last = LAST_LINE,
    isEnough: (line: string) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<{ child: ChildProcess; text: string }> {
    const child = spawn(process.execPath, [SIMULATOR.command, '--port', '0', ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (last.test(line) && (await isEnough(line))) return { child, text: lines.join('\n') };
    }
    throw new Error(`the command ended after: ${lines.join('\n')}`);
  }

  /** Boots a client from nothing but the printed variables, as an app does from its .env. */
  function clientFrom(text: string): PayWallet {
    const before = { ...process.env };
    try {
      Object.assign(process.env, parseEnv(text.slice(text.indexOf('PAY_'))));
      const { wallet } = payConfig();
      if (wallet === undefined) throw new Error('the variables configure no wallet client');
      return new PayWallet(wallet);
    } finally {
      process.env = before;
    }
  }

  const urlOf = (text: string): string => /^Simulator +(http:\/\/127\.0\.0\.1:\d+)$/m.exec(text)?.[1] ?? '';

  it('prints its addresses, and the variables that an app reads', async () => {
    const { text } = await start([]);
    const url = urlOf(text);
    expect(text).toContain(`Console    ${url}/console`);
    expect((await fetch(`${url}/console`)).status).toBe(200);
    expect(text).toContain(`Terminals  ${url}/terminal`);
    expect((await fetch(`${url}/terminal`)).status).toBe(200);
    const client = clientFrom(text);
    const { orderCodeText } = unwrap(await client.payments.createOrder({ amount: 1000 }));
    expect(unwrap(await client.payments.getOrder(orderCodeText))).toMatchObject({
      OrderCodeText: orderCodeText,
      RequestAmount: 10,
    });
    await client.close();
  });

  it('prints the other sets of credentials too, each for a client of its own', async () => {
    const { text } = await start([]);
    const variables = parseEnv(text.replaceAll('# PAY_', 'PAY_'));
    const merchant = clientFrom(text);
    unwrap(await merchant.pos.devices.searchDevices({}));
    const clientOf = (name: string): PayWallet =>
      new PayWallet({
        clientId: variables[`${name}_CLIENT_ID`] ?? '',
        clientSecret: variables[`${name}_CLIENT_SECRET`] ?? '',
        merchantId: variables['PAY_MERCHANT_ID'] ?? '',
        apikey: variables['PAY_API_KEY'] ?? '',
        endpoints: merchant.endpoints ?? {},
      });
    const [accounts, data] = [clientOf('PAY_ACCOUNT_TRANSACTIONS'), clientOf('PAY_DATA_SERVICES')];
    unwrap(await accounts.wallets.retrieveMerchantWallets());
    unwrap(await data.dataServices.searchTransactions({}));
    await Promise.all([merchant, accounts, data].map((client) => client.close()));
  });

  it('sends customers to a page of its own where no address of a shop is named', async () => {
    const { text } = await start(['--failure-url', 'http://localhost:3000/no']);
    const sources = (await (await fetch(`${urlOf(text)}/_simulator/sources`)).json()) as {
      successUrl: string;
      failureUrl: string;
    }[];
    expect(sources[0]).toMatchObject({
      successUrl: `${urlOf(text)}/returned/paid`,
      failureUrl: 'http://localhost:3000/no',
    });
    expect((await fetch(sources[0]?.successUrl ?? '')).status).toBe(200);
  });

  it.each([
    ['beyond-safe', false],
    ['safe', true],
  ])(
    'makes order codes as --order-codes %s says, the same ones for the same --seed',
    async (range, isSafe) => {
      const codes: string[] = [];
      for (let run = 0; run < 2; run++) {
        const client = clientFrom((await start(['--order-codes', range, '--seed', 'a seed'])).text);
        codes.push(unwrap(await client.payments.createOrder({ amount: 1000 })).orderCodeText);
        await client.close();
      }
      expect(codes[0]).toBe(codes[1]);
      expect(BigInt(codes[0] ?? '') <= BigInt(Number.MAX_SAFE_INTEGER)).toBe(isSafe);
    },
  );

  it('responds as --strict and --mark say', async () => {
    const address = urlOf((await start(['--strict', '--mark'])).text);
    const { status, headers } = await fetch(`${address}/api/unknown`);
    expect([status, headers.get('x-simulator-confidence')]).toEqual([501, 'inferred']);
  });

  it('is compared with itself by verify', async () => {
    const { text } = await start([]);
    const folder = mkdtempSync(join(tmpdir(), 'pay-verify-'));
    const env = parseEnv(text.slice(text.indexOf('PAY_')));
    const verify = spawn(process.execPath, [SIMULATOR.command, 'verify', '--demo'], { cwd: folder, env });
    let out = '';
    verify.stdout.on('data', (part: Buffer) => (out += part.toString()));
    const [code] = (await once(verify, 'close')) as [number];
    rmSync(folder, { recursive: true });
    expect([code, out]).toEqual([0, expect.stringContaining('No difference found.')]);
  });

  it('registers a receiver once it is up and responds with the key', async () => {
    let key = '';
    const receiver = createServer((_request, response) => response.end(JSON.stringify({ Key: key })));
    const port = await freePort();
    const hook = `http://127.0.0.1:${port}/hook`;
    try {
      const client = clientFrom((await start([])).text);
      key = unwrap(await client.webhooks.retrieveWebhookKey());
      await client.close();
      const { text } = await start(['--webhook', hook], /^Webhook /, async (line) => {
        if (!line.includes('waiting')) return true;
        await once(receiver.listen(port, '127.0.0.1'), 'listening');
        return false;
      });
      expect(text).toContain(`Webhook    waiting for ${hook}: URL not verified (connection)`);
      const webhooks = (await (await fetch(`${urlOf(text)}/_simulator/webhooks`)).json()) as {
        url: string;
        eventTypeId: number;
      }[];
      expect(webhooks.map(({ eventTypeId }) => eventTypeId)).toEqual(eventsOfReadme());
    } finally {
      receiver.close();
    }
  });

  it('registers the event types of --events', async () => {
    const simulator = await start([]);
    const client = clientFrom(simulator.text);
    const key = unwrap(await client.webhooks.retrieveWebhookKey());
    await client.close();
    const receiver = createServer((_request, response) => response.end(JSON.stringify({ Key: key })));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const hook = `http://127.0.0.1:${port}/hook`;
    try {
      const { text } = await start(['--webhook', hook, '--events', '1797,4865'], /^Webhook /);
      const webhooks = (await (await fetch(`${urlOf(text)}/_simulator/webhooks`)).json()) as {
        eventTypeId: number;
      }[];
      expect(webhooks.map(({ eventTypeId }) => eventTypeId)).toEqual([1797, 4865]);
    } finally {
      receiver.close();
    }
  });

  it('writes the variables to a file, and never replaces another account without --force', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-simulator-'));
    const file = join(folder, '.env');
    try {
      const { text } = await start(['--write-env', file], /^Variables /);
      expect(text).toMatch(/^Variables +.*\.env:\s+added\s+PAY_CLIENT_ID,/m);
      expect(text).not.toContain('simulator-checkout-secret');
      const variables = readFileSync(file, 'utf8');
      expect(variables).toMatch(/^PAY_DATA_SERVICES_CLIENT_ID=.+\nPAY_DATA_SERVICES_CLIENT_SECRET=.+$/m);
      const client = clientFrom(variables);
      unwrap(await client.payments.createOrder({ amount: 1000 }));
      await client.close();
      // The port is another one at each start.
      const again = await start(['--env-file', file], /^Variables /);
      expect(again.text).toMatch(/:\s+replaced\s+PAY_SIMULATOR_URL$/m);
      writeFileSync(file, 'PAY_CLIENT_ID=real\n');
      const { code, errors } = await ended(['--write-env', file]);
      expect(code).toBe(2);
      expect(errors.replaceAll('\n', ' ')).toContain(
        '.env has PAY_CLIENT_ID of another account, so nothing was written',
      );
      expect(readFileSync(file, 'utf8')).toBe('PAY_CLIENT_ID=real\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  /** Runs the command to its end. */
  async function ended(options: string[]): Promise<{ code: number | null; errors: string }> {
    const child = spawn(process.execPath, [SIMULATOR.command, '--port', '0', ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    started.push(child);
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    await once(child, 'close');
    return { code: child.exitCode, errors };
  }

  it('ends where a receiver can never be registered', async () => {
    expect(await ended(['--webhook', 'shop'])).toEqual({
      code: 2,
      errors: 'pay-simulator: --webhook: url: expected an absolute http or https address\n',
    });
  });

  it.each([
    [['--prot', '4010'], 'unknown option --prot: did you mean --port? (see pay-simulator --help)'],
    [
      ['4010'],
      'unknown command 4010; expected start, run, trigger, next, worlds, verify, help (see pay-simulator --help)',
    ],
    [['--seed'], '--seed: expected a value (see pay-simulator --help)'],
    [['--port', '--seed', 'x'], '--port: expected a value; if it starts with a dash, write --port=…'],
    [['--help=yes'], "Option '-h, --help' does not take an argument (see pay-simulator --help)"],
    [['--port', 'web'], '--port: expected a TCP port from 0 to 65535'],
    [['--port', ''], '--port: expected a value (received an empty one; is your shell variable set?)'],
    [['--port', '70000'], '--port: expected a TCP port from 0 to 65535'],
    [['--order-codes', 'long'], '--order-codes: expected one of mixed, beyond-safe, safe (received "long")'],
    [['--events', 'payments'], '--events: expected all, or event types such as 1796,1797'],
    [['--success-url', 'shop'], '--success-url: expected an absolute http or https address'],
  ])('refuses %j in one sentence, with exit code 2', (options, sentence) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SIMULATOR.command, ...options], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.replaceAll('\n', ' ')).toContain(`pay-simulator: ${sentence}`);
    // One sentence: no full stop before the end.
    expect(stderr).not.toMatch(/\. /);
  });

  it('exits on SIGTERM while it waits for a receiver', async () => {
    const { child } = await start(['--webhook', 'http://127.0.0.1:9/hook'], /waiting/);
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('exits on %s while connections are open', async (signal) => {
    const { child, text } = await start([]);
    const client = clientFrom(text);
    unwrap(await client.payments.createOrder({ amount: 1000 }));
    const exit = once(child, 'exit');
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
    await client.close();
  });
});
