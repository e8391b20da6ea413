import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';
import type { PaySimulator } from '../index.js';

let simulator: PaySimulator;
let receiver: Receiver;
beforeEach(async () => {
  const merchant = await Merchant.start();
  ({ simulator } = merchant);
  receiver = await Receiver.start(await merchant.webhookKey());
});
afterEach(async () => {
  await simulator.close();
  await receiver.close();
});

/** Members that return one amount as a bigint. `Number()` makes it serializable. */
const BIGINTS = ['wallet.balance'];
/** Members that change the state or wait. */
const ACTIONS = /^(clock\.(stop|reset|.*[sS]tore.*)|.*\.(reset|nextAttempt|nextOrder|hold))$/;

/** Reads the members of the handle that need no argument, with their names. */
async function readMembers(): Promise<[string, unknown][]> {
  const read: [string, unknown][] = [];
  for (const [name, member] of Object.entries(simulator) as [string, object][]) {
    if (typeof member === 'function') continue;
    read.push([name, member]);
    if (typeof member !== 'object') continue;
    // Some members are services, others objects with the offered part of one.
    const prototype = Object.getPrototypeOf(member) as object;
    const own = Object.getOwnPropertyDescriptors(prototype === Object.prototype ? member : prototype);
    for (const [key, descriptor] of Object.entries(own)) {
      const value: unknown = descriptor.value;
      const path = `${name}.${key}`;
      if (key === 'constructor' || ACTIONS.test(path)) continue;
      if (descriptor.get) read.push([path, descriptor.get.call(member)]);
      else if (typeof value === 'function' && value.length === 0)
        try {
          read.push([path, await (value as () => unknown).call(member)]);
        } catch (error) {
          // Its argument has a default that does not suit.
          expect(error).toBeInstanceOf(Error);
        }
    }
  }
  return read;
}

it('has only members that JSON.stringify accepts, apart from single amounts', async () => {
  const eventTypeIds = [...simulator.webhooks.eventTypes];
  await simulator.webhooks.register({ url: receiver.url, eventTypeIds });
  const acted = [
    simulator.pay(),
    simulator.trigger('decline'),
    simulator.trigger('bank-transfer'),
    simulator.refund(undefined, { amount: 500 }),
    simulator.trigger('transfer'),
    simulator.trigger('dispute'),
    await simulator.trigger('terminal-sale'),
  ];
  await simulator.clock.advance('2 days');
  await simulator.deliveries.settled();
  const { accountId } = simulator.sellers.list()[0] ?? {};
  const members = [
    ...(await readMembers()),
    ['actions', acted],
    ['snapshot', simulator.snapshot()],
    ['requests', simulator.requests()],
    ['sellers.get', simulator.sellers.get(accountId ?? '')],
    ['ledger', simulator.ledger()],
  ] as [string, unknown][];
  expect(members.length).toBeGreaterThan(45);
  const failed = members.filter(([, value]) => {
    try {
      JSON.stringify(value);
      return false;
    } catch {
      return true;
    }
  });
  expect(failed.map(([name]) => name)).toEqual(BIGINTS);
});

it('writes exact numbers of events and movements as numbers, or as strings if a number is not exact', async () => {
  await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
  const payments = Array.from({ length: 8 }, () => simulator.pay(undefined, { amount: 1050 }));
  await simulator.deliveries.settled();
  const copies = JSON.parse(JSON.stringify(simulator.deliveries.list())) as {
    message: { eventData: Record<string, unknown> };
  }[];
  expect(
    copies.map(({ message }) => [String(message.eventData['OrderCode']), message.eventData['Amount']]),
  ).toEqual(payments.map(({ orderCode }) => [orderCode, 10.5]));
  // Copies and comparisons see the values as they are.
  const [delivery] = simulator.deliveries.list();
  expect(typeof delivery?.message.eventData['OrderCode']).toBe('bigint');
  expect(Object.keys(delivery?.message.eventData ?? {})).not.toContain('toJSON');
  const [booking] = simulator.ledger().bookings;
  expect(JSON.parse(JSON.stringify(booking?.entries))).toEqual(
    Object.fromEntries(
      Object.entries(booking?.entries ?? {}).map(([name, amount]) => [name, Number(amount)]),
    ),
  );
});

it('stores the exact numbers of a repeated delivery', async () => {
  await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
  const { orderCode } = simulator.pay();
  await simulator.deliveries.settled();
  const [first] = simulator.deliveries.list();
  simulator.deliveries.hold();
  simulator.deliveries.duplicate(first?.id ?? '');
  simulator.restore(
    JSON.parse(JSON.stringify(simulator.snapshot())) as ReturnType<typeof simulator.snapshot>,
  );
  const codes = simulator.deliveries.list().map(({ message }) => message.eventData['OrderCode']);
  expect(codes).toEqual([BigInt(orderCode), BigInt(orderCode)]);
});
