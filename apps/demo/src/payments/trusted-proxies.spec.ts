import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { buildPayWebhookForTest, PayEventType } from 'nestjs-pay';
import { MARKET_WEBHOOK_PATH } from '../marketplace/market-events.js';
import { RunningShop } from '../testing/running-shop.testing.js';
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
