import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { registerWhenUp } from '../deliveries/awaited-receivers.js';
import { deliveryLine } from './report-lines.js';
import { runTrigger } from './trigger.command.js';

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start({ orderCodes: 'beyond-safe' });
  receiver = await Receiver.start(await merchant.webhookKey());
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

async function run(args: string[], env: Record<string, string> = {}): Promise<{ code: number; out: string }> {
  let out = '';
  const code = await runTrigger(args, {
    env: { PAY_SIMULATOR_URL: merchant.simulator.url, ...env },
    folder: tmpdir(),
    out: (text) => void (out += text),
  });
  return { code, out };
}

const register = (...eventTypeIds: number[]) =>
  merchant.simulator.webhooks.register({ url: receiver.url, eventTypeIds });

describe('pay-simulator trigger', () => {
  it('pays a new order, and prints a line for each step and each webhook', async () => {
    await register(1796, 1799);
    const { code, out } = await run(['payment', '--amount', '2450', '--merchant-trns', 'cart-1']);
    const [payment] = merchant.simulator.transactions.list();
    expect(out.replaceAll(/after \d+ ms/g, 'after 1 ms')).toBe(
      `order-created     ${payment?.orderCode}  24.50 EUR
payment           ${payment?.id}  24.50 EUR  order ${payment?.orderCode}
webhook           1796 Transaction Payment Created → ${receiver.url}  200 after 1 ms
webhook           1799 Transaction Price Calculated → ${receiver.url}  200 after 1 ms
`,
    );
    expect(code).toBe(0);
    expect(payment).toMatchObject({ amount: 2450, merchantTrns: 'cart-1' });
    expect(receiver.received.map(({ envelope }) => envelope.EventTypeId)).toEqual([1796, 1799]);
  });

  it('reads the address from .env, which --write-env writes, or from the file that --env-file names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trigger-'));
    const runIn = (...args: string[]) => runTrigger(['decline', ...args], { env: {}, folder, out: () => {} });
    try {
      writeFileSync(join(folder, '.env'), `PAY_SIMULATOR_URL=${merchant.simulator.url}\n`);
      expect(await runIn()).toBe(0);
      writeFileSync(join(folder, 'other.env'), 'PAY_SIMULATOR_URL=http://127.0.0.1:1\n');
      await expect(runIn('--env-file', 'other.env')).rejects.toThrow('No simulator is running');
      await expect(runIn('--env-file', 'none.env')).rejects.toThrow('--env-file: none.env cannot be read');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('exits with 1 if the webhook was dropped', async () => {
    await register(1796);
    merchant.simulator.deliveries.configure({ chances: { drop: 1 } });
    const { code, out } = await run(['payment']);
    expect([code, out]).toEqual([1, expect.stringMatching(/^webhook .* dropped$/m)]);
  });

  it.each(['order', 'transaction'])(
    'refuses an empty --%s, as of a shell variable that is not set',
    async (name) => {
      const kind = name === 'order' ? 'decline' : 'refund';
      await expect(run([kind, `--${name}`, ''])).rejects.toThrow(
        `--${name}: expected a value (received an empty one; is your shell variable set?)`,
      );
    },
  );

  it('acts on an existing order and an existing transaction', async () => {
    const order = await merchant.order();
    expect((await run(['decline', '--order', order])).out).toMatch(
      /^payment-declined .* event 310, nothing was paid$/m,
    );
    expect((await run(['payment', '--order', order])).out).toContain(`order ${order}`);
    const [, payment] = merchant.simulator.transactions.list();
    const { out } = await run(['refund', '--transaction', payment?.id ?? '', '--amount', '400']);
    expect(out).toMatch(/^refund {12}\S+ {2}-4\.00 EUR/m);
    await run(['cancel', '--order', await merchant.order()]);
    expect(merchant.simulator.orders.list().map(({ state }) => state)).toEqual([3, 2]);
  });

  it.each([
    ['payment', ['order-created', 'payment']],
    ['decline', ['order-created', 'payment-declined']],
    ['cancel', ['order-created', 'order-canceled']],
    ['expire', ['order-created', 'order-expired']],
    ['preauth', ['order-created', 'preauth']],
    ['capture', ['order-created', 'preauth', 'capture']],
    ['refund', ['order-created', 'payment', 'clearing', 'refund']],
    ['void', ['order-created', 'payment', 'void']],
    ['payout', ['order-created', 'payment', 'payout']],
    ['dispute-suspected', ['order-created', 'payment', 'dispute-suspected']],
    ['dispute', ['order-created', 'payment', 'dispute']],
    ['dispute-forwarded', ['order-created', 'payment', 'dispute', 'dispute-evidence', 'dispute-forwarded']],
    ['dispute-lost', ['order-created', 'payment', 'dispute', 'dispute-lost']],
    ['transfer', ['seller-connected', 'transfer']],
    ['terminal-sale', ['terminal-sale']],
  ])('runs %s without options', async (kind, types) => {
    const json = await run([kind, '--json']);
    expect(json.code).toBe(0);
    const { steps } = JSON.parse(json.out) as { steps: { type: string }[] };
    expect(steps.map(({ type }) => type)).toEqual(types);
    const { out } = await run([kind]);
    expect(out).not.toMatch(/undefined|null|NaN|\[object/);
    expect(out.trimEnd().split('\n')).toHaveLength(kind === 'transfer' ? 2 : types.length + 1);
  });

  it('prints the response of a failing receiver on one line, without the query and with escaped control characters', async () => {
    const refusing = createServer((request, response) => {
      if (request.method === 'GET') response.end(JSON.stringify({ Key: key }));
      else response.writeHead(403).end('{"message":"\u001b[2Jnot confirmed\n"}');
    });
    const key = await merchant.webhookKey();
    await new Promise<void>((listening) => refusing.listen(0, '127.0.0.1', listening));
    try {
      const { port } = refusing.address() as AddressInfo;
      await merchant.simulator.webhooks.register({
        url: `http://127.0.0.1:${port}/hook?token=secret`,
        eventTypeIds: [1796],
      });
      const { code, out } = await run(['payment']);
      expect(code).toBe(1);
      expect(out).toMatch(
        new RegExp(
          `^webhook .* → http://127.0.0.1:${port}/hook {2}403 after \\d+ ms: \\{"message":"\\\\u001b\\[2Jnot confirmed\\\\u000a"\\}$`,
          'm',
        ),
      );
    } finally {
      refusing.close();
    }
  });

  it('waits for a response until the timeout', async () => {
    await register(1796);
    receiver.behavior = () => null;
    const { code, out } = await run(['payment', '--timeout', '1']);
    expect([code, out]).toEqual([1, expect.stringMatching(/^webhook .* {2}no response yet$/m)]);
  });

  it('reports held webhooks and missing registrations', async () => {
    expect((await run(['payment'])).out).toMatch(/^no webhook +none is registered/m);
    expect((await run(['expire'])).out).toMatch(/^no webhook +the service sends no webhook/m);
    await register(1796);
    merchant.simulator.deliveries.hold();
    expect(await run(['payment'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^webhook .* {2}held$/m),
    });
  });

  it('says for a world at which address to register a webhook', async () => {
    merchant.simulator.createWorld({ id: 'shop-2', merchant: { webhookKey: await merchant.webhookKey() } });
    const register = `register one with POST ${merchant.simulator.url}/_simulator/worlds/shop-2/webhooks`;
    const trigger = async () => (await run(['payment', '--world', 'shop-2'])).out;
    expect(await trigger()).toContain(`none is registered: ${register}`);
    await fetch(register.replace(/.* /, ''), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: receiver.url, eventTypeIds: [1797] }),
    });
    expect(await trigger()).toContain(`the registered webhooks have other events (1797): ${register}`);
  });

  it.each([
    ['http://LOCALHOST:80', 'http://LOCALHOST:80'],
    ['http://user:password@localhost:9/Hook?token=secret#x', 'http://localhost:9/Hook'],
  ])('prints the address of a receiver as it was typed, without its secrets: %s', (url, shown) => {
    const attempts = [{ status: null, error: 'ECONNREFUSED' }];
    expect(deliveryLine({ eventTypeId: 1796, url, attempts })).toBe(
      `webhook           1796 Transaction Payment Created → ${shown}  no response: ECONNREFUSED. Start your application`,
    );
  });

  it('names the reason if the address of --webhook is not verified, or has other events', async () => {
    const { handshake } = receiver;
    receiver.handshake = { status: 404, body: '' };
    const stopped = new AbortController();
    const registration = { url: `${receiver.url}?token=secret`, eventTypeIds: [1797] };
    const wait = () =>
      new Promise<void>((resolve) => stopped.signal.addEventListener('abort', () => resolve()));
    const registering = registerWhenUp(merchant.simulator.webhooks, registration, { wait, print: () => {} });
    const { out } = await run(['payment']);
    expect(out).toMatch(
      /^no webhook {8}http:\/\/127\.0\.0\.1:\d+\/\S* is not registered yet: URL not verified/m,
    );
    expect(out).toMatch(/responded to GET with 404\. .*add a GET route .*@PayWebhook\(\)/);
    expect(out).not.toContain('secret');
    receiver.handshake = handshake;
    stopped.abort();
    await registering;
    expect((await run(['payment'])).out).toMatch(
      /^no webhook +the registered webhooks have other events \(1797\)/m,
    );
  });

  it('prints that no webhook reports a dispute, except the money of a lost one', async () => {
    const { id } = merchant.simulator.pay();
    await merchant.simulator.clock.advance('1 day');
    await register(1796, 1797, 1798, 2054);
    const { out } = await run(['dispute', '--transaction', id]);
    expect(out).toMatch(/^no webhook {2,}the service tells you about a dispute by email$/m);
    await run(['dispute-lost', '--transaction', id]);
    expect(receiver.dataOf(2054)).toMatchObject([
      { SubTypeId: 169, Amount: -10 },
      { SubTypeId: 2, Amount: -20 },
    ]);
    expect(receiver.received).toHaveLength(2);
  });

  it('prints JSON with all steps and deliveries, and order codes as strings', async () => {
    await register(1796);
    const { out } = await run(['payment', '--json']);
    const [payment] = merchant.simulator.transactions.list();
    expect(JSON.parse(out)).toMatchObject({
      steps: [
        { type: 'order-created', order: { code: payment?.orderCode } },
        { type: 'payment', transaction: { id: payment?.id, orderCode: payment?.orderCode } },
      ],
      deliveries: [{ eventTypeId: 1796, state: 'delivered', attempts: [{ status: 200 }] }],
    });
  });

  it('prints usage', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const word of ['terminal-sale', '--order', '--transaction', 'PAY_SIMULATOR_URL', '--json'])
      expect(out).toContain(word);
  });

  it.each([
    [[], /^trigger: expected one of payment, /],
    [['pay'], /^trigger: "pay" is unknown; expected one of payment, /],
    [['payment', '100'], /^trigger: expected one kind; remove "100"$/],
    [
      ['payment', '--amount', '24.50'],
      /^--amount: expected a whole number of minor units \(1050 for 10\.50\) \(received 24\.5\)$/,
    ],
    [
      ['payment', '--transaction', 'x'],
      /^--transaction: payment accepts --order, --amount, --merchant-trns, --card$/,
    ],
    [['payment', '--timeout', 'soon'], /^--timeout: expected a positive integer/],
    [['payment', '--url', 'here'], /^--url: expected the simulator's address, for example http:/],
    [
      ['payment', '--amount', '5'],
      /^--amount: expected a whole number of minor units \(1050 for 10\.50\), at least 30 \(received 5\)$/,
    ],
    [['payment', '--oder', '1'], /^unknown option --oder/],
    [['payment', '--order-code', '1'], /^unknown option --order-code: did you mean --order\?/],
  ])('rejects %j', async (args, message) => {
    await expect(run(args)).rejects.toThrow(message);
    expect(merchant.simulator.transactions.list()).toEqual([]);
  });

  it.each([
    ['visa', 'payment', '414746XXXXXX0133'],
    ['visa-declined', 'payment-declined', '414746XXXXXX0141'],
    ['american-express', 'payment', '376206XXXXXX0009'],
    ['5239 2907 0000 0119', 'payment-declined', '523929XXXXXX0119'],
  ])('pays with the test card %s, and prints no card number', async (card, type, masked) => {
    const order = await merchant.order();
    const { code, out } = await run(['payment', '--order', order, '--card', card]);
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^${type} `))]);
    expect(out.replaceAll(order, '')).not.toMatch(/\d{15}/);
    expect(merchant.simulator.transactions.list()).toMatchObject([{ card: { number: masked } }]);
  });

  it.each([
    [['--card', 'gold'], /^--card: expected the number of a test card, or one of visa, visa-declined, /],
    [['--card', '4111111111111112'], /^--card: expected the number of a test card, or one of [a-z, -]+$/],
    [['--card', '5188340000000060'], /^--card: expected a card without 3-D Secure/],
    [['--card', '5239', '2907', '0000', '0101'], /^trigger: expected one kind; remove "… … …"$/],
    [['4147463011110141'], /^trigger: expected one kind; remove "…"$/],
  ])('rejects payment %j without printing a card number', async (args, message) => {
    await expect(run(['payment', ...args])).rejects.toThrow(message);
    expect(merchant.simulator.transactions.list()).toEqual([]);
  });

  it('reports an error of the simulator', async () => {
    await expect(run(['payment', '--order', '1'])).rejects.toThrow('Order 1 was not found');
  });

  it('explains how to start a simulator if none is running', async () => {
    await expect(run(['payment', '--url', 'http://127.0.0.1:9'])).rejects.toThrow(
      /^No simulator is running at http:\/\/127\.0\.0\.1:9\. Start one with "npx pay-simulator --port 9 --webhook/,
    );
    await expect(run(['payment', '--url', new URL(receiver.url).origin])).rejects.toThrow(
      /is not a simulator/,
    );
  });
});
