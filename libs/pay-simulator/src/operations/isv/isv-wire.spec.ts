import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { basic, GOOD_CARD, Merchant, type Called } from '../../../testing/merchant.js';
import { Receiver } from '../../../testing/receiver.js';
import type { ConnectedMerchant } from '../../handle/handle.types.js';

let isv: Merchant;
let merchant: ConnectedMerchant;
let bearer: string;
beforeEach(async () => {
  isv = await Merchant.start({ orderCodes: 'beyond-safe' });
  merchant = isv.simulator.connectedMerchants.connect();
  bearer = await isv.token(isv.simulator.credentials.isv);
});
afterEach(() => isv.simulator.close());

const merchantId = () => merchant.account.credentials.merchant.merchantId;
const resellerAuth = () => {
  const { resellerId, resellerApiKey } = isv.simulator.credentials.isv;
  return basic(`${resellerId}:${merchantId()}`, resellerApiKey);
};
type Init = Parameters<Merchant['call']>[3];

/** Sends a request with the ISV's token. */
const oauth = (method: string, path: string, init: Init = {}): Promise<Called> =>
  isv.call('api', method, path, { authorization: bearer, ...init });
/** Sends a request with reseller authentication for the connected merchant. */
const reseller = (method: string, path: string, init: Init = {}): Promise<Called> =>
  isv.call('web', method, path, { authorization: resellerAuth(), ...init });

const ordered = (body: object = {}, headers: Record<string, string> = {}): Promise<Called> =>
  oauth('POST', `/checkout/v2/isv/orders?merchantId=${merchantId()}`, {
    body: { amount: 1000, ...body },
    headers,
  });
async function paid(body: object = {}): Promise<{ orderCode: string; id: string }> {
  const orderCode = String((await ordered(body)).json.orderCode);
  const outcome = isv.simulator.checkout.pay(orderCode, GOOD_CARD);
  if (outcome.kind !== 'approved') throw new Error(outcome.kind);
  return { orderCode, id: outcome.transaction.id };
}
const sale = (body: object = {}): Promise<Called> =>
  oauth('POST', '/ecr/isv/v1/transactions:sale', {
    body: {
      sessionId: 'session-1',
      terminalId: '16000010',
      cashRegisterId: 'till-1',
      amount: 1170,
      currencyCode: '978',
      merchantReference: 'receipt-1',
      isvDetails: { amount: 58, terminalMerchantId: merchantId(), sourceCode: '7951' },
      ...body,
    },
  });

describe('credentials of an ISV', () => {
  it('open each call with one of two sets only: a token, or the reseller’s Basic pair [isv.1] [isv.2]', async () => {
    const { id, orderCode } = await paid();
    const { merchantId: own, apikey } = isv.simulator.credentials.merchant;
    const forToken = [
      `/checkout/v2/isv/transactions/${id}?merchantId=${merchantId()}`,
      `/isv/v1/accounts/${merchant.account.isv?.accountId}`,
      '/isv/v1/webhooks/token',
      '/ecr/isv/v1/sessions?date=2026-02-03',
    ];
    for (const path of forToken) {
      expect([path, (await oauth('GET', path)).status]).toEqual([path, 200]);
      expect((await oauth('GET', path, { authorization: resellerAuth() })).status).toBe(401);
    }
    for (const path of [`/api/orders/${orderCode}`, `/api/transactions/${id}`]) {
      expect((await reseller('GET', path)).status).toBe(200);
      expect((await reseller('GET', path, { authorization: bearer })).status).toBe(401);
    }
    const withOwnKey = await reseller('GET', `/api/transactions/${id}`, {
      authorization: basic(own, apikey),
    });
    expect(withOwnKey.json).toMatchObject({ ErrorCode: 403, Success: false });
    expect(withOwnKey.json.ErrorText).toContain('api action is disabled');
  });

  it('give a token with every permitted scope if the request names none, and take full scope names only [isv.18]', async () => {
    const { clientId, clientSecret } = isv.simulator.credentials.isv;
    const token = (scope?: string) =>
      isv.call('accounts', 'POST', '/connect/token', {
        authorization: basic(clientId, clientSecret),
        body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }),
      });
    const scopes = String((await token()).json.scope).split(' ');
    expect(scopes).toEqual(
      expect.arrayContaining([
        'urn:viva:payments:core:api:isv',
        'urn:viva:payments:core:api:redirectcheckout',
        'urn:viva:payments:ecr:api',
      ]),
    );
    expect(await token('isv')).toMatchObject({ status: 400, json: { error: 'invalid_scope' } });
    expect((await token('urn:viva:payments:core:api:isv')).status).toBe(200);
  });
});

