import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const responses = [...paths, 'permissions', 'passwords', 'faults', 'requests', 'deliveries'].map(
    async (path) => {
      const text = await (await fetch(`${merchant.simulator.url}/_simulator/${path}`)).text();
      return [path, JSON.parse(text.replaceAll(/"durationMs":\d+/g, '"durationMs":0')) as unknown];
    },
  );
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
    simulator.transfer();
    await simulator.sellAtTerminal();
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

  it('retries deliveries that were in progress after one hour, but not completed deliveries', async () => {
    const { simulator } = merchant;
    await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    await pay();
    await simulator.deliveries.settled();
    receiver.behaviour = () => null;
    await pay();
    await until(() => receiver.received.length >= 2);
    await restart();
    receiver.behaviour = () => ({ status: 200 });
    expect(merchant.simulator.deliveries.list().map(({ state }) => state)).toEqual(['delivered', 'waiting']);
    await merchant.simulator.clock.advance(3_600_000);
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
    appendFileSync(dataFile(), '{"at":1,"ids":2,"requ');
    await start();
    expect(await readState()).toEqual(before);
    await pay();
    await restart();
    expect(merchant.simulator.transactions.list()).toHaveLength(2);
  });

  it('stores no real card number from any input', async () => {
    const orderCode = await merchant.order();
    const { simulator } = merchant;
    const address = `${simulator.endpoints.web}/web/checkout?ref=${orderCode}`;
    const card = { number: '4539 5787 6362 1486', expiry: '08/40', cvc: '987', holderName: 'Alex' };
    await fetch(address, { method: 'POST', body: new URLSearchParams(card) });
    simulator.checkout.pay(orderCode, { ...GOOD_CARD, number: REAL_CARD });
    const creditcard = { number: REAL_CARD, cvc: '987', expirationDate: '2030-08-01' };
    await merchant.web('POST', '/api/transactions', { moto: true, orderCode, creditcard });
    const text = readFileSync(dataFile(), 'utf8');
    expect(text.replaceAll(/[\s+-]|%20/g, '')).not.toContain(REAL_CARD);
    expect(text).not.toMatch(/cvc[=\\":]+987/);
    expect(text).toMatch(/cvc[=\\":]+000/);
    const before = await readState();
    await restart();
    expect(await readState()).toEqual(before);
  });

  it('rejects another kind of file and does not change it', async () => {
    const path = join(folder, 'shopping.txt');
    writeFileSync(path, 'milk\n');
    await expect(Merchant.start({ dataFile: path })).rejects.toThrow(/^dataFile: .*shopping\.txt is not/);
    expect(readFileSync(path, 'utf8')).toBe('milk\n');
  });
});
