import { expect } from '@jest/globals';
import type { PaySimulator } from 'pay-simulator';
import { buy, paymentBody, post } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';

/** Expects that an endpoint responds to the handshake, handles a delivery and its duplicate once, and rejects forged deliveries. */
export async function expectWorking(shop: Shop, simulator: PaySimulator): Promise<void> {
  const handshake = await fetch(shop.hook);
  expect([handshake.status, await handshake.text()]).toEqual([
    200,
    expect.stringMatching(/^\{"Key":"[0-9A-F]{40}"\}$/),
  ]);
  await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] });

  const { orderCode } = await buy(shop, simulator);
  await simulator.deliveries.settled();
  const [delivery] = simulator.deliveries.list();
  simulator.deliveries.duplicate(delivery!.id);
  await simulator.deliveries.settled();
  const attempts = simulator.deliveries.list().flatMap((one) => one.attempts);
  expect(attempts.map(({ status }) => status)).toEqual([200, 200]);
  expect(shop.ledger.payments.map(({ data }) => data.OrderCodeText)).toEqual([orderCode]);

  await expectForgeriesRejected(shop, simulator);
}

/** Expects that a forged payment gets 403 and a malformed body 400, and that neither reaches a handler. */
export async function expectForgeriesRejected(shop: Shop, simulator: PaySimulator): Promise<void> {
  const handled = shop.ledger.payments.length;
  const unpaid = { orderCode: '1272214778972604', transactionId: '0d4f8a52-6a3b-4a52-9c6e-3b6a4f8f0d11' };
  const forged = await post(shop.hook, paymentBody(simulator, unpaid));
  expect(forged.status).toBe(403);
  const malformed = await post(shop.hook, '[1796]');
  expect(malformed.status).toBe(400);
  expect(shop.ledger.payments).toHaveLength(handled);
}
