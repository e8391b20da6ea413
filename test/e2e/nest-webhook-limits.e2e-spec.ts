import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { buildPayWebhookForTest, PayEventType, PayWebhookGuard, PayWebhookStats } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { FaultKind, PaySimulator } from 'pay-simulator';
import { createDeferred } from '../inbox/books.js';
import { until } from '../until.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

/** The simulator is on this machine, so all other addresses are unknown senders. */
const OPEN = { sourceAddresses: 'any', trustedProxies: ['127.0.0.1'] } as const;
const SERVICE = '127.0.0.9';
const UNKNOWN_SENDER = '203.0.113.7';

/** The code under test does not depend on it. */
const platform = 'fastify';

describe('the limits of senders', () => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: `limits ${platform}`, clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(() => shop.close());

  const open = async (
    webhooks: ShopOptions['webhooks'],
    wallet: ShopOptions['wallet'] = {},
  ): Promise<void> => {
    shop = await startShop(platform, simulator, { wallet, webhooks: { ...OPEN, ...webhooks } });
  };
  const from = (address: string, body: Buffer | string) =>
    post(shop.hook, body, { 'x-forwarded-for': address });
  /** Posts until the budget of 3 reads a minute is used up. A slow machine gets another read each 20 seconds. */
  const postUntilRefused = async (send: (count: number) => Promise<Response>): Promise<Response> => {
    const began = performance.now();
    for (let count = 1; ; count++) {
      const response = await send(count);
      if (response.status !== 503) continue;
      expect(count - 1).toBeGreaterThanOrEqual(3);
      expect(count - 1).toBeLessThanOrEqual(3 + Math.floor((performance.now() - began) / 20_000));
      return response;
    }
  };
  const reads = () =>
    simulator.requests().filter(({ operation }) => operation === 'transactions.getTransactionById').length;

  it('readsPerMinute limits all unknown senders together, and not the service', async () => {
    await open({ readsPerMinute: 30 });
    const purchase = await buy(shop, simulator);
    const refused = await postUntilRefused((Amount) =>
      from(`203.0.113.${Amount}`, paymentBody(simulator, purchase, { Amount })),
    );
    const denied = reads();
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(20);
    expect(await refused.text()).not.toMatch(/203|budget|readsPerMinute/);
    expect((await from(SERVICE, paymentBody(simulator, purchase))).status).toBe(200);
    expect(shop.ledger.payments).toHaveLength(1);
    expect(shop.counts()).toMatchObject({ handled: 1, errors: { denied, budget: 1 } });
    expect(shop.logger.text()).toMatch(
      /webhooks\.readsPerMinute is 30, and unknown senders get a tenth of it/,
    );
  });

  it('readsPerMinute counts reads of true events, too', async () => {
    await open({ readsPerMinute: 20 });
    for (const status of [200, 200, 503]) {
      const body = paymentBody(simulator, await buy(shop, simulator));
      expect((await from(UNKNOWN_SENDER, body)).status).toBe(status);
    }
    expect(reads()).toBe(2);
  });

  const failures: [string, FaultKind][] = [
    ['responds with 500', { kind: 'status', status: 500 }],
    ['resets connections', { kind: 'reset-before' }],
  ];
  it.each(failures)('a forged delivery causes one request while the service %s', async (_, fault) => {
    await open({ readsPerMinute: 30 }, { maxRetries: 2 });
    const purchase = await buy(shop, simulator);
    const bodies = [1, 2, 3, 4, 5].map((Amount) => paymentBody(simulator, purchase, { Amount }));
    // The first read requests the token that all reads share.
    expect((await from(SERVICE, paymentBody(simulator, await buy(shop, simulator)))).status).toBe(200);
    const before = simulator.requests().length;
    simulator.faults.add({ ...fault, operation: 'transactions.getTransactionById', times: 'always' });
    for (const body of bodies) expect((await from(UNKNOWN_SENDER, body)).status).toBe(503);
    const caused = simulator.requests().slice(before);
    expect(caused.map(({ operation }) => operation)).toEqual(
      Array(3).fill('transactions.getTransactionById'),
    );
    expect(shop.counts().errors).toEqual({ unconfirmed: 3, budget: 2 });
    // Deliveries of the service have their own limit.
    expect((await from(SERVICE, paymentBody(simulator, purchase))).status).toBe(503);
    expect(shop.counts().errors).toEqual({ unconfirmed: 4, budget: 2 });
  });

  it('a true delivery is handled after a rejected one with the same content', async () => {
    await open({});
    const purchase = await buy(shop, simulator);
    const operation = 'transactions.getTransactionById';
    simulator.faults.add({ kind: 'status', operation, status: 404, times: 1 });
    const body = paymentBody(simulator, purchase).toString();
    // The service does not know the payment yet.
    const early = body.replace(/"MessageId":"[^"]*"/, '"MessageId":"forged"');
    expect((await from(UNKNOWN_SENDER, early)).status).toBe(403);
    expect((await from(SERVICE, body)).status).toBe(200);
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('readsPerMinute counts the reads of duplicates on a route of your own', async () => {
    @Controller('own')
    class Own {
      @Post()
      @HttpCode(200)
      @UseGuards(PayWebhookGuard)
      receive(): void {}
    }
    const webhooks = { ...OPEN, readsPerMinute: 30 };
    shop = await startShop(platform, simulator, { webhooks, controllers: [Own], path: 'own' });
    const body = paymentBody(simulator, await buy(shop, simulator));
    await postUntilRefused(() => from(UNKNOWN_SENDER, body));
    expect((await from(SERVICE, paymentBody(simulator, await buy(shop, simulator)))).status).toBe(200);
  });

  it.each([
    [2, 503, 2, 0],
    [3, 200, 3, 1],
  ])(
    'a limit of %i reads for unknown senders counts each read of a reversal by the service',
    async (readsPerMinute, status, expectedReads, reversals) => {
      await open({ readsPerMinute: 10 * readsPerMinute });
      const purchase = await buy(shop, simulator);
      expect((await from(SERVICE, paymentBody(simulator, purchase))).status).toBe(200);
      simulator.trigger('reversal', { transactionId: purchase.transactionId });
      const count = () => simulator.requests().filter(({ operation }) => operation !== 'auth.token').length;
      const before = count();
      const body = buildPayWebhookForTest(PayEventType.TransactionReversalCreated, {
        TransactionId: '00000000-0000-4000-8000-00000000beef',
        ParentId: purchase.transactionId,
        OrderCode: purchase.orderCode,
        Amount: -24.5,
        CurrencyCode: '978',
        StatusId: 'F',
      });
      // The reversal, its payment, and the list of its order.
      expect((await from(UNKNOWN_SENDER, body)).status).toBe(status);
      expect(count() - before).toBe(expectedReads);
      expect(shop.ledger.others).toHaveLength(reversals);
      const next = await from(UNKNOWN_SENDER, paymentBody(simulator, await buy(shop, simulator)));
      expect(next.status).toBe(503);
    },
  );

  it('a hundred concurrent deliveries of unknown senders leave room for the service', async () => {
    await open({});
    const { promise, resolve } = createDeferred();
    shop.ledger.gate = promise;
    const bodies: Buffer[] = [];
    for (let count = 0; count < 102; count++) bodies.push(paymentBody(simulator, await buy(shop, simulator)));
    const [ofService, oneTooMany, ...others] = bodies as [Buffer, Buffer, ...Buffer[]];
    const waiting = others.map((body) => from(UNKNOWN_SENDER, body));
    await until(() => reads() === 100);
    const refused = await from(UNKNOWN_SENDER, oneTooMany);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    const served = from(SERVICE, ofService);
    await until(() => reads() === 101);
    resolve();
    const responses = await Promise.all([served, ...waiting]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await from(UNKNOWN_SENDER, oneTooMany)).status).toBe(200);
    expect(shop.counts()).toMatchObject({ handled: 102, errors: { overload: 1 } });
    expect(shop.app.get(PayWebhookStats, { strict: false }).snapshot({ account: null })).toEqual(
      shop.counts(),
    );
  });

  it('the default limits accept 150 deliveries of the service in batches of 50', async () => {
    await open({});
    const bodies: Buffer[] = [];
    for (let count = 0; count < 150; count++) bodies.push(paymentBody(simulator, await buy(shop, simulator)));
    for (let start = 0; start < bodies.length; start += 50) {
      const batch = bodies.slice(start, start + 50);
      const responses = await Promise.all(batch.map((body) => from(SERVICE, body)));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(shop.counts()).toMatchObject({ handled: 150, errors: {} });
  });
});
