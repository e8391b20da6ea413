import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { PayWalletService, unwrap } from 'nestjs-pay';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../../../test/cards.js';
import { newPglite } from '../../../test/pglite.js';
import { until } from '../../../test/until.js';
import { AppModule } from './app.module.js';
import { Database, pgliteDatabase } from './database.js';
import { Orders, type Order } from './orders.js';
import { registerSample, startSimulator } from './simulator.js';

let simulator: PaySimulator;
let app: INestApplication;
let url: string;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, orderCodes: 'beyond-safe' });
  const module = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(Database)
    .useFactory({ factory: async () => pgliteDatabase(await newPglite()) })
    .compile();
  app = module.createNestApplication({ rawBody: true, logger: false });
  await app.listen(0, '127.0.0.1');
  url = (await app.getUrl()).replace('localhost', '127.0.0.1');
  await registerSample(simulator, url);
});

afterAll(async () => {
  await app.close();
  await simulator.close();
});

const get = async (path: string): Promise<string> => (await fetch(url + path)).text();
const post = (path: string, fields: Record<string, string> = {}): Promise<Response> =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

/** Submits the checkout form; resolves with the ID of the order and the order code of the service. */
async function checkout(): Promise<{ id: string; orderCode: string }> {
  const id = /name="order" value="([^"]+)"/.exec(await get('/'))?.[1] ?? '';
  const response = await post('/checkout', { order: id, email: 'customer@example.com' });
  expect(response.status).toBe(303);
  return { id, orderCode: new URL(response.headers.get('location') ?? '').searchParams.get('ref') ?? '' };
}

const statusIs = (id: string, status: Order['status']): Promise<unknown> =>
  until(async () => (await app.get(Orders).find(id))?.status === status);

const refundsOf = (orderCode: string): number =>
  simulator.transactions.list({ orderCode }).filter(({ amount }) => amount < 0).length;

describe('the sample', () => {
  it('takes a payment, which the webhook reports, and refunds it once', async () => {
    const { id, orderCode } = await checkout();
    expect(await get(`/return?s=${orderCode}`)).toContain('Waiting for the payment');

    simulator.checkout.pay(orderCode, GOOD_CARD);
    await statusIs(id, 'paid');
    expect(await get(`/return?s=${orderCode}`)).toContain('EUR 18.50: Paid');

    const [first, second] = await Promise.all([
      post(`/admin/orders/${id}/refund`),
      post(`/admin/orders/${id}/refund`),
    ]);
    expect([first?.status, second?.status]).toEqual([303, 303]);
    await statusIs(id, 'refunded');
    expect(await get(`/return?s=${orderCode}`)).toContain('Refunded');
    expect(refundsOf(orderCode)).toBe(1);
  });

  it('creates one payment order when the checkout form is submitted twice', async () => {
    const { id, orderCode } = await checkout();
    const again = await post('/checkout', { order: id, email: 'customer@example.com' });
    expect(again.headers.get('location')).toContain(orderCode);
  });

  it('asks for the email once, and shows the orders with their dates', async () => {
    const { id, orderCode } = await checkout();
    const payPage = await (await fetch(`${simulator.endpoints.web}/web/checkout?ref=${orderCode}`)).text();
    expect(payPage).not.toContain('name="email"');
    expect(await get('/')).toContain('<a href="/admin">');
    const today = new Date().toISOString().slice(0, 10);
    expect(await get('/admin')).toMatch(new RegExp(`<td>${today} [0-9:]{5} UTC</td><td title="${id}">`));
  });

  it('refunds once when the response to the refund is lost', async () => {
    const { id, orderCode } = await checkout();
    simulator.checkout.pay(orderCode, GOOD_CARD);
    await statusIs(id, 'paid');
    simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'executed-but-lost' });
    await post(`/admin/orders/${id}/refund`);
    expect((await post(`/admin/orders/${id}/refund`)).status).toBe(303);
    await statusIs(id, 'refunded');
    expect(refundsOf(orderCode)).toBe(1);
  });

  it('handles a payment again until its order is stored, and stays paid after a refund in part', async () => {
    const { orderCode, id: paymentId } = simulator.pay(undefined, { amount: 1850 });
    const { connection } = app.get(Database);
    const failed = `select 1 from pay.inbox_events where attempts > 0 and state = 'waiting'`;
    await until(async () => (await connection.query(failed)).rows.length > 0);
    const id = randomUUID();
    await app.get(Orders).create(id, 1850);
    await app.get(Orders).setOrderCode(id, orderCode);
    await statusIs(id, 'paid');

    simulator.refund(paymentId, { amount: 850 });
    await until(async () => (await app.get(Orders).find(id))?.refunded === 850);
    expect(await app.get(Orders).find(id)).toMatchObject({ status: 'paid' });
    simulator.refund(paymentId);
    await statusIs(id, 'refunded');
  });

  it('does not take a hold for a payment', async () => {
    const orders = app.get(Orders);
    const id = randomUUID();
    await orders.create(id, 1850);
    const order = { amount: 1850, currencyCode: '978', preauth: true };
    const { orderCodeText } = unwrap(await app.get(PayWalletService).payments.createOrder(order));
    await orders.setOrderCode(id, orderCodeText);
    simulator.checkout.pay(orderCodeText, GOOD_CARD);
    await until(async () => (await orders.find(id))?.status !== 'pending');
    expect(await orders.find(id)).toMatchObject({ status: 'review' });
  });

  it('lets a person look at an order that was paid twice, and refunds the first payment', async () => {
    const orders = app.get(Orders);
    const { payments, transactions } = app.get(PayWalletService);
    const id = randomUUID();
    await orders.create(id, 1850);
    const order = { amount: 1850, currencyCode: '978', allowRecurring: true };
    const { orderCodeText } = unwrap(await payments.createOrder(order));
    await orders.setOrderCode(id, orderCodeText);
    simulator.checkout.pay(orderCodeText, GOOD_CARD);
    await statusIs(id, 'paid');
    const { transaction_id: first } = (await orders.find(id))!;
    const { TransactionId: second } = unwrap(
      await transactions.createTransaction({ id: first!, amount: 1850 }),
    );
    await statusIs(id, 'review');
    // A refund of the second payment is none of the order.
    unwrap(await transactions.cancelTransaction(second, { amount: 1850 }));
    const { connection } = app.get(Database);
    const handled = `select 1 from pay.inbox_events where state = 'done' and ordering_key like '%' || $1`;
    await until(async () => (await connection.query(handled, [orderCodeText])).rows.length === 3);
    expect(await orders.find(id)).toMatchObject({ status: 'review', transaction_id: first, refunded: 0 });
    unwrap(await transactions.cancelTransaction(first!, { amount: 1850 }));
    await statusIs(id, 'refunded');
  });

  it('finds a dispute when an operator checks the payment', async () => {
    const { id, orderCode } = await checkout();
    simulator.checkout.pay(orderCode, GOOD_CARD);
    await statusIs(id, 'paid');
    expect((await post(`/admin/orders/${id}/check`)).status).toBe(303);
    await statusIs(id, 'paid');
    const { transaction_id: payment } = (await app.get(Orders).find(id))!;
    simulator.trigger('dispute-lost', {
      transactionId: simulator.trigger('dispute', { transactionId: payment! }).id,
    });
    await post(`/admin/orders/${id}/check`);
    await statusIs(id, 'review');
  });

  it('refuses to refund an order that is not paid', async () => {
    const { id } = await checkout();
    expect((await post(`/admin/orders/${id}/refund`)).status).toBe(404);
  });
});
