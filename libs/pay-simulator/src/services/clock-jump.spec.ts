import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import type { ComingKind } from '../domain/coming-kinds.js';

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start();
  receiver = await Receiver.startFor(merchant, [1796]);
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

async function jump(to: string) {
  const response = await fetch(`${merchant.simulator.url}/_simulator/clock/jump`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

describe('a jump of the clock', () => {
  it('makes the next retry, and waits for its response', async () => {
    receiver.behavior = () => ({ status: 503 });
    merchant.simulator.pay();
    // The first attempt is in progress.
    expect(await jump('retry')).toMatchObject({ status: 200, json: { now: '2026-02-03T11:00:00.000Z' } });
    expect(receiver.received.map(({ envelope }) => envelope['RetryCount'])).toEqual([0, 1]);
    await merchant.simulator.clock.advance({ to: 'retry' });
    expect(receiver.received).toHaveLength(3);
    expect(merchant.simulator.clock.now()).toBe(Date.parse('2026-02-03T12:00:00Z'));
  });

  it('clears the payments of the next clearing run, and no others', async () => {
    const { clock, pay, transactions } = merchant.simulator;
    const { id } = pay();
    await clock.advance({ to: 'clearing' });
    expect(transactions.get(id).clearedAt).toBe(clock.now());
    await expect(clock.advance({ to: 'clearing' })).rejects.toThrow('no payment waits for clearing');
  });

  it('lets the order that is due first expire, of any merchant', async () => {
    const { clock, connectedMerchants, orders } = merchant.simulator;
    const at = clock.now();
    const late = orders.create({ amount: 1000, expiresAt: at + 5000 });
    const early = connectedMerchants.connect().orders.create({ amount: 1000, expiresAt: at + 3000 });
    expect((await jump('expiry')).json).toMatchObject({ ms: at + 3000 });
    expect(connectedMerchants.list()[0]?.orders.get(early.code).state).toBe(1);
    expect(orders.get(late.code).state).toBe(0);
  });

  it.each<[ComingKind, string]>([
    ['retry', 'to: no delivery waits for a retry'],
    ['clearing', 'to: no payment waits for clearing'],
    ['payout', 'to: no payout is planned'],
    ['charge', 'to: no charge is planned'],
    ['expiry', 'to: no order and no hold expires later'],
  ])('says why it cannot reach the next %s', async (kind, error) => {
    expect(await jump(kind)).toMatchObject({ status: 400, json: { error } });
  });

  it('refuses another kind', async () => {
    const expected = 'one of retry, clearing, payout, charge, expiry';
    expect(await jump('tea')).toMatchObject({ status: 400, json: { field: 'to', expected } });
    await expect(merchant.simulator.clock.advance({ to: 'tea' as ComingKind })).rejects.toThrow(
      `to: expected ${expected}`,
    );
  });
});
