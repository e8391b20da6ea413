import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import { runNext } from './next.command.js';

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

async function run(...args: string[]): Promise<string> {
  let out = '';
  const env = { PAY_SIMULATOR_URL: merchant.simulator.url };
  expect(await runNext(args, { env, folder: tmpdir(), out: (text) => void (out += text) })).toBe(0);
  return out;
}

describe('pay-simulator next', () => {
  it('declines the next payment, with a reason', async () => {
    expect(await run('decline')).toBe(
      'The next card payment is declined with event 10051: Insufficient funds.\n',
    );
    expect(merchant.simulator.pay().eventId).toBe(10_051);
    expect(await run('decline', '--event', '10041')).toBe(
      'The next card payment is declined with event 10041: Lost card.\n',
    );
    expect(merchant.simulator.pay().eventId).toBe(10_041);
  });

  it('acts on a world, and on no other', async () => {
    const world = merchant.simulator.createWorld({ id: 'worker-1' });
    await run('decline', '--world', 'worker-1');
    expect([world.pay().eventId, merchant.simulator.pay().eventId]).toEqual([10_051, 0]);
  });

  it('refuses an address with a path, which would name no world', async () => {
    const address = `${merchant.simulator.url}/_simulator/worlds/worker-1`;
    await expect(run('lose', '--url', address)).rejects.toThrow(
      "--url: expected the simulator's address without a path, for example http://127.0.0.1:4010; --world names a world",
    );
  });

  it.each([
    [['lose'], 'The next webhook is lost.', ['dropped', 'delivered']],
    [['delay'], 'The next webhook arrives 60000 ms later.', ['waiting', 'delivered']],
    [['delay', '--ms', '1'], 'The next webhook arrives 1 ms later.', ['waiting', 'delivered']],
    [
      ['lose', '--event', '1796'],
      'The next webhook of event 1796 (Transaction Payment Created) is lost.',
      ['dropped', 'delivered'],
    ],
    [
      ['delay', '--event', '1797', '--ms', '1'],
      'The next webhook of event 1797 (Transaction Reversal Created) arrives 1 ms later.',
      ['delivered', 'delivered'],
    ],
    [['repeat'], 'The next webhook arrives twice.', ['delivered', 'delivered', 'delivered']],
    [['reorder'], 'The next webhook arrives after the webhook that follows it.', ['delivered', 'delivered']],
  ])('changes the next webhook: %j', async (args, text, states) => {
    expect(await run(...args)).toBe(`${text}\n`);
    const { deliveries, pay } = merchant.simulator;
    pay();
    pay();
    await deliveries.settled();
    expect(deliveries.list().map(({ state }) => state)).toEqual(states);
  });

  it('moves the clock to the next retry, and fails without one', async () => {
    await expect(run('retry')).rejects.toThrow('next: no delivery waits for a retry');
    receiver.behavior = () => ({ status: 503 });
    merchant.simulator.pay();
    expect(await run('retry')).toBe('The clock is at 2026-02-03T11:00:00.000Z.\n');
    expect(receiver.received).toHaveLength(2);
  });

  it.each([
    [[], 'next: expected one of retry, clearing, payout, charge, expiry, decline, lose'],
    [['clearings'], 'next: "clearings" is unknown: did you mean clearing?'],
    [['lose', 'repeat'], 'next: expected one kind; remove "repeat"'],
    [['lose', '--event', '10041'], '--event: expected the number of an event type, such as 1796'],
    [['retry', '--event', '1796'], '--event: retry does not accept it; remove it'],
    [['lose', '--ms', '5'], '--ms: only a delay has it; remove it'],
    [['delay', '--ms', 'soon'], '--ms: expected a number, at least 0 (received "soon")'],
    [['lose', '--url', 'simulator'], "--url: expected the simulator's address"],
  ])('refuses %j', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });

  it('prints its help in 80 columns', async () => {
    const lines = (await run('--help')).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeGreaterThan(30);
  });
});
