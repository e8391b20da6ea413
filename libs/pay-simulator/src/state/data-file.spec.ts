import { servicesOf } from '../handle/handle.js';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BAD_CARD, CHALLENGE_CARD, GOOD_CARD, Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { until } from '../../testing/until.js';
import { OrderState, type PaySimulatorOptions } from '../index.js';

const REAL_CARD = '4539578763621486';

let folder: string;
let merchant: Merchant;
let receiver: Receiver;
const dataFile = (): string => join(folder, 'data', 'simulator.jsonl');
const start = async (options: PaySimulatorOptions = {}): Promise<void> => {
  merchant = await Merchant.start({ dataFile: dataFile(), seed: undefined, ...options });
};
/** Stops the simulator and starts it again with the same file. */
const restart = async (options?: PaySimulatorOptions): Promise<void> => {
  await merchant.simulator.close();
  await start(options);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-simulator-'));
  await start();
  receiver = await Receiver.start(await merchant.webhookKey());
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads the state from the control API, without the durations of deliveries. */
async function readState(): Promise<unknown[]> {
  const paths = [
    'state',
    'orders',
    'transactions',
    'accounts',
    'webhooks',
    'isv-webhooks',
    'ledger',
    'sources',
  ];
  const responses = [...paths, 'permissions', 'passwords', 'faults', 'deliveries'].map(async (path) => {
    const text = await (await fetch(`${merchant.simulator.url}/_simulator/${path}`)).text();
    // The request log starts empty.
    return [path, JSON.parse(text.replaceAll(/"(requests)":\d+/g, '"$1":0')) as unknown];
  });
  return Promise.all(responses);
}

async function pay(card = GOOD_CARD): Promise<string> {
  const orderCode = await merchant.order({ merchantTrns: 'kept' });
  merchant.simulator.checkout.pay(orderCode, card);
  return orderCode;
}

describe('a simulator with a data file', () => {
  it('has the same state after a restart, and continues from there', async () => {
    const { simulator } = merchant;
    simulator.sources.save({ code: 'Shop', successUrl: 'http://shop.example/paid' });
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796, 1797, 1798, 4865] });
    simulator.terminals.configure({ customer: 'waits' });
    simulator.faults.add({ operation: 'payments.getOrder', kind: 'status', status: 503, times: 2 });
    const { transactionId } = await merchant.paid();
    await Promise.all([pay(), pay(BAD_CARD), pay(CHALLENGE_CARD), merchant.order({ sourceCode: 'Shop' })]);
    await merchant.web('DELETE', `/api/transactions/${transactionId}?amount=300`);
    const expiring = await merchant.order({ paymentTimeout: 60 });
    const cancelled = await merchant.order();
    await merchant.web('DELETE', `/api/orders/${cancelled}`);
    await merchant.api('GET', `/checkout/v2/orders/${cancelled}`);
    await simulator.deliveries.settled();
    await simulator.clock.advance(2 * 86_400_000);
    simulator.sellers.connect();
    simulator.refund(simulator.pay(undefined, { amount: 700 }).id);
    simulator.trigger('transfer');
    await simulator.trigger('terminal-sale');
    await fetch(`${simulator.url}/_simulator/trigger/capture`, { method: 'POST' });
    await simulator.deliveries.settled();
    const authorization = await merchant.token();
    const before = await readState();

    await restart();
    expect(await readState()).toEqual(before);
    expect(merchant.simulator.orders.get(expiring).state).toBe(OrderState.Expired);
    const read = `/checkout/v2/transactions/${transactionId}`;
    // A token from before the restart stays valid for its hour.
    expect((await merchant.call('api', 'GET', read, { authorization })).status).toBe(200);
    const known = new Set(merchant.simulator.orders.list().map(({ code }) => code));
    expect(known.has(await merchant.order())).toBe(false);

    const after = await readState();
    await restart();
    await restart();
    expect(await readState()).toEqual(after);
  });

  it('stores the message of a delivery once, and shows the body of each attempt after a restart', async () => {
    const { simulator } = merchant;
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    simulator.deliveries.configure({ newMessageIdOnRetry: true });
    receiver.behavior = () => ({ status: 503 });
    const payment = simulator.pay();
    await simulator.deliveries.settled();
    receiver.behavior = () => ({ status: 200 });
    await simulator.clock.advance(3_600_000);
    await simulator.deliveries.settled();
    const lines = readFileSync(dataFile(), 'utf8').split('\n');
    const messages = lines.flatMap((line) => line.match(/"eventData":/g) ?? []);
    expect(messages).toHaveLength(1);
    expect(lines.join('')).not.toContain('"EventData');
    await restart();
    const sent = receiver.received.map(({ text }) => text);
    const [{ attempts } = { attempts: [] }] = merchant.simulator.deliveries.list();
    expect(attempts.map(({ request }) => request)).toEqual(sent);
    expect(new Set(sent).size).toBe(2);
    expect(sent[1]).toContain(payment.id);
  });

  it('advances time while it is stopped', async () => {
    await merchant.simulator.close();
    rmSync(dataFile());
    const ticking = { clock: 'ticking', now: undefined } as const;
    await start(ticking);
    await merchant.simulator.clock.advance(3_600_000);
    const before = merchant.simulator.clock.now();
    await restart(ticking);
    const passed = merchant.simulator.clock.now() - before;
    expect(passed).toBeGreaterThanOrEqual(0);
    expect(passed).toBeLessThan(600_000);
  });

  it('sends deliveries that were in progress again, but not completed deliveries', async () => {
    const { simulator } = merchant;
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    await pay();
    await simulator.deliveries.settled();
    receiver.behavior = () => null;
    await pay();
    await until(() => receiver.received.length >= 2);
    await merchant.simulator.close();
    receiver.behavior = () => ({ status: 200 });
    await start();
    await merchant.simulator.deliveries.settled();
    expect(merchant.simulator.deliveries.list().map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
    ]);
    expect(receiver.received).toHaveLength(3);
  });

  it('ignores an incomplete last line of a killed process', async () => {
    await pay();
    const before = await readState();
    await merchant.simulator.close();
    appendFileSync(dataFile(), '[["orders","1",{"amo');
    await start();
    expect(await readState()).toEqual(before);
    await pay();
    await restart();
    expect(merchant.simulator.transactions.list()).toHaveLength(2);
  });

  it('stores no card number, no security code, no token and none of the credentials of the account', async () => {
    await Promise.all([pay(), pay(BAD_CARD), pay(CHALLENGE_CARD)]);
    const token = await merchant.token();
    merchant.simulator.connectedMerchants.connect();
    const orderCode = await merchant.order();
    const { simulator } = merchant;
    const address = `${simulator.endpoints.web}/web/checkout?ref=${orderCode}`;
    const card = { number: '4539 5787 6362 1486', expiry: '08/40', cvc: '987', holderName: 'Alex' };
    await fetch(address, { method: 'POST', body: new URLSearchParams(card) });
    simulator.checkout.pay(orderCode, { ...GOOD_CARD, number: REAL_CARD });
    const creditcard = { number: REAL_CARD, cvc: '987', expirationDate: '2030-08-01' };
    await merchant.web('POST', '/api/transactions', { moto: true, orderCode, creditcard });
    await restart();
    const text = readFileSync(dataFile(), 'utf8');
    const { merchant: main, isv, dataServices } = merchant.simulator.credentials;
    const secrets = [
      main.apikey,
      main.clientSecret,
      isv.clientSecret,
      isv.resellerApiKey,
      dataServices.clientSecret,
    ];
    for (const secret of [...secrets, token.replace('Bearer ', '')]) expect(text).not.toContain(secret);
    const digits = text.replaceAll(/[\s+-]|%20/g, '');
    for (const number of [REAL_CARD, GOOD_CARD.number, BAD_CARD.number]) expect(digits).not.toContain(number);
    expect(text).not.toMatch(/cvc|"987"/);
    const before = await readState();
    await restart();
    expect(await readState()).toEqual(before);
  });

  it('compacts the file when most of its changes are obsolete', async () => {
    const code = await merchant.order();
    for (let amount = 100; amount < 12_000; amount++) {
      servicesOf(merchant.simulator).orders.update(code, { amount });
      await Promise.resolve();
    }
    const before = await readState();
    expect(statSync(dataFile()).size).toBeLessThan(3_000_000);
    await restart();
    expect(await readState()).toEqual(before);
  });

  it.each([
    ['another kind of file', 'milk\n', /is not a data file of a simulator; use another path/],
    ['an empty file', '', /is not a data file/],
    ['a file of an older version', '{"paySimulator":2}\n', /older pay-simulator .*delete the file/],
    ['a file of a later version', '{"paySimulator":99}\n', /newer pay-simulator .*update pay-simulator/],
    ['a damaged file', '{"paySimulator":3}\n[["orders"\n[]\n', /line 2 of .* is damaged; use a copy/],
  ])('rejects %s and does not change it', async (_name, content, message) => {
    const path = join(folder, 'file');
    writeFileSync(path, content);
    await expect(Merchant.start({ dataFile: path })).rejects.toThrow(message);
    expect(readFileSync(path, 'utf8')).toBe(content);
    // A rejected start does not lock the file.
    rmSync(path);
    await (await Merchant.start({ dataFile: path })).simulator.close();
  });

  it('rejects a file that a simulator uses, in this process or another', async () => {
    await expect(Merchant.start({ dataFile: dataFile() })).rejects.toThrow(
      /^dataFile: process \d+ on .* uses .*simulator\.jsonl; stop it or use another path/,
    );
    const path = join(folder, 'file');
    const [, ...place] = readFileSync(`${dataFile()}.lock`, 'utf8').split('\n');
    writeFileSync(`${path}.lock`, [process.ppid, ...place].join('\n'));
    await expect(Merchant.start({ dataFile: path })).rejects.toThrow(
      `process ${process.ppid} on ${place[0]} uses`,
    );
    // A lock of a process that was killed does not count.
    writeFileSync(`${path}.lock`, '4194999');
    await (await Merchant.start({ dataFile: path })).simulator.close();
  });
});