it('requests have minor units, reads and payment events major units, and terminal sessions and their events minor units [isv.4]', async () => {
  const receiver = await Receiver.start(merchant.account.webhookKey);
  await merchant.webhooks.register({ url: receiver.url, eventTypeIds: [1796, 1797, 1798, 1802, 1803] });
  const { id, orderCode } = await paid({ amount: 2450, isvAmount: 100 });
  expect((await reseller('GET', `/api/orders/${orderCode}`)).json).toMatchObject({ RequestAmount: 24.5 });
  const path = `/checkout/v2/isv/transactions/${id}?merchantId=${merchantId()}`;
  expect((await oauth('GET', path)).json).toMatchObject({ amount: 24.5 });
  const back = await reseller('DELETE', `/api/transactions/${id}?amount=450`);
  expect(back.json).toMatchObject({ Amount: -4.5 });
  const failing = await ordered({ amount: 9951 });
  isv.simulator.checkout.pay(String(failing.json.orderCode), GOOD_CARD);
  await sale();
  await isv.simulator.clock.advance(10_000);
  const session = await oauth('GET', '/ecr/isv/v1/sessions/session-1');
  expect(session.json).toMatchObject({ amount: 1170, isvDetails: { amount: 58 } });
  await isv.simulator.deliveries.settled();
  const amounts = receiver.received.map(({ envelope: { EventTypeId, EventData } }) => [
    EventTypeId,
    EventData['Amount'] ?? EventData['amount'],
  ]);
  expect(amounts).toEqual(
    expect.arrayContaining([
      [1796, 24.5],
      [1797, -4.5],
      [1798, 99.51],
      [1802, 1170],
    ]),
  );
  await receiver.close();
});

it('deliveries to an ISV are not signed [isv.17]', async () => {
  const key = String((await oauth('GET', '/isv/v1/webhooks/token')).json.key);
  const receiver = await Receiver.start(key);
  receiver.handshake = { status: 200, body: JSON.stringify({ Key: key, key }) };
  await oauth('POST', '/isv/v1/webhooks', { body: { url: receiver.url, eventTypeId: 1796 } });
  await paid();
  await isv.simulator.deliveries.settled();
  expect(receiver.received).toHaveLength(1);
  const [{ headers } = { headers: {} }] = receiver.received;
  expect(Object.keys(headers).filter((name) => /signature|authorization/i.test(name))).toEqual([]);
  await receiver.close();
});

it('a reversal without an amount gives nothing back, and a second one has event 2055', async () => {
  const { id } = await paid();
  const cancel = async (query: string) => (await reseller('DELETE', `/api/transactions/${id}${query}`)).json;
  expect(await cancel('')).toMatchObject({ ErrorCode: 400, TransactionId: null });
  expect(merchant.transactions.get(id).status).toBe('F');
  expect(await cancel('?amount=1000')).toMatchObject({ ErrorCode: 0, Amount: 10 });
  expect(await cancel('?amount=1000')).toMatchObject({ ErrorCode: 403, EventId: 2055 });
});

