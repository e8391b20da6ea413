import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { registerShop } from '../simulator/embedded-simulator.js';
import { GOOD_CARD, RunningShop, Visitor } from '../testing/running-shop.testing.js';

const PAYMENTS = '/back-office/payments/default';
const DAY_MS = 86_400_000;

let shop: RunningShop;
let visitor: Visitor;

beforeAll(async () => {
  shop = await RunningShop.start();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.reset();
  visitor = new Visitor(shop.url);
});

/** Orders a mug, and pays for it or reserves it. */
async function buy(more: Record<string, string> = {}): Promise<{ orderCode: string; id: string }> {
  const fields = { name: 'Ada', email: 'ada@example.com', mug: '1', ...more };
  const { headers } = await visitor.post('/orders', { ...fields, key: await visitor.formKey('mug=1') });
  const orderCode = new URL(headers.get('location') ?? '').searchParams.get('ref') ?? '';
  await shop.payWith(GOOD_CARD, orderCode);
  return { orderCode, id: shop.simulator.transactions.list({ orderCode })[0]?.id ?? '' };
}

/** Posts a form of the operator's pages, and returns the address that follows. */
async function post(from: string, to: string, fields: Record<string, string>): Promise<string> {
  const token = /name="token" value="([^"]*)"/.exec(await visitor.page(from))?.[1] ?? '';
  const response = await visitor.post(to, { token, ...fields });
  return new URL(response.headers.get('location') ?? String(response.status), new URL(to, shop.url)).pathname;
}

async function act(orderCode: string, fields: Record<string, string>): Promise<void> {
  const order = `${PAYMENTS}/orders/${orderCode}`;
  const action = await post(order, `${order}/actions`, { why: 'the customer asked', ...fields });
  await post(action, `${action}/confirm`, {});
  await shop.settled();
}

it.each([
  ['another host name', { host: 'shop.example' }, 421],
  ['a proxy', { 'x-forwarded-for': '203.0.113.7' }, 403],
])('is closed to %s', async (_name, headers, status) => {
  const { request } = await import('node:http');
  for (const path of ['/back-office/payments', PAYMENTS, '/back-office/audit', '/back-office/members']) {
    const response = new Promise((resolve, reject) => {
      request(new URL(path, shop.url), { headers }, (found) => {
        found.resume();
        resolve(found.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect({ path, status: await response }).toEqual({ path, status });
  }
});

it('refunds a payment, which the customer’s page and the audit show', async () => {
  const { orderCode, id } = await buy();
  await act(orderCode, { kind: 'void', transactionId: id });
  expect(await visitor.page('/my-orders')).toMatch(/class="label neutral">Refunded</);
  const audit = await visitor.page('/back-office/audit');
  expect(audit.match(/Ada: void €18\.50/g)).toHaveLength(2);
  expect(audit).toContain('the customer asked');
});

it('finds the orders of a customer by email', async () => {
  const { orderCode } = await buy();
  expect(await post(PAYMENTS, `${PAYMENTS}/find`, { q: 'Ada@example.com' })).toBe(
    `${PAYMENTS}/orders/${orderCode}`,
  );
});

describe('order that is paid when it is sent', () => {
  it('is reserved, and paid when a part of it is captured', async () => {
    const { orderCode, id } = await buy({ pay: 'later' });
    expect(await visitor.page('/my-orders')).toMatch(/class="label good">Reserved</);
    await act(orderCode, { kind: 'capture', transactionId: id, amount: '10' });
    expect(await visitor.page('/my-orders')).toMatch(/class="label good">Paid</);
  });

  it('is canceled when the amount is released', async () => {
    const { orderCode, id } = await buy({ pay: 'later' });
    await act(orderCode, { kind: 'release', transactionId: id });
    expect(await visitor.page('/my-orders')).toMatch(/class="label neutral">Canceled</);
  });
});

it('lets each person do only what the person may do', async () => {
  const { orderCode, id } = await buy();
  const order = `${PAYMENTS}/orders/${orderCode}`;
  await visitor.post('/back-office/staff', { name: 'Ben' });
  const action = await post(order, `${order}/actions`, { kind: 'void', transactionId: id, why: 'broken' });
  expect(action).toContain('/actions/op-');
  await visitor.post('/back-office/staff', { name: 'Cleo' });
  expect(await visitor.page(order)).not.toContain('name="why"');
  expect(await post(order, `${action}/confirm`, {})).toMatch(/\/403$/);
  expect(shop.simulator.transactions.get(id).status).toBe('F');
  expect(await visitor.page('/back-office/audit')).toContain('Nothing yet');
});

it('shows the payouts of the month in which the service is', async () => {
  await shop.simulator.clock.advance(70 * DAY_MS);
  const month = new Date(shop.simulator.clock.now()).toISOString().slice(0, 7);
  expect(await visitor.page(`${PAYMENTS}/payouts`)).toContain(`<h1>Payouts ${month}</h1>`);
});

it('shows the payouts of the service’s month as the first page after a start', async () => {
  const later = await RunningShop.start();
  try {
    await later.simulator.clock.advance(70 * DAY_MS);
    await registerShop(later.simulator, { url: later.url, port: Number(new URL(later.url).port) });
    const month = new Date(later.simulator.clock.now()).toISOString().slice(0, 7);
    const page = await new Visitor(later.url).page(`${PAYMENTS}/payouts`);
    expect(page).toContain(`<h1>Payouts ${month}</h1>`);
  } finally {
    await later.close();
  }
});
