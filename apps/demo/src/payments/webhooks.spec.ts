import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { buildPayWebhookForTest, PayEventType, PayInboxService } from 'nestjs-pay';
import { until } from '../../../../test/until.js';
import { MARKET_WEBHOOK_PATH } from '../marketplace/market-events.js';
import { RunningShop, Visitor } from '../testing/running-shop.testing.js';
import { WEBHOOK_PATH } from './payment-events.js';

let shop: RunningShop;
beforeAll(async () => {
  process.env['PAY_WEBHOOK_TRUSTED_PROXIES'] = '127.0.0.1';
  shop = await RunningShop.start();
});
afterAll(async () => {
  delete process.env['PAY_WEBHOOK_TRUSTED_PROXIES'];
  await shop.close();
});
beforeEach(() => shop.reset());

it.each([WEBHOOK_PATH, MARKET_WEBHOOK_PATH])(
  '%s reads the sender’s address behind a tunnel that PAY_WEBHOOK_TRUSTED_PROXIES names',
  async (path) => {
    const delivery = buildPayWebhookForTest(PayEventType.TransactionPaymentCreated, {
      TransactionId: '2b4c6b5b-49ff-4e46-adc5-f53740212361',
      OrderCode: '1234567890123456',
      Amount: 24.5,
      CurrencyCode: '978',
      StatusId: 'F',
    });
    const postFrom = async (address: string): Promise<number> => {
      const { status } = await fetch(new URL(path, shop.url), {
        method: 'POST',
        body: new Uint8Array(delivery),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      });
      return status;
    };
    expect(await postFrom('203.0.113.7')).toBe(403);
    expect(await postFrom('127.0.0.9')).toBe(200);
  },
);

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
  const response = await fetch(`${shop.url}/webhooks/pay`, {
    method: 'POST',
    body: JSON.stringify({ EventTypeId: 1796, EventData: data }).replace(`"${code}"`, code),
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(200);
  const asked = (): boolean =>
    shop.simulator.requests().some(({ path, status }) => path.includes('/transactions/') && status === 404);
  await until(asked);
  expect(await visitor.page('/my-orders')).toContain('Waiting for payment');
  // The library asks the service again for some minutes.
  const inbox = shop.app.get(PayInboxService, { strict: false });
  expect(await inbox.stats({ account: null })).toMatchObject({ backlog: 0, unconfirmed: 1 });
});