it('one path captures or charges, and voids, refunds, releases or pays out [isv.6]', async () => {
  const { simulator } = isv;
  const of = (id: string) => merchant.transactions.get(id);
  const post = async (id: string) =>
    (await reseller('POST', `/api/transactions/${id}`, { body: { amount: 500, isvAmount: 10 } })).json;
  const remove = async (id: string, query: string) =>
    (await reseller('DELETE', `/api/transactions/${id}?${query}`)).json;
  const [held, series, voided, released] = [
    await paid({ preauth: true }),
    await paid({ allowRecurring: true }),
    await paid(),
    await paid({ preauth: true }),
  ];
  expect(await post(held.id)).toMatchObject({ StatusId: 'F', TransactionTypeId: 0 });
  expect(simulator.ledger().balances['978']?.['cardholders'] ?? 0n).not.toBe(0n);
  expect(of(held.id).status).toBe('C');
  expect(await post(series.id)).toMatchObject({ StatusId: 'F', Amount: 5 });
  expect(of(series.id)).toMatchObject({ status: 'F', amount: 1000 });
  expect(await remove(voided.id, 'amount=1000')).toMatchObject({ Success: true });
  expect(of(voided.id).status).toBe('X');
  expect(await remove(released.id, 'amount=1000')).toMatchObject({ Success: true });
  expect(of(released.id).status).toBe('X');
  await isv.nextDay();
  expect(await remove(series.id, 'amount=100')).toMatchObject({ TransactionTypeId: 4, Amount: -1 });
  expect(await remove(series.id, 'amount=100&serviceId=14')).toMatchObject({
    TransactionTypeId: 19,
    Amount: -1,
  });
  expect(of(series.id).refunded).toBe(100);
});

it('has responses in PascalCase below /api and in camelCase on other paths, except the rows of data services [isv.9]', async () => {
  const { id, orderCode } = await paid();
  const keys = async (call: Promise<Called>) => Object.keys((await call).json);
  for (const path of [`/api/orders/${orderCode}`, `/api/transactions/${id}`])
    for (const key of await keys(reseller('GET', path))) expect(key).toMatch(/^[A-Z]/);
  for (const path of [
    `/checkout/v2/isv/transactions/${id}?merchantId=${merchantId()}`,
    `/isv/v1/accounts/${merchant.account.isv?.accountId}`,
  ])
    for (const key of await keys(oauth('GET', path))) expect(key).toMatch(/^[a-z]/);
  const held = await paid({ preauth: true });
  const increased = oauth(
    'POST',
    `/acquiring/v1/isv/transactions/${held.id}:increasepreauth?merchantId=${merchantId()}`,
    {
      body: { amount: 100, idempotencyKey: 'k-1' },
    },
  );
  expect(await keys(increased)).toEqual(['transactionId']);
  const found = await oauth('POST', '/dataservices/v2/transactions/Search', { body: {} });
  const [row] = found.json.data as object[];
  expect(Object.keys(found.json)).toEqual(expect.arrayContaining(['data', 'links']));
  for (const key of Object.keys(row ?? {})) expect(key).toMatch(/^[A-Z]/);
});

it('only the increase of a pre-authorization takes a key of the caller; an Idempotency-Key header has no effect [isv.13]', async () => {
  const headers = { 'idempotency-key': 'same' };
  const codes = [await ordered({}, headers), await ordered({}, headers)].map(({ json }) => json.orderCode);
  expect(new Set(codes).size).toBe(2);
  const held = await paid({ preauth: true });
  const increase = () =>
    oauth('POST', `/acquiring/v1/isv/transactions/${held.id}:increasepreauth?merchantId=${merchantId()}`, {
      body: { amount: 100, idempotencyKey: 'k-1' },
    });
  expect([(await increase()).status, (await increase()).status]).toEqual([200, 200]);
  expect(merchant.transactions.get(held.id).amount).toBe(1100);
  const { id } = await paid({ allowRecurring: true });
  const body = { amount: 500, isvAmount: 10, idempotencyKey: 'k-2' };
  const charge = async () =>
    (await reseller('POST', `/api/transactions/${id}`, { body, headers })).json.TransactionId;
  expect(await charge()).not.toBe(await charge());
  const invite = async () =>
    (
      await oauth('POST', '/isv/v1/accounts', {
        body: {
          email: 'a@example.com',
          returnUrl: 'https://shop.example.com',
          branding: { partnerName: 'X', logoUrl: 'https://shop.example.com/l.png' },
        },
        headers,
      })
    ).json.accountId;
  expect(await invite()).not.toBe(await invite());
});

