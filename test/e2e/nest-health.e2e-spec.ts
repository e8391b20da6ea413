import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { durableInbox, PayModule } from 'nestjs-pay';
import type { PayInboxStore, PayModuleOptions } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { PayHealthIndicator, PayHealthModule } from 'nestjs-pay/terminus';
import { until } from '../until.js';
import { startApp, walletOf } from './nest-app.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';
import { emptyInboxStores } from '../inbox/stores.js';
import { withTimes } from '../times.js';

const emptyStore = emptyInboxStores();

let simulator: PaySimulator;
let close: () => Promise<void>;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'health', clock: 'manual' });
});
afterAll(() => simulator.close());
beforeEach(() => simulator.reset());
afterEach(() => close());

async function shopWith(
  webhooks?: PayModuleOptions['webhooks'],
): Promise<{ shop: Shop; health: PayHealthIndicator }> {
  const shop = await startShop('express', simulator, {
    webhooks,
    imports: [TerminusModule, PayHealthModule],
  });
  close = () => shop.close();
  return { shop, health: shop.app.get(PayHealthIndicator, { strict: false }) };
}

async function healthOf(options: PayModuleOptions): Promise<PayHealthIndicator> {
  @Module({ imports: [PayModule.forRoot(options), PayHealthModule] })
  class AppModule {}
  const { app } = await startApp({ imports: [AppModule] });
  close = () => app.close();
  return app.get(PayHealthIndicator, { strict: false });
}

describe('PayHealthIndicator.service()', () => {
  it.each(['wallet', 'isv', 'marketplace'] as const)(
    'is up for a %s client with correct credentials',
    async (client) => {
      const { credentials, endpoints } = simulator;
      const options = {
        wallet: walletOf(simulator),
        isv: { ...credentials.isv, dev: true, endpoints },
        marketplace: { ...credentials.marketplace, dev: true, endpoints },
      };
      const health = await healthOf({ [client]: options[client] });
      expect(await health.service()).toEqual({ pay: { status: 'up', client } });
    },
  );

  it('is down for wrong credentials, with the code tokenerror', async () => {
    const health = await healthOf({ wallet: { ...walletOf(simulator), clientSecret: 'wrong' } });
    expect(await health.service()).toMatchObject({
      pay: { status: 'down', client: 'wallet', code: 'tokenerror' },
    });
  });

  it('is down if the service cannot be reached', async () => {
    const unreachable = {
      accounts: 'http://127.0.0.1:9',
      api: 'http://127.0.0.1:9',
      web: 'http://127.0.0.1:9',
    };
    const health = await healthOf({ wallet: { ...walletOf(simulator), endpoints: unreachable } });
    expect(await health.service('money')).toMatchObject({ money: { status: 'down', httpStatus: null } });
  });

  it('reuses a result for cacheMs', async () => {
    const { health } = await shopWith();
    await Promise.all([health.service(), health.service()]);
    simulator.faults.add({ kind: 'status', status: 503, operation: '*', times: 'always' });
    expect(await health.service()).toMatchObject({ pay: { status: 'up' } });
    expect(await health.service('pay', { cacheMs: 0 })).toMatchObject({ pay: { status: 'down' } });
  });

  it('rejects an unknown account or client', async () => {
    const { health } = await shopWith();
    await expect(health.service('pay', { account: 'no' })).rejects.toThrow('which account to use');
    await expect(health.service('pay', { client: 'isv' })).rejects.toThrow('`isv` is not configured');
  });
});

describe('PayHealthIndicator.inbox()', () => {
  it('is down if too many events wait, an event waits too long, or there are too many dead letters', async () => {
    const inbox = durableInbox(withTimes({ store: emptyStore(), pollMs: 50, maxAttempts: 1 }));
    const { shop, health } = await shopWith({ inbox });
    expect(await health.inbox()).toEqual({
      'pay-inbox': { status: 'up', backlog: 0, oldestAgeMs: null, dead: 0, unconfirmed: 0 },
    });
    let finish = (): void => undefined;
    shop.ledger.gate = new Promise<void>((resolve) => (finish = resolve));
    shop.ledger.failures = 1;
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    await until(async () => (await health.inbox('i', { maxBacklog: 0 })).i.status === 'down');
    expect(await health.inbox('i', { maxBacklog: 1 })).toMatchObject({ i: { status: 'up' } });
    await until(async () => (await health.inbox('i', { maxAgeMs: 1 })).i.status === 'down');
    finish();
    await until(async () => (await health.inbox('i', { maxDead: 0 })).i.status === 'down');
    expect(await health.inbox('i', { maxDead: 1 })).toMatchObject({
      i: { status: 'up', dead: 1, backlog: 0 },
    });
  });

  it('is down if the store fails, and does not show the error message', async () => {
    const store: PayInboxStore = Object.assign(emptyStore(), {
      stats: () => Promise.reject(new Error('postgres://pay:secret@db')),
    });
    const { health } = await shopWith({ inbox: durableInbox({ store }) });
    expect(await health.inbox()).toEqual({ 'pay-inbox': { status: 'down', store: 'cannot be read' } });
  });

  it('rejects an account without a durable inbox', async () => {
    const { health } = await shopWith();
    await expect(health.inbox()).rejects.toThrow('needs a durable inbox');
  });
});

describe('PayHealthIndicator.webhooks()', () => {
  it('is down if no delivery got 200 for maxSilenceMs', async () => {
    const { shop, health } = await shopWith();
    const at = (maxSilenceMs: number) => health.webhooks('w', { maxSilenceMs }).w;
    expect(at(60_000)).toMatchObject({ status: 'up', isAnySeen: false });
    await until(() => at(1).status === 'down');
    await post(shop.hook, 'not an event');
    expect(at(60_000)).toMatchObject({ isAnySeen: false });
    await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
    expect(at(60_000)).toMatchObject({ status: 'up', isAnySeen: true });
    expect(health.webhooks('w', { account: 'other', maxSilenceMs: 60_000 }).w).toMatchObject({
      isAnySeen: false,
    });
  });
});
