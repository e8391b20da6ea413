import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { basic, GOOD_CARD, Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';

const RETURN = {
  code: 'Default',
  successUrl: 'http://shop.example/paid',
  failureUrl: 'http://shop.example/not',
};

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start();
  receiver = await Receiver.start(await merchant.webhookKey());
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

/** Changes state as a user of the console or the control API does. */
const outside = (path: string, body: unknown) =>
  fetch(`${merchant.simulator.url}/_simulator${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const registered = () => merchant.simulator.webhooks.list().map(({ eventTypeId }) => eventTypeId);

/** Configures the simulator as an application does, then creates activity. */
async function useSimulator(): Promise<void> {
  const { simulator } = merchant;
  simulator.sources.save(RETURN);
  simulator.permissions.set({ allowRebates: false });
  simulator.terminals.configure({ customer: 'waits' });
  await simulator.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
  await merchant.paid();
}

describe.each([
  ['the console', () => fetch(`${merchant.simulator.url}/console/reset`, { method: 'POST' })],
  ['the control API', () => outside('/reset', {})],
])('a reset on %s', (_where, reset) => {
  it('clears activity and keeps the configuration of the application', async () => {
    await useSimulator();
    await reset();
    const { simulator } = merchant;
    expect([simulator.orders.list(), simulator.transactions.list()]).toEqual([[], []]);
    expect(simulator.sources.list().find(({ code }) => code === 'Default')).toMatchObject(RETURN);
    expect(simulator.permissions.set({})).toMatchObject({ allowRebates: false, allowRefunds: true });
    expect(simulator.terminals.configure({}).customer).toBe('waits');
    expect(registered()).toEqual([1796]);
    await merchant.paid();
    await simulator.deliveries.settled();
    expect(simulator.deliveries.list().map(({ state }) => state)).toEqual(['delivered']);
  });

  it('reverts webhooks, sources and permissions that were changed outside the application', async () => {
    await useSimulator();
    await outside('/webhooks', { url: receiver.url, eventTypeIds: [1798] });
    await outside('/sources', { ...RETURN, successUrl: 'http://other.example/' });
    await outside('/sources', { code: 'of-the-control-api' });
    await outside('/permissions', { allowRefunds: false });
    const { merchantId, apikey } = merchant.simulator.credentials.merchant;
    const created = await merchant.call('web', 'POST', '/api/sources', {
      body: {
        domain: 'shop.example',
        isSecure: true,
        name: 'By API',
        pathFail: 'f',
        pathSuccess: 's',
        sourceCode: '7777',
      },
      authorization: basic(merchantId, apikey),
    });
    expect([created.status, merchant.simulator.sources.list().length, registered()]).toEqual([
      200,
      3,
      [1796, 1798],
    ]);
    await reset();
    expect(registered()).toEqual([1796]);
    expect(merchant.simulator.sources.list()).toEqual([expect.objectContaining(RETURN)]);
    expect(merchant.simulator.permissions.set({})).toMatchObject({ allowRebates: false, allowRefunds: true });
  });

  it('restores webhooks removed outside the application, but not those the application removed', async () => {
    const { webhooks } = merchant.simulator;
    const [first, second] = await webhooks.register({ url: receiver.url, eventTypeIds: [1796, 1798] });
    webhooks.remove(first?.id ?? '');
    await fetch(`${merchant.simulator.url}/_simulator/webhooks/${second?.id}`, { method: 'DELETE' });
    expect(registered()).toEqual([]);
    await reset();
    expect(registered()).toEqual([1798]);
  });
});

it('a reset by the application restores the initial state', async () => {
  await useSimulator();
  const { simulator } = merchant;
  simulator.reset();
  await outside('/reset', {});
  expect(registered()).toEqual([]);
  expect(simulator.sources.list()).toEqual([
    expect.objectContaining({ successUrl: 'http://localhost:3000/success' }),
  ]);
  expect(simulator.permissions.set({}).allowRebates).toBe(true);
  expect(simulator.terminals.configure({}).customer).toBe('pays');
  expect(simulator.checkout.pay(await merchant.order(), GOOD_CARD).kind).toBe('approved');
});
