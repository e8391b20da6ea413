import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
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
  const response = await post('/checkout', { order: id });
  expect(response.status).toBe(303);
  return { id, orderCode: new URL(response.headers.get('location') ?? '').searchParams.get('ref') ?? '' };
}

const statusIs = (id: string, status: Order['status']): Promise<unknown> =>
  until(async () => (await app.get(Orders).find(id))?.status === status);

const refundsOf = (orderCode: string): number =>
  simulator.transactions.ofOrder(orderCode).filter(({ amount }) => amount < 0).length;

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
    const again = await post('/checkout', { order: id });
    expect(again.headers.get('location')).toContain(orderCode);
  });

  it('refunds once when the answer to the refund is lost', async () => {
    const { id, orderCode } = await checkout();
    simulator.checkout.pay(orderCode, GOOD_CARD);
    await statusIs(id, 'paid');
    simulator.faults.add({ operation: 'transactions.cancelTransaction', kind: 'executed-but-lost' });
    await post(`/admin/orders/${id}/refund`);
    expect((await post(`/admin/orders/${id}/refund`)).status).toBe(303);
    await statusIs(id, 'refunded');
    expect(refundsOf(orderCode)).toBe(1);
  });

  it('refuses to refund an order that is not paid', async () => {
    const { id } = await checkout();
    expect((await post(`/admin/orders/${id}/refund`)).status).toBe(404);
  });
});
