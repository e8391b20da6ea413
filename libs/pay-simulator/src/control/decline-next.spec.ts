import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Merchant } from '../../testing/merchant.js';
import type { PaySimulator } from '../index.js';

let merchant: Merchant;
let simulator: PaySimulator;
beforeEach(async () => {
  merchant = await Merchant.start();
  ({ simulator } = merchant);
});
afterEach(() => simulator.close());

/** Collects the process warnings that an action causes, all with this code. */
function warningsOf(code: string, action: () => unknown): string[] {
  const emit = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  action();
  const warnings = emit.mock.calls.map(([message, options]) => {
    expect(options).toEqual({ type: 'PaySimulatorWarning', code });
    return String(message);
  });
  emit.mockRestore();
  return warnings;
}

describe('declineNext', () => {
  it('declines the next payment once, and the payment after it is paid', () => {
    simulator.declineNext();
    const first = simulator.pay();
    expect(first).toMatchObject({ status: 'E', eventId: 10_051 });
    expect(simulator.pay(first.orderCode)).toMatchObject({ status: 'F', eventId: 0 });
  });

  it('declines a recurring charge, and a sale at a terminal, with the given reason', async () => {
    const { merchantId, apikey } = simulator.credentials.merchant;
    const authorization = `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}`;
    const { json } = await merchant.call('api', 'POST', '/checkout/v2/orders', {
      authorization: await merchant.token(),
      body: { amount: 1000, allowRecurring: true },
    });
    const { id } = simulator.pay(String(json['orderCode']));
    const charge = async () =>
      (
        await merchant.call('web', 'POST', `/api/transactions/${id}`, {
          authorization,
          body: { amount: 1000 },
        })
      ).json;
    simulator.declineNext(10_041);
    expect(await charge()).toMatchObject({ StatusId: 'E', EventId: 10_041 });
    expect(await charge()).toMatchObject({ StatusId: 'F' });
    simulator.declineNext();
    expect((await simulator.trigger('terminal-sale')).transactionId).toBeNull();
    expect((await simulator.trigger('terminal-sale')).transactionId).not.toBeNull();
  });

  it('is named by a fault whose declines have an unknown outcome: in a warning, the response and the console', async () => {
    const charge = { operation: 'transactions.createTransaction', kind: 'success-false' } as const;
    const said = /its outcome is unknown.*declineNext\(\)/;
    for (const errorCode of [408, 500, 503]) {
      simulator.faults.remove();
      const warned = warningsOf('PAY_UNKNOWN_OUTCOME', () => simulator.faults.add({ ...charge, errorCode }));
      expect(warned).toEqual([expect.stringMatching(said)]);
      const page = await fetch(`${simulator.url}/console?view=faults`);
      expect(await page.text()).toMatch(said);
    }
    const decided = [{}, { errorCode: 502 }, { errorCode: 403 }];
    const harmless = { ...charge, operation: 'payments.getOrder', errorCode: 500 } as const;
    for (const rule of [...decided.map((code) => ({ ...charge, ...code })), harmless])
      expect(warningsOf('PAY_UNKNOWN_OUTCOME', () => simulator.faults.add(rule))).toEqual([]);

    const emit = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const response = async (body: object): Promise<unknown> =>
      (
        await fetch(`${simulator.url}/_simulator/faults`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json();
    expect(await response({ ...charge, errorCode: 500 })).toEqual({
      faultId: expect.any(String),
      warning: expect.stringMatching(said),
    });
    expect(await response(charge)).toEqual({ faultId: expect.any(String) });
    emit.mockRestore();
  });

  it('ends with a reset, and has a route', async () => {
    simulator.declineNext();
    simulator.reset();
    expect(simulator.pay().status).toBe('F');
    const response = await fetch(`${simulator.url}/_simulator/decline-next`, { method: 'POST' });
    expect(response.status).toBe(204);
    expect(simulator.pay().eventId).toBe(10_051);
  });

  it('is part of a snapshot, and can be taken back', async () => {
    simulator.declineNext(10_041);
    const snapshot = simulator.snapshot();
    expect(simulator.pay().eventId).toBe(10_041);
    simulator.restore(snapshot);
    expect(simulator.pay().eventId).toBe(10_041);
    simulator.declineNext();
    simulator.declineNext(null);
    expect(simulator.pay().status).toBe('F');
    simulator.declineNext();
    const taken = await fetch(`${simulator.url}/_simulator/decline-next`, { method: 'DELETE' });
    expect([taken.status, simulator.pay().status]).toEqual([204, 'F']);
  });

  it('declines the next payment of a connected merchant, and of no other', async () => {
    const connected = simulator.connectedMerchants.connect();
    connected.declineNext();
    expect(simulator.pay().status).toBe('F');
    expect(simulator.pay(connected.orders.create({ amount: 1000 }).code).eventId).toBe(10_051);
    const { merchantId } = connected.account.credentials.merchant;
    const path = `${simulator.url}/_simulator/merchants/${merchantId}/decline-next`;
    expect((await fetch(path, { method: 'POST' })).status).toBe(204);
    expect(simulator.pay(connected.orders.create({ amount: 1000 }).code).eventId).toBe(10_051);
  });

  it.each([0, -1, 1.5, '10051'])('refuses %p as an event ID', (eventId) => {
    expect(() => simulator.declineNext(eventId as number)).toThrow(
      'eventId: expected an event ID of the service, such as 10051 for insufficient funds',
    );
  });
});

describe('pay', () => {
  it('says that nothing was paid if the amount is declined', () => {
    expect(warningsOf('PAY_DECLINED', () => simulator.pay(undefined, { amount: 9951 }))).toEqual([
      'pay: the issuer declines 99.51 (event 10051), so nothing was paid. Amounts from 99.01 to 99.98 are declined: choose another one, or call decline() instead.',
    ]);
  });

  it('says nothing about a decline that the test chose', () => {
    const quiet = warningsOf('PAY_DECLINED', () => {
      simulator.pay();
      simulator.trigger('decline');
      simulator.pay(undefined, { card: 'visa-declined' });
      simulator.declineNext();
      simulator.pay();
    });
    expect(quiet).toEqual([]);
  });

  it.each([
    [10.5, '10.5'],
    ['1050', '"1050"'],
    [0, '0'],
  ])('refuses the amount %p with the fix', (amount, shown) => {
    expect(() => simulator.pay(undefined, { amount: amount as number })).toThrow(
      `amount: expected a whole number of minor units (1050 for 10.50), at least 30 (received ${shown})`,
    );
  });
});

it('the object creates an order from its amount, as the control API does', async () => {
  const response = await fetch(`${simulator.url}/_simulator/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"amount":1000}',
  });
  const { code, createdAt, ...byRoute } = (await response.json()) as Record<string, unknown>;
  const { code: own, createdAt: at, ...order } = simulator.orders.create({ amount: 1000 });
  expect([code, createdAt].concat(own, at)).not.toContain(undefined);
  expect(byRoute).toEqual(order);
});

describe('an order in another currency', () => {
  const create = async (currencyCode: string) =>
    merchant.call('api', 'POST', '/checkout/v2/orders', {
      authorization: await merchant.token(),
      body: { amount: 1000, currencyCode },
    });

  it('is refused by an account that takes its own currency only', async () => {
    expect((await create('826')).status).toBe(200);
    simulator.permissions.set({ allowOtherCurrencies: false });
    const { merchantId, apikey } = simulator.credentials.merchant;
    expect(await create('826')).toMatchObject({
      status: 403,
      json: { status: 403, message: `Person ${merchantId} does not support currency '826'` },
    });
    expect((await create('978')).status).toBe(200);
    const older = await merchant.call('web', 'POST', '/api/orders', {
      authorization: `Basic ${Buffer.from(`${merchantId}:${apikey}`).toString('base64')}`,
      body: { amount: 1000, currencyCode: '826' },
    });
    expect(older.json).toMatchObject({ Success: false, ErrorCode: 403 });
  });

  it('is refused by a new account', async () => {
    const other = await Merchant.start({ account: 'new' });
    expect(other.simulator.permissions.set({}).allowOtherCurrencies).toBe(false);
    await other.simulator.close();
  });
});
