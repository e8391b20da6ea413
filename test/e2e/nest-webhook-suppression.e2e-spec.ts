import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { until } from '../until.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

const READ = 'transactions.getTransactionById';

describe('a true delivery that arrives beside others', () => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: 'suppression', clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(() => shop.close());

  const open = async (options: ShopOptions = {}): Promise<void> => {
    shop = await startShop('express', simulator, options);
  };

  it('does not wait for a forged delivery of the same payment whose confirmation is slow', async () => {
    await open({ wallet: { timeoutMs: 5_000 } });
    const purchase = await buy(shop, simulator);
    simulator.faults.add({ kind: 'delay', operation: READ, ms: 'never', times: 1 });
    let hasForgedResponse = false;
    const forged = post(shop.hook, paymentBody(simulator, purchase, { Amount: 1 })).finally(() => {
      hasForgedResponse = true;
    });
    const isReadSent = () => simulator.requests().filter(({ operation }) => operation === READ).length === 1;
    await until(isReadSent);
    expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
    expect(hasForgedResponse).toBe(false);
    expect(shop.ledger.payments).toHaveLength(1);
    expect((await forged).status).toBe(503);
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('is handled once if it arrives ten times at the same time', async () => {
    await open();
    const body = paymentBody(simulator, await buy(shop, simulator));
    const responses = await Promise.all(Array.from({ length: 10 }, () => post(shop.hook, body)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(shop.ledger.payments).toHaveLength(1);
    expect(shop.counts()).toMatchObject({ handled: 1, duplicate: 9 });
  });

  it('is handled once if three deliveries with different contents are confirmed at the same time', async () => {
    await open();
    const purchase = await buy(shop, simulator);
    const bodies = ['a', 'b', 'c'].map((Phone) => paymentBody(simulator, purchase, { Phone }));
    const responses = await Promise.all(bodies.map((body) => post(shop.hook, body)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(shop.ledger.payments).toHaveLength(1);
    expect(shop.counts()).toMatchObject({ handled: 1, duplicate: 2 });
  });
});
