import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import type { NextDelivery } from './next-delivery.js';

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start({ orderCodes: 'safe' });
  receiver = await Receiver.startFor(merchant, [1796]);
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

async function control(method: string, path: string, body?: unknown) {
  const response = await fetch(`${merchant.simulator.url}/_simulator${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
}

/** Pays as often as stated. Returns the order codes. */
const pay = (times: number): string[] =>
  Array.from({ length: times }, () => merchant.simulator.pay().orderCode);
const settled = () => merchant.simulator.deliveries.settled();
const states = () => merchant.simulator.deliveries.list().map(({ state }) => state);
/** Order codes of the received events. */
const received = () => receiver.dataOf(1796).map(({ OrderCode }) => String(OrderCode));

describe('the next delivery', () => {
  it('is lost, and the one after it is delivered', async () => {
    expect((await control('POST', '/deliveries/next', { do: 'lose' })).status).toBe(204);
    expect((await control('GET', '/delivery-settings')).json).toMatchObject({ next: { do: 'lose' } });
    const [, second] = pay(2);
    await settled();
    await merchant.simulator.clock.advance('1 day');
    expect(states()).toEqual(['dropped', 'delivered']);
    expect(received()).toEqual([second]);
    expect((await control('GET', '/delivery-settings')).json).toMatchObject({ next: null });
  });

  it('is delayed by virtual time', async () => {
    const { clock, deliveries } = merchant.simulator;
    deliveries.configure({ next: { do: 'delay', ms: 5000 } });
    const [late, ...others] = pay(2);
    await settled();
    expect(received()).toEqual(others);
    await clock.advance(4999);
    expect(received()).toEqual(others);
    await clock.advance(1);
    expect(received()).toEqual([...others, late]);
    await control('POST', '/deliveries/next', { do: 'delay' });
    const [byDefault] = pay(1);
    await clock.advance('59 seconds');
    expect(received()).not.toContain(byDefault);
    await clock.advance('1 second');
    expect(received()).toContain(byDefault);
  });

  it('is sent twice, although the receiver accepted it', async () => {
    merchant.simulator.deliveries.configure({ next: { do: 'repeat' } });
    const [first, second] = pay(2);
    await settled();
    expect(received().toSorted()).toEqual([first, first, second].toSorted());
    const ids = receiver.received.map(({ envelope }) => envelope.MessageId);
    expect(new Set(ids).size).toBe(2);
  });

  it('arrives after the one that follows it', async () => {
    merchant.simulator.deliveries.configure({ next: { do: 'reorder' } });
    const [first] = pay(1);
    await settled();
    expect([states(), received()]).toEqual([['held'], []]);
    const [second] = pay(1);
    await settled();
    const [third] = pay(1);
    await settled();
    expect(received()).toEqual([second, first, third]);
  });

  it('is overtaken although the receiver rejects the one that follows, and by two if both are reordered', async () => {
    receiver.behavior = () => ({ status: 503 });
    merchant.simulator.deliveries.configure({ next: { do: 'reorder' } });
    const [first] = pay(1);
    merchant.simulator.deliveries.configure({ next: { do: 'reorder' } });
    const [second] = pay(1);
    const [third] = pay(1);
    await settled();
    expect(received()[0]).toBe(third);
    expect(received().slice(1).toSorted()).toEqual([first, second].toSorted());
  });

  it('is not overtaken by a lost one, and a released one is not sent twice', async () => {
    const { deliveries } = merchant.simulator;
    deliveries.configure({ next: { do: 'reorder' } });
    const [first] = pay(1);
    deliveries.configure({ next: { do: 'lose' } });
    pay(1);
    await settled();
    expect(states()).toEqual(['held', 'dropped']);
    await deliveries.release();
    const [third] = pay(1);
    await settled();
    expect(received()).toEqual([first, third]);
  });

  it('can be that of an event: others are sent as usual, and it goes on waiting', async () => {
    const { deliveries, refund, webhooks } = merchant.simulator;
    await webhooks.register({ url: receiver.url, eventTypeIds: [1797] });
    const lose = { do: 'lose', eventTypeId: 1797 };
    expect((await control('POST', '/deliveries/next', lose)).status).toBe(204);
    const payment = merchant.simulator.pay();
    await settled();
    expect(deliveries.list().map(({ state }) => state)).toEqual(['delivered']);
    expect((await control('GET', '/delivery-settings')).json).toMatchObject({ next: lose });
    for (const amount of [100, 200]) refund(payment.id, { amount });
    await settled();
    expect(states()).toEqual(['delivered', 'dropped', 'delivered']);
    expect((await control('GET', '/delivery-settings')).json).toMatchObject({ next: null });
    deliveries.configure({ next: { do: 'reorder', eventTypeId: 1797 } });
    refund(payment.id, { amount: 300 });
    pay(1);
    await settled();
    const last = receiver.received.slice(-2).map(({ envelope }) => envelope.EventTypeId);
    expect(last).toEqual([1796, 1797]);
  });

  it('waits while deliveries are held, and replaces the random faults', async () => {
    const { deliveries } = merchant.simulator;
    deliveries.configure({ chances: { drop: 1 } });
    deliveries.configure({ next: { do: 'repeat' } });
    deliveries.hold();
    const [held] = pay(1);
    await deliveries.release();
    const [twice] = pay(2);
    await settled();
    expect(received().toSorted()).toEqual([held, twice, twice].toSorted());
  });

  it('follows the last instruction, and none after it is taken back or after a reset', async () => {
    const { deliveries } = merchant.simulator;
    deliveries.configure({ next: { do: 'lose' } });
    deliveries.configure({ next: { do: 'repeat' } });
    deliveries.configure({ next: null });
    pay(1);
    await control('POST', '/deliveries/next', { do: 'lose' });
    expect((await control('DELETE', '/deliveries/next')).status).toBe(204);
    pay(1);
    deliveries.configure({ next: { do: 'lose' } });
    await settled();
    expect(states()).toEqual(['delivered', 'delivered']);
    merchant.simulator.reset();
    await merchant.simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
    pay(1);
    await settled();
    expect(states()).toEqual(['delivered']);
  });

  it('is part of snapshots, before and after its delivery', async () => {
    const { deliveries, restore, snapshot } = merchant.simulator;
    deliveries.configure({ next: { do: 'reorder' } });
    const before = snapshot();
    const [first] = pay(1);
    const after = snapshot();
    merchant.simulator.reset();
    restore(after);
    const [second] = pay(1);
    await settled();
    expect(received()).toEqual([second, first]);
    restore(before);
    pay(1);
    expect(states()).toEqual(['held']);
  });

  it('is part of the data file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-simulator-'));
    const options = { dataFile: join(folder, 'file') };
    const first = await Merchant.start(options);
    first.simulator.deliveries.configure({ next: { do: 'delay', ms: 1 } });
    first.simulator.declineNext();
    await first.simulator.close();
    const again = await Merchant.start(options);
    const [[, next] = []] = again.simulator.snapshot().tables['nextDelivery'] ?? [];
    expect(next).toEqual({ do: 'delay', ms: 1 });
    expect(again.simulator.pay().eventId).toBe(10_051);
    await again.simulator.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    [{ do: 'forget' }, 'do: expected one of lose, delay, repeat, reorder'],
    [{ do: 'lose', ms: 5 }, 'ms: only a delay has it; remove it'],
    [{ do: 'delay', ms: -1 }, 'ms: expected a number, at least 0 (received -1)'],
    [{ do: 'lose', times: 2 }, 'times: unknown member; expected one of do, ms, eventTypeId'],
    [
      { do: 'lose', eventTypeId: 17 },
      'eventTypeId: expected the number of an event type, such as 1796 (received 17)',
    ],
  ])('refuses %j', (next, message) => {
    expect(() => merchant.simulator.deliveries.configure({ next: next as NextDelivery })).toThrow(message);
  });
});
