import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { until } from '../../testing/until.js';
import type { SimulatorSnapshot } from '../index.js';

let merchant: Merchant;
beforeEach(async () => {
  merchant = await Merchant.start();
});
afterEach(() => merchant.simulator.close());

const control = (path: string, body?: unknown) =>
  fetch(`${merchant.simulator.url}/_simulator${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  });

/** Returns a snapshot without the real time, which the clock stores. */
const withoutRealTime = ({ tables: { clock: _, ...tables } }: SimulatorSnapshot): unknown => tables;

type Records = readonly (readonly [key: string, record: Readonly<Record<string, unknown>>])[];

describe('a snapshot', () => {
  it('brings a simulator back to the same orders, money, time and IDs', async () => {
    const { simulator } = merchant;
    const { orderCode, transactionId } = await merchant.paid();
    const snapshot = simulator.snapshot();
    const next = simulator.pay();
    simulator.refund(transactionId);
    await simulator.clock.advance('3 days');
    simulator.restore(snapshot);
    expect(simulator.orders.list().map(({ code }) => code)).toEqual([orderCode]);
    expect(simulator.transactions.get(transactionId).status).toBe('F');
    expect(simulator.clock.now()).toBe(Date.parse('2026-02-03T10:00:00Z'));
    expect(simulator.pay()).toEqual(next);
  });

  it('moves to another simulator as JSON, also through the control API', async () => {
    const { transactionId } = await merchant.paid();
    const text = await (await control('/snapshot')).text();
    await merchant.simulator.close();
    merchant = await Merchant.start({ seed: 'other' });
    expect((await control('/restore', JSON.parse(text))).status).toBe(204);
    expect((await merchant.api('GET', `/checkout/v2/transactions/${transactionId}`)).status).toBe(200);
  });

  it('continues with the time of the snapshot on a ticking clock', async () => {
    await merchant.simulator.close();
    merchant = await Merchant.start({ clock: 'ticking' });
    const { simulator } = merchant;
    const snapshot = simulator.snapshot();
    await simulator.clock.advance('5 days');
    simulator.restore(snapshot);
    expect(simulator.clock.now() - Date.parse('2026-02-03T10:00:00Z')).toBeLessThan(600_000);
  });

  it('sends a delivery that was in progress again, and planned ones at their time', async () => {
    const { simulator } = merchant;
    const receiver = await Receiver.startFor(merchant, [1796]);
    receiver.behavior = () => ({ status: 503 });
    await merchant.paid();
    await simulator.deliveries.settled();
    receiver.behavior = () => null;
    await merchant.paid();
    await until(() => receiver.received.length === 2);
    const snapshot = simulator.snapshot();
    receiver.behavior = () => ({ status: 200 });
    simulator.restore(snapshot);
    await simulator.deliveries.settled();
    expect(simulator.deliveries.list().map(({ state }) => state)).toEqual(['waiting', 'delivered']);
    await simulator.clock.advance('1 hour');
    expect(simulator.deliveries.list().map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    await receiver.close();
  });

  it('restores connected merchants, each once', () => {
    const { simulator } = merchant;
    const { account } = simulator.connectedMerchants.connect();
    const { merchantId } = account.credentials.merchant;
    const snapshot = simulator.snapshot();
    simulator.restore(snapshot);
    simulator.restore(snapshot);
    const [restored, ...others] = simulator.connectedMerchants.list();
    expect([restored?.account, others]).toEqual([account, []]);
    simulator.connectedMerchants.get(merchantId).wallet.deposit(500);
    const movements = simulator.snapshot().tables[`${merchantId}/movements`];
    expect(movements).toHaveLength(1);
  });

  it('is stored in the data file when it is restored', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-simulator-'));
    await merchant.paid();
    const snapshot = merchant.simulator.snapshot();
    const options = { dataFile: join(folder, 'file') };
    const kept = await Merchant.start(options);
    await kept.paid();
    await kept.paid();
    kept.simulator.restore(snapshot);
    await kept.simulator.close();
    const again = await Merchant.start(options);
    const stored = again.simulator.snapshot();
    // The clock also stores the real time at which it was read.
    const { clock = [] } = stored.tables;
    expect(stored).toEqual({ ...snapshot, tables: { ...snapshot.tables, clock } });
    await again.simulator.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['orders', 'amount', '1000', 'a number'],
    ['orders', 'customer', undefined, 'a JSON object'],
    ['transactions', 'status', 'Q', 'one of A, C, E, F, M, MA, MI, ML, MS, MW, R, X'],
    ['transactions', 'orderCode', 17, 'a string'],
    ['movements', 'amount', 10, 'a JSON object'],
  ])(
    'is refused and changes nothing if the record of %s has a changed %s',
    async (table, member, value, expected) => {
      const { simulator } = merchant;
      await merchant.paid();
      const { version, tables } = simulator.snapshot();
      const [[key, record] = ['', {}], ...others] = (tables[table] ?? []) as Records;
      simulator.pay();
      const before = withoutRealTime(simulator.snapshot());
      const changed = {
        version,
        tables: { ...tables, [table]: [[key, { ...record, [member]: value }], ...others] },
      };
      expect(() => simulator.restore(changed as SimulatorSnapshot)).toThrow(
        `tables.${table}.${key}.${member}: expected ${expected}; restore a snapshot as it was taken`,
      );
      expect((await control('/restore', changed)).status).toBe(400);
      expect(withoutRealTime(simulator.snapshot())).toEqual(before);
    },
  );

  it.each([
    [null, 'snapshot: expected the value that snapshot() returned'],
    [{ version: 3 }, 'snapshot: expected the value that snapshot() returned'],
    [
      { version: 99, tables: {} },
      'a newer pay-simulator wrote this state (version 99); update pay-simulator',
    ],
    [{ version: 1, tables: {} }, 'which this one cannot read; take a new one'],
    [{ version: 3, tables: { orders: [1] } }, 'tables.orders: expected a list of pairs of key and record'],
    [{ version: 3, tables: { milk: [] } }, "tables: expected no table 'milk'"],
    [{ version: 3, tables: { 'unknown-merchant/orders': [] } }, "no table 'unknown-merchant/orders'"],
    [{ version: 3, tables: { permissions: [] } }, 'tables.permissions.setup: expected a JSON object'],
    [{ version: 3, tables: { orders: [['17', { amount: 5 }]] } }, /tables\.orders\.17\.\w+: expected /],
  ])('rejects %j and keeps the state', async (value, message) => {
    const { orderCode } = await merchant.paid();
    expect(() => merchant.simulator.restore(value as unknown as SimulatorSnapshot)).toThrow(message);
    expect(merchant.simulator.orders.list().map(({ code }) => code)).toEqual([orderCode]);
    const response = await control('/restore', value ?? {});
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: expect.any(String) }),
    ]);
  });
});
