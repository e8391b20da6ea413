import { servicesOf } from '../handle/handle.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BAD_CARD, Merchant } from '../../testing/merchant.js';
import { Receiver } from '../../testing/receiver.js';

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start({ orderCodes: 'beyond-safe' });
  receiver = await Receiver.start(await merchant.webhookKey());
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

async function control(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${merchant.simulator.url}/_simulator${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text) };
}

describe('the control API', () => {
  it('shows orders, transactions, ledger and state', async () => {
    const { orderCode, transactionId } = await merchant.paid();
    expect((await control('GET', '/orders')).json).toMatchObject([
      { code: orderCode, state: 3, amount: 1000 },
    ]);
    expect((await control('GET', `/orders/${orderCode}`)).json).toMatchObject({
      code: orderCode,
      transactions: [{ id: transactionId }],
    });
    expect((await control('GET', '/orders/1')).status).toBe(404);
    expect((await control('GET', '/transactions')).json).toMatchObject([
      { id: transactionId, createdAt: '2026-02-03T10:00:00.000Z', card: { number: '414746XXXXXX0133' } },
    ]);
    expect((await control('GET', '/ledger')).json).toMatchObject({
      totals: { '978': 0 },
      balances: { '978': { cardholders: -1000, pending: 990, commission: 10 } },
    });
    expect((await control('GET', '/state')).json).toMatchObject({
      orders: 1,
      transactions: 1,
      walletBalance: 1_000_000,
      clock: { now: '2026-02-03T10:00:00.000Z' },
    });
    expect((await control('GET', '/requests')).json).toContainEqual(
      expect.objectContaining({
        operation: 'payments.createOrder',
        status: 200,
        path: '/checkout/v2/orders',
      }),
    );
  });

  it('accepts an invitation, completes the identity check, and reports invalid input', async () => {
    const { accountId } = servicesOf(merchant.simulator).connectedAccounts.invite({
      email: 'merchant@example.com',
      returnUrl: 'http://localhost/',
      branding: null,
    });
    expect((await control('GET', '/accounts')).json).toMatchObject([{ accountId, state: 'invited' }]);
    const at = (verb: string, body: object) => control('POST', `/accounts/${accountId}/${verb}`, body);
    for (const legalName of [undefined, '', 5, 'x'.repeat(201)])
      expect(await at('accept', { legalName })).toMatchObject({
        status: 400,
        json: { error: expect.stringContaining('legalName: expected') },
      });
    expect((await at('accept', { legalName: 'Naxos' })).json).toMatchObject({ state: 'connected' });
    expect((await at('verify', {})).status).toBe(400);
    expect((await at('verify', { verified: true })).json).toMatchObject({ state: 'verified' });
    expect((await control('POST', '/accounts/unknown/verify', { verified: true })).status).toBe(400);
  });

  it('registers webhooks and controls deliveries', async () => {
    const saved = await control('POST', '/webhooks', { url: receiver.url, eventTypeIds: [1796, 1798] });
    expect(saved.json).toMatchObject([{ eventTypeId: 1796, active: true }, { eventTypeId: 1798 }]);
    expect((await control('GET', '/webhooks')).json).toEqual(saved.json);
    await control('POST', '/deliveries/hold');
    const code = await merchant.order();
    merchant.simulator.checkout.pay(code, BAD_CARD);
    await merchant.paid();
    const held = (await control('GET', '/deliveries')).json as { id: string; state: string }[];
    expect(held.map(({ state }) => state)).toEqual(['held', 'held']);
    expect((await control('POST', '/deliveries/release', { ids: [held[1]?.id, held[0]?.id] })).status).toBe(
      204,
    );
    expect(receiver.received.map(({ envelope }) => envelope.EventTypeId)).toEqual([1796, 1798]);
    const id = held[0]?.id ?? '';
    expect(
      (await control('POST', `/deliveries/${id}/duplicate`, { times: 2, afterMs: 1000 })).json,
    ).toMatchObject([{ duplicateOf: id, state: 'waiting' }, { duplicateOf: id }]);
    expect((await control('POST', `/deliveries/${id}/redeliver`)).json).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 200 }, { status: 200 }],
    });
    const copies = (await control('GET', '/deliveries')).json as { id: string }[];
    expect((await control('POST', `/deliveries/${copies[2]?.id}/drop`)).json).toMatchObject({
      state: 'dropped',
    });
    expect((await control('POST', `/deliveries/${copies[3]?.id}/delay`, { ms: 5000 })).json).toMatchObject({
      dueAt: '2026-02-03T10:00:05.000Z',
    });
    await control('POST', '/clock/advance', { seconds: 5 });
    expect(receiver.received).toHaveLength(4);
    expect((await control('POST', '/deliveries/retries', { newMessageId: true })).status).toBe(204);
    expect(servicesOf(merchant.simulator).deliveries.settings.newMessageIdOnRetry).toBe(true);
    expect((await control('POST', '/deliveries/chances', { drop: 1 })).status).toBe(204);
    await merchant.paid();
    expect(merchant.simulator.deliveries.list().at(-1)?.state).toBe('dropped');
    expect((await control('POST', '/deliveries/chances', { drop: '1' })).status).toBe(400);
    expect((await control('POST', '/deliveries/chances', {})).status).toBe(204);
  });

  it('repeats the codes of an event as strings', async () => {
    await control('POST', '/webhooks', { url: receiver.url, eventTypeIds: [1796] });
    const { orderCode } = await merchant.paid();
    await merchant.simulator.deliveries.settled();
    const [delivery] = (await control('GET', '/deliveries')).json as {
      id: string;
      eventData: { OrderCodeText: string };
    }[];
    expect(delivery?.eventData.OrderCodeText).toBe(orderCode);
    expect((await control('GET', `/deliveries/${delivery?.id}`)).json).toMatchObject({
      eventData: { OrderCodeText: orderCode },
    });
    // The receiver gets the original body.
    expect(receiver.received[0]?.envelope.EventData).not.toHaveProperty('OrderCodeText');
  });

  it.each([['1796'], ['toString'], ['constructor'], [1796.5], [null], [[1796]], [7936], [1]])(
    'rejects %j, because event types are integer IDs',
    async (id) => {
      const { status, json } = await control('POST', '/webhooks', {
        url: receiver.url,
        eventTypeIds: [1796, id],
      });
      expect([status, json]).toMatchObject([400, { error: expect.stringMatching(/^eventTypeIds(\[1])?: /) }]);
      expect(merchant.simulator.webhooks.list()).toEqual([]);
    },
  );

  it('rejects a URL that is not a string', async () => {
    expect(await control('POST', '/webhooks', { url: [receiver.url], eventTypeIds: [1796] })).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('url: expected') },
    });
  });

  it('limits clock steps and delays', async () => {
    for (const step of [{ ms: 1e300 }, { hours: 24 * 3654 }, { seconds: 8.64e15 }]) {
      const { status, json } = await control('POST', '/clock/advance', step);
      expect([status, json]).toEqual([400, { error: expect.stringContaining('ten years') }]);
    }
    await control('POST', '/webhooks', { url: receiver.url, eventTypeIds: [1796] });
    await control('POST', '/deliveries/hold');
    await merchant.paid();
    const [held] = merchant.simulator.deliveries.list();
    expect((await control('POST', `/deliveries/${held?.id}/delay`, { ms: 1e17 })).status).toBe(400);
    expect(
      (await control('POST', `/deliveries/${held?.id}/duplicate`, { times: 1, afterMs: 1e17 })).status,
    ).toBe(400);
    expect((await control('POST', `/deliveries/${held?.id}/duplicate`, { times: 1e8 })).status).toBe(400);
    expect(((await control('GET', '/deliveries')).json as unknown[]).length).toBe(1);
    expect((await control('GET', '/clock')).json).toMatchObject({ now: '2026-02-03T10:00:00.000Z' });
  });

  it('reports why a URL is not verified', async () => {
    receiver.handshake = { status: 200, body: '{}' };
    expect(await control('POST', '/webhooks', { url: receiver.url, eventTypeIds: [1796] })).toMatchObject({
      status: 422,
      json: { rule: 'body', code: 502 },
    });
    expect(
      await control('POST', '/webhooks', { url: 'https://shop.example', eventTypeIds: [1796] }),
    ).toMatchObject({ status: 400 });
    expect(await control('POST', '/webhooks', {})).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('url: expected') },
    });
  });

  it('advances the clock, changes permissions, saves sources and withdraws', async () => {
    expect((await control('POST', '/clock/advance', { hours: 1, seconds: 1, ms: 1 })).json).toEqual({
      now: '2026-02-03T11:00:01.001Z',
      ms: Date.parse('2026-02-03T11:00:01.001Z'),
      isTicking: false,
    });
    expect((await control('POST', '/clock/advance', { ms: -1 })).status).toBe(400);
    expect((await control('POST', '/clock/advance', { months: 1, hours: 1 })).json).toMatchObject({
      now: '2026-03-03T12:00:01.001Z',
    });
    expect((await control('POST', '/permissions', { allowRefunds: false })).json).toMatchObject({
      allowRefunds: false,
      allowRecurringAndCaptures: true,
    });
    expect((await control('POST', '/permissions', { allowAll: true })).status).toBe(400);
    expect(
      (await control('POST', '/sources', { code: '1234', successUrl: 'https://shop.example/ok' })).json,
    ).toMatchObject({ code: '1234', active: true });
    for (const invalid of [{ successUrl: 'javascript:alert(1)' }, { active: 'yes' }, { colour: 'red' }]) {
      expect((await control('POST', '/sources', { code: '1234', ...invalid })).status).toBe(400);
    }
    expect((await control('POST', '/wallet/withdraw', { amount: 400_000 })).json).toEqual({
      balance: 600_000,
    });
    expect((await control('POST', '/wallet/withdraw', { amount: 900_000 })).status).toBe(409);
  });

  it('triggers actions, and returns their steps and deliveries', async () => {
    await control('POST', '/webhooks', { url: receiver.url, eventTypeIds: [1796, 1797] });
    const orderCode = await merchant.order({ amount: 2450 });
    expect(await control('POST', '/trigger/payment', { orderCode })).toMatchObject({
      status: 200,
      json: {
        orderCode,
        transactionId: expect.stringMatching(/^[\da-f-]{36}$/),
        steps: [{ type: 'payment', transaction: { orderCode, amount: 2450, status: 'F' } }],
        deliveries: [{ eventTypeId: 1796, url: receiver.url }],
      },
    });
    expect((await control('POST', '/trigger/refund', { amount: 900 })).json).toMatchObject({
      steps: [
        { type: 'order-created', order: { amount: 900 } },
        { type: 'payment' },
        { type: 'clearing' },
        { type: 'refund', transaction: { amount: -900 } },
      ],
      deliveries: [{ eventTypeId: 1796 }, { eventTypeId: 1797 }],
    });
    expect((await control('POST', '/trigger/terminal-sale')).json).toMatchObject({
      transactionId: expect.stringMatching(/^[\da-f-]{36}$/),
      steps: [{ type: 'terminal-sale', session: { state: 'approved' } }],
      deliveries: [{ eventTypeId: 1796 }],
    });
    expect((await control('POST', '/trigger/transfer')).json).toMatchObject({
      steps: [{ type: 'seller-connected' }, { type: 'transfer', transfer: { amount: 1000 } }],
      deliveries: [],
    });
  });

  it('rejects a trigger that the service would reject, and invalid values', async () => {
    const orderCode = await merchant.order();
    const cases: [string, object, number, string][] = [
      ['expire', { orderCode }, 200, ''],
      ['expire', { orderCode }, 409, `Order ${orderCode} is not pending`],
      ['payment', { orderCode: '1' }, 404, 'Order 1 was not found'],
      [
        'payment',
        { orderCode: 4271655739472609 },
        400,
        'orderCode: expected a non-empty string (received 4271655739472609)',
      ],
      [
        'payment',
        { amount: '10' },
        400,
        'amount: expected a whole number of minor units (1050 for 10.50) (received "10")',
      ],
      ['preauth', { orderCode }, 400, 'orderCode: unknown member; expected one of amount, merchantTrns'],
      ['refund', { transactionId: 'unknown' }, 404, 'Transaction was not found'],
    ];
    for (const [kind, body, status, error] of cases)
      expect(await control('POST', `/trigger/${kind}`, body)).toMatchObject(
        status === 200 ? { status } : { status, json: { error } },
      );
    expect((await control('POST', '/trigger/unknown')).status).toBe(404);
  });

  it('injects and removes faults', async () => {
    const { json } = await control('POST', '/faults', { operation: '*', kind: 'empty' });
    const { faultId } = json as { faultId: string };
    expect((await control('GET', '/faults')).json).toMatchObject([{ faultId, kind: 'empty', remaining: 1 }]);
    expect((await control('DELETE', `/faults/${faultId}`)).status).toBe(204);
    expect((await control('DELETE', `/faults/${faultId}`)).status).toBe(400);
  });

  it('resets everything except address, credentials and IDs', async () => {
    const before = await merchant.paid();
    await control('POST', '/clock/advance', { hours: 50 });
    expect((await control('POST', '/reset')).status).toBe(204);
    expect((await control('GET', '/state')).json).toMatchObject({
      orders: 0,
      transactions: 0,
      deliveries: 0,
      walletBalance: 1_000_000,
      clock: { now: '2026-02-03T10:00:00.000Z' },
    });
    const after = await merchant.paid();
    expect(after.orderCode).not.toBe(before.orderCode);
  });

  it.each([
    ['POST', '/settled', ': did you mean GET /_simulator/settled?'],
    ['POST', '/terminals/16000010/crad', ': did you mean POST /_simulator/terminals/16000010/card?'],
    ['POST', '/connected-merchants', '.'],
  ])('suggests a route in place of %s %s', async (method, path, suggestion) => {
    const error = `Unknown control route: ${method} /_simulator${path}${suggestion} GET /_simulator/help lists all routes`;
    expect(await control(method, path)).toEqual({ status: 404, json: { error } });
    expect((await control('GET', '/help')).json).toMatchObject({
      routes: expect.arrayContaining([expect.stringContaining('POST /_simulator/clock/advance')]),
    });
  });

  it.each([
    ['/terminals', { terminalId: '16000010', ofline: true }, 'ofline: unknown member: did you mean offline?'],
    [
      '/wallet/deposit',
      { amount: '5.00' },
      'amount: expected a whole number of minor units (1050 for 10.50), at least 1 (received "5.00")',
    ],
    ['/trigger/payment', { card: 4147463011110133 }, 'card: expected a non-empty string'],
    [
      '/faults',
      { operation: 'payments.creatOrder', kind: 'empty' },
      "operation: 'payments.creatOrder' is not an operation of the contract: did you mean payments.createOrder?",
    ],
    [
      '/faults',
      { kind: 'empty' },
      "operation: expected an operation such as payments.createOrder, or '*' for all",
    ],
    ['/permissions', { allowRefund: true }, 'allowRefund: unknown member: did you mean allowRefunds?'],
    ['/terminals/16000099/card', {}, 'terminalId: terminal 16000099 is unknown'],
  ])('names the mistake in POST %s %j', async (path, body, error) => {
    expect(await control('POST', path, body)).toMatchObject({ status: 400, json: { error } });
  });

  it('compares no long path with its routes, because that would be slow', async () => {
    const path = `/terminals/${'1'.repeat(100)}/crad`;
    const error = `Unknown control route: POST /_simulator${path}. GET /_simulator/help lists all routes`;
    expect(await control('POST', path)).toEqual({ status: 404, json: { error } });
  });

  it('accepts JSON only', async () => {
    const form = await fetch(`${merchant.simulator.url}/_simulator/clock/advance`, {
      method: 'POST',
      body: new URLSearchParams({ hours: '1' }),
    });
    expect(form.status).toBe(400);
    const broken = await fetch(`${merchant.simulator.url}/_simulator/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect([broken.status, await broken.json()]).toEqual([400, { error: 'body: expected valid JSON' }]);
  });
});
