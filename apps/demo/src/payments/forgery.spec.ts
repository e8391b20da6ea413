import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PayInboxService } from 'nestjs-pay';
import { until } from '../../../../test/until.js';
import { RunningShop, Visitor } from '../testing/running-shop.testing.js';

let shop: RunningShop;
beforeAll(async () => {
  shop = await RunningShop.start();
});
afterAll(() => shop.close());

it('a forged notification is stored, and does not change the order', async () => {
  const visitor = new Visitor(shop.url);
  const buyer = { mug: '1', name: 'Ada', email: 'ada@example.com', key: await visitor.formKey() };
  const placed = await visitor.post('/orders', buyer);
  const code = new URL(placed.headers.get('location') ?? '').searchParams.get('ref') ?? '';
  const data = {
    OrderCode: code,
    TransactionId: '2b4c6b5b-49ff-4e46-adc5-f53740212361',
    StatusId: 'F',
    Amount: shop.simulator.orders.get(code).amount / 100,
    CurrencyCode: '978',
  };
  const answer = await fetch(`${shop.url}/webhooks/pay`, {
    method: 'POST',
    body: JSON.stringify({ EventTypeId: 1796, EventData: data }).replace(`"${code}"`, code),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  const asked = (): boolean =>
    shop.simulator.requests().some(({ path, status }) => path.includes('/transactions/') && status === 404);
  await until(asked);
  expect(await visitor.page('/my-orders')).toContain('Waiting for payment');
  // The library asks the service again for some minutes.
  const inbox = shop.app.get(PayInboxService, { strict: false });
  expect((await inbox.stats({ account: null })).backlog).toBe(1);
});