it('connected accounts cannot be listed or deleted, and webhooks cannot be listed [isv.15]', async () => {
  const account = `/isv/v1/accounts/${merchant.account.isv?.accountId}`;
  for (const [method, path] of [
    ['GET', '/isv/v1/accounts'],
    ['DELETE', account],
    ['GET', '/isv/v1/webhooks'],
  ] as const)
    expect([method, path, (await oauth(method, path)).status]).toEqual([method, path, 405]);
  expect((await oauth('GET', account)).status).toBe(200);
});

it('the terminals of an ISV take no captures, unreferenced refunds, fast refunds and rebates, and no pre-authorizations [isv.19]', async () => {
  for (const name of ['preauth-completion', 'capture', 'unreferenced-refund', 'fast-refund', 'rebate']) {
    const { status } = await oauth('POST', `/ecr/isv/v1/transactions:${name}`, { body: {} });
    expect([name, status]).toEqual([name, 404]);
  }
  expect((await sale({ preauth: true })).status).toBe(200);
  await isv.simulator.clock.advance(10_000);
  const session = await oauth('GET', '/ecr/isv/v1/sessions/session-1');
  expect(session.json).toMatchObject({ success: false, eventId: 6000 });
});

it('refunds, recurring charges and captures fail while the merchant’s setting is off [isv.21]', async () => {
  const [held, series] = [await paid({ preauth: true }), await paid({ allowRecurring: true })];
  const calls = [
    () => reseller('DELETE', `/api/transactions/${series.id}?amount=100`),
    () => reseller('POST', `/api/transactions/${series.id}`, { body: { amount: 100, isvAmount: 1 } }),
    () => reseller('POST', `/api/transactions/${held.id}`, { body: { amount: 100, isvAmount: 1 } }),
  ];
  merchant.permissions.set({ allowRefunds: false, allowRecurringAndCaptures: false });
  for (const call of calls) {
    const { json } = await call();
    expect(json).toMatchObject({ ErrorCode: 403, Success: false });
    expect(json.ErrorText).toContain('api action is disabled');
  }
  merchant.permissions.set({ allowRefunds: true, allowRecurringAndCaptures: true });
  for (const call of calls) expect((await call()).json).toMatchObject({ Success: true });
});

it('a day is Greek in legacy lists and UTC in lists of sessions, and only InsDate of events has no offset [isv.22]', async () => {
  const receiver = await Receiver.start(merchant.account.webhookKey);
  await merchant.webhooks.register({ url: receiver.url, eventTypeIds: [1796] });
  // 22:30 UTC on 3 February is half past midnight in Athens.
  await isv.simulator.clock.advance(12.5 * 3_600_000);
  bearer = await isv.token(isv.simulator.credentials.isv);
  await paid();
  await sale();
  await isv.simulator.clock.advance(10_000);
  const legacy = async (day: string) =>
    (await reseller('GET', `/api/transactions/?date=${day}`)).json.Transactions as { InsDate: string }[];
  const sessions = async (day: string) =>
    (JSON.parse((await oauth('GET', `/ecr/isv/v1/sessions?date=${day}`)).text) as unknown[]).length;
  expect(await legacy('2026-02-03')).toEqual([]);
  const rows = await legacy('2026-02-04');
  expect(rows).toHaveLength(2);
  for (const { InsDate } of rows) expect(InsDate).toMatch(/^2026-02-04T00:30:[\d.]+\+02:00$/);
  expect([await sessions('2026-02-03'), await sessions('2026-02-04')]).toEqual([1, 0]);
  await isv.simulator.deliveries.settled();
  for (const { InsDate } of receiver.dataOf(1796)) expect(InsDate).toMatch(/^2026-02-04T00:30:[\d.]+$/);
  expect(receiver.dataOf(1796)).toHaveLength(2);
  await receiver.close();
});
