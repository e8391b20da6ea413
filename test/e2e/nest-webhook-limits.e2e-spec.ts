import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { PayWebhookGuard, PayWebhookStats } from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { makeGate } from '../inbox/books.js';
import { until } from '../until.js';
import { PLATFORMS } from './nest-app.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

/** The service is on this machine; every other address is a stranger's. */
const OPEN = { sourceAddresses: 'any', trustedProxies: ['127.0.0.1'] } as const;
const SERVICE = '127.0.0.9';
const STRANGER = '203.0.113.7';
const NETWORK = '2001:db8:1:2:';

describe.each(PLATFORMS)('what others may have a webhook do on %s', (platform) => {
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

  const open = async (webhooks: ShopOptions['webhooks']): Promise<void> => {
    shop = await startShop(platform, simulator, { webhooks: { ...OPEN, ...webhooks } });
  };
  const from = (address: string, body: Buffer | string) =>
    post(shop.hook, body, { 'x-forwarded-for': address });
  const reads = () =>
    simulator.requests().filter(({ operation }) => operation === 'transactions.getTransactionById').length;

  it('one address is not read for any more once too much of it was not confirmed; the service is', async () => {
    await open({ readBudget: { perSource: 3 } });
    const purchase = await buy(shop, simulator);
    const statuses: number[] = [];
    for (let Amount = 1; Amount <= 6; Amount++)
      statuses.push((await from(STRANGER, paymentBody(simulator, purchase, { Amount }))).status);
    expect(statuses).toEqual([403, 403, 403, 503, 503, 503]);
    expect(reads()).toBe(3);
    const refused = await from(STRANGER, paymentBody(simulator, purchase));
    expect(refused.status).toBe(503);
    // A third of a minute for one more.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(20);
    expect(await refused.text()).not.toMatch(/203|budget/);
    expect((await from(SERVICE, paymentBody(simulator, purchase))).status).toBe(200);
    expect(shop.ledger.payments).toHaveLength(1);
    expect(shop.counts()).toMatchObject({ handled: 1, refused: { unconfirmed: 3, budget: 4 } });
    expect(shop.logger.text()).toMatch(/came from 203\.0\.113\.7 \(webhooks\.readBudget\)/);
  });

  it('one network of IPv6 is one address', async () => {
    await open({ readBudget: { perSource: 2 } });
    const purchase = await buy(shop, simulator);
    const statuses: number[] = [];
    for (let Amount = 1; Amount <= 4; Amount++)
      statuses.push(
        (await from(`${NETWORK}:${Amount}`, paymentBody(simulator, purchase, { Amount }))).status,
      );
    expect(statuses).toEqual([403, 403, 503, 503]);
  });

  it('many addresses together are held too, but for one whose event was confirmed', async () => {
    await open({ readBudget: { perSource: 2, perAccount: 4 } });
    const [first, second] = [await buy(shop, simulator), await buy(shop, simulator)];
    // A new address of the service, that nobody has published yet.
    expect((await from('198.51.100.1', paymentBody(simulator, first))).status).toBe(200);
    for (let address = 1; address <= 4; address++)
      await from(`203.0.113.${address}`, paymentBody(simulator, second, { Amount: address }));
    expect((await from('203.0.113.9', paymentBody(simulator, second, { Amount: 9 }))).status).toBe(503);
    expect((await from('198.51.100.1', paymentBody(simulator, second))).status).toBe(200);
    expect(shop.ledger.payments).toHaveLength(2);
  });

  it('the service’s own failures are put down to nobody', async () => {
    await open({ readBudget: { perSource: 2 } });
    const purchase = await buy(shop, simulator);
    const operation = 'transactions.getTransactionById';
    simulator.faults.add({ kind: 'status', operation, status: 503, times: 6 });
    for (let times = 0; times < 6; times++)
      expect((await from(SERVICE, paymentBody(simulator, purchase))).status).toBe(503);
    expect((await from(SERVICE, paymentBody(simulator, purchase))).status).toBe(200);
    expect(shop.counts().refused).toEqual({ unconfirmable: 6 });
  });

  it('the same forged delivery is read for once, and a true one that says the same gets through', async () => {
    await open({});
    const purchase = await buy(shop, simulator);
    const operation = 'transactions.getTransactionById';
    simulator.faults.add({ kind: 'status', operation, status: 404, times: 1 });
    const body = paymentBody(simulator, purchase).toString();
    // It says of a payment what the service does not know yet.
    const early = body.replace(/"MessageId":"[^"]*"/, '"MessageId":"made up"');
    for (let times = 0; times < 5; times++) expect((await from(STRANGER, early)).status).toBe(403);
    expect(reads()).toBe(1);
    expect((await from(SERVICE, body)).status).toBe(200);
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('on a guarded route of your own repeats of a true event are held too, and new ones are not', async () => {
    @Controller('own')
    class Own {
      @Post()
      @HttpCode(200)
      @UseGuards(PayWebhookGuard)
      receive(): void {}
    }
    const webhooks = { ...OPEN, readBudget: { perSource: 3 } };
    shop = await startShop(platform, simulator, { webhooks, controllers: [Own], path: 'own' });
    const [known, ...news] = [1, 2, 3, 4, 5].map(() => buy(shop, simulator));
    const body = paymentBody(simulator, await known!);
    expect((await from(SERVICE, body)).status).toBe(200);
    const repeats: number[] = [];
    for (let times = 0; times < 5; times++) repeats.push((await from(STRANGER, body)).status);
    expect(repeats).toEqual([200, 200, 200, 503, 503]);
    for (const purchase of news)
      expect((await from(SERVICE, paymentBody(simulator, await purchase))).status).toBe(200);
  });

  it('too many at a time are answered 503, half of the room is the service’s, and all goes on after', async () => {
    await open({ maxUnderWay: 4 });
    const { gate, open: openGate } = makeGate();
    shop.ledger.gate = gate;
    const bodies: Buffer[] = [];
    for (let count = 0; count < 6; count++) bodies.push(paymentBody(simulator, await buy(shop, simulator)));
    const [a, b, c, d, e] = bodies as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
    const strangers = [from('203.0.113.1', a), from('203.0.113.2', b)];
    await until(() => reads() === 2);
    const refused = await from('203.0.113.3', c);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    const served = [from(SERVICE, d), from('127.0.0.8', e)];
    await until(() => reads() === 4);
    expect((await from(SERVICE, bodies[5]!)).status).toBe(503);
    openGate();
    const answers = await Promise.all([...strangers, ...served]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const body of [c, bodies[5]!]) expect((await from(SERVICE, body)).status).toBe(200);
    expect(shop.counts()).toMatchObject({ handled: 6, refused: { overload: 2 } });
    expect(shop.app.get(PayWebhookStats, { strict: false }).snapshot({ account: null })).toEqual(
      shop.counts(),
    );
  });

  it('a shop’s busiest minute meets none of it', async () => {
    await open({});
    const bodies: Buffer[] = [];
    for (let count = 0; count < 150; count++) bodies.push(paymentBody(simulator, await buy(shop, simulator)));
    for (let start = 0; start < bodies.length; start += 50) {
      const batch = bodies.slice(start, start + 50);
      const answers = await Promise.all(batch.map((body) => from(SERVICE, body)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(shop.counts()).toMatchObject({ handled: 150, refused: {} });
  }, 30_000);
});
