import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import type { DeliveryChances } from './delivery-chances.js';

const opened: { close(): Promise<void> }[] = [];
let merchant: Merchant;
let receiver: Receiver;
/** Starts a merchant and its receiver with a fixed seed. */
async function start(): Promise<void> {
  merchant = await Merchant.start();
  opened.push(merchant.simulator);
  const { json } = await merchant.web('GET', '/api/messages/config/token');
  receiver = await Receiver.start(String(json.Key));
  opened.push(receiver);
  await merchant.simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
}
beforeEach(start);
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const pay = async (times: number): Promise<void> => {
  for (let i = 0; i < times; i++) await merchant.paid();
};
const states = () => merchant.simulator.deliveries.list().map(({ state }) => state);
const ids = () => receiver.received.map(({ envelope }) => envelope.MessageId);

it('drops and duplicates some deliveries, reproducible with a seed', async () => {
  const outcomes: string[][] = [];
  for (const again of [false, true]) {
    if (again) await start();
    const { deliveries } = merchant.simulator;
    deliveries.configure({ chances: { drop: 0.3, duplicate: 0.3 } });
    await pay(40);
    await deliveries.settled();
    const all = deliveries.list();
    const repeats = all.filter(({ duplicateOf }) => duplicateOf !== null);
    const lost = all.filter(({ state }) => state === 'dropped');
    expect(Math.min(repeats.length, lost.length)).toBeGreaterThan(4);
    expect(all).toHaveLength(40 + repeats.length);
    expect(receiver.received).toHaveLength(all.length - lost.length);
    outcomes.push(
      all.map(({ state, duplicateOf }) => `${state} ${duplicateOf === null ? 'first' : 'again'}`),
    );
  }
  expect(outcomes[1]).toEqual(outcomes[0]);
});

it('delays some deliveries, which changes their order', async () => {
  const { deliveries, clock } = merchant.simulator;
  deliveries.configure({ chances: { delay: 0.5, delayUpToMs: 10_000 } });
  await pay(20);
  await deliveries.settled();
  const late = 20 - receiver.received.length;
  expect(late).toBeGreaterThan(3);
  expect(late).toBeLessThan(17);
  await clock.advance(10_000);
  expect(receiver.received).toHaveLength(20);
  const sent = deliveries.list().map(({ message }) => message.messageId);
  expect(ids()).not.toEqual(sent);
  expect([...ids()].sort()).toEqual([...sent].sort());
});

it('does not affect held deliveries, and stops on request or after a reset', async () => {
  const { deliveries } = merchant.simulator;
  deliveries.configure({ chances: { drop: 1 } });
  deliveries.hold();
  await pay(1);
  await deliveries.release();
  await pay(1);
  deliveries.configure({ chances: null });
  await pay(1);
  await deliveries.settled();
  expect(states()).toEqual(['delivered', 'dropped', 'delivered']);
});

it.each([
  [{ drop: 2 }, 'drop: expected a number from 0 to 1'],
  [{ duplicate: NaN }, 'duplicate: expected a number from 0 to 1'],
  [{ delay: '0.5' }, 'delay: expected a number from 0 to 1'],
  [{ delay: 1, delayUpToMs: -1 }, 'delayUpToMs: expected'],
  [{ loss: 1 }, 'loss: unknown member; expected one of drop, duplicate, delay, delayUpToMs'],
])('refuses %j', (chances, message) => {
  expect(() => merchant.simulator.deliveries.configure({ chances: chances as DeliveryChances })).toThrow(
    message,
  );
});
