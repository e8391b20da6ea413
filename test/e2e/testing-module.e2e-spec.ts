import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { Controller, Injectable, Module } from '@nestjs/common';
import type { INestApplication, ModuleMetadata } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import {
  durableInbox,
  OnPayEvent,
  payConfig,
  PayEventType,
  PayInboxService,
  PayISV,
  PayModule,
  PayWallet,
  PayWebhook,
  unwrap,
} from 'nestjs-pay';
import type { MethodReturn, ReceivedPayEvent } from 'nestjs-pay';
import { RecordingLogger } from './nest-app.js';
import { payFailed, payOk, PayTestingModule, PayTestSimulator } from 'nestjs-pay/testing';
import { emptyInboxStores } from '../inbox/stores.js';
import { until } from '../until.js';

const emptyStore = emptyInboxStores();

@PayWebhook()
@Controller('pay/webhook')
class WebhookController {}

/** A shop that sends a gift to each customer: an order of its own, which the simulator pays. */
@Injectable()
class Shop {
  readonly paid: string[] = [];
  readonly refunded: string[] = [];
  onPaid: (orderCode: string) => unknown = () => undefined;

  constructor(readonly pay: PayWallet) {}

  async checkout() {
    return unwrap(await this.pay.payments.createOrder({ amount: 2450 }));
  }

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async paidOrder({ data }: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>): Promise<void> {
    await this.onPaid(data.OrderCodeText);
    this.paid.push(data.OrderCodeText);
  }

  @OnPayEvent(PayEventType.TransactionReversalCreated)
  refundedOrder({ data }: ReceivedPayEvent<typeof PayEventType.TransactionReversalCreated>): void {
    this.refunded.push(data.OrderCodeText);
  }
}

const REAL_ACCOUNT = {
  clientId: 'real-client',
  clientSecret: 'real-secret',
  merchantId: '9a5cd9c9-6b5d-4b7c-9d3f-4a4f0d5f0c11',
  apikey: 'real-key',
};

const shopWith = (imports: ModuleMetadata['imports'], controllers = [WebhookController]) => {
  @Module({ imports, controllers, providers: [Shop] })
  class AppModule {}
  return AppModule;
};
/** An application that reads its account from the environment. */
const fromEnvironment = () =>
  shopWith([ConfigModule.forRoot({ ignoreEnvFile: true }), PayModule.forRootAsync({ config: payConfig })]);
const withDurableInbox = () =>
  shopWith([
    PayModule.forRootAsync({
      config: payConfig,
      webhooks: { inbox: durableInbox({ store: emptyStore() }) },
    }),
  ]);

let app: INestApplication | undefined;
const close = async (): Promise<void> => {
  await app?.close();
  app = undefined;
};
afterEach(close);

async function start(
  imports: ModuleMetadata['imports'],
  { fastify = false, rawBody = true, configure = (_: INestApplication): void => undefined } = {},
) {
  const module = await Test.createTestingModule({ imports }).setLogger(new RecordingLogger()).compile();
  app = module.createNestApplication(fastify ? new FastifyAdapter() : new ExpressAdapter(), {
    rawBody,
    logger: false,
  });
  configure(app);
  await app.init();
  return { simulator: app.get(PayTestSimulator), shop: app.get(Shop, { strict: false }) };
}

describe('PayTestingModule.forApp', () => {
  it.each([
    ['Express', {}],
    ['Fastify', { fastify: true }],
    ['a global prefix', { configure: (one: INestApplication) => void one.setGlobalPrefix('api') }],
  ])('runs an application with an order that is paid and refunded: %s', async (_, options) => {
    const { simulator, shop } = await start([fromEnvironment(), PayTestingModule.forApp()], options);
    const order = await shop.checkout();
    const payment = simulator.pay(order);
    await simulator.settled();
    expect(shop.paid).toEqual([order.orderCodeText]);
    simulator.refund(payment.id);
    await simulator.settled();
    expect(shop.refunded).toEqual([order.orderCodeText]);
  });

  it('restores the environment when the application closes', async () => {
    const before = { ...process.env };
    const { simulator } = await start([fromEnvironment(), PayTestingModule.forApp()]);
    expect(process.env['PAY_CLIENT_ID']).toBe(simulator.credentials.merchant.clientId);
    await close();
    expect(process.env).toEqual(before);
  });

  it('replaces an account that is not read from the environment, and keeps the other options', async () => {
    const wallet = { ...REAL_ACCOUNT, tokens: 'shared' as const, maxRetries: 0 };
    const webhooks = {
      merchantIds: [REAL_ACCOUNT.merchantId],
      sourceAddresses: ['192.0.2.1'],
    };
    const { simulator, shop } = await start([
      shopWith([PayModule.forRootAsync({ useFactory: () => ({ wallet, webhooks }) })]),
      PayTestingModule.forApp({ simulator: { orderCodes: 'beyond-safe' } }),
    ]);
    await shop.checkout();
    const { orderCodeText } = await shop.checkout();
    expect(simulator.requests().filter(({ path }) => path.endsWith('/connect/token'))).toHaveLength(1);
    simulator.pay(BigInt(orderCodeText));
    await simulator.settled();
    expect(shop.paid).toEqual([orderCodeText]);
  });

  it('sets the variables of the clients that the test names', async () => {
    const { simulator } = await start([
      shopWith([PayModule.forRootAsync({ config: payConfig })], []),
      PayTestingModule.forApp({ clients: ['wallet', 'isv'] }),
    ]);
    const { orderCodeText } = unwrap(
      await app!
        .get(PayISV, { strict: false })
        .payments.createOrder(
          simulator.connectedMerchants.connect().account.credentials.merchant.merchantId,
          { amount: 1000 },
        ),
    );
    expect(simulator.pay(orderCodeText).status).toBe('F');
  });

  it('refuses to start while an earlier application is open, and forgets one that never started', async () => {
    const before = { ...process.env };
    await PayTestingModule.forApp({ clients: ['isv'] }); // never started, as if compile() had failed
    await start([fromEnvironment(), PayTestingModule.forApp()]);
    await expect(PayTestingModule.forApp()).rejects.toThrow(
      /^PayTestingModule\.forApp\(\): an earlier application is still open\. Close it after its test: await app\.close\(\)/,
    );
    await close();
    expect(process.env).toEqual(before);
  });

  it('names a client that does not exist', async () => {
    await expect(PayTestingModule.forApp({ clients: ['wallet', 'isvs' as never] })).rejects.toThrow(
      "clients[1] must be 'wallet', 'isv' or 'marketplace' (received \"isvs\")",
    );
  });

  it('fails the boot if the webhook cannot be verified, unless the test does not want webhooks', async () => {
    const isClosed = {
      configure: (one: INestApplication) =>
        void one.use((_: never, response: { end(): void }) => response.end()),
    };
    await expect(start([fromEnvironment(), PayTestingModule.forApp()], isClosed)).rejects.toThrow(
      /^PayTestingModule cannot register the webhook .*\/pay\/webhook: URL not verified/,
    );
    await close();
    const { shop } = await start(
      [fromEnvironment(), PayTestingModule.forApp({ registerWebhooks: false })],
      isClosed,
    );
    await shop.checkout();
  });
});

describe('PayTestingModule.forRoot', () => {
  it('provides the clients and a webhook for some modules of an application', async () => {
    @Module({ providers: [Shop] })
    class ShopModule {}
    const { simulator, shop } = await start([
      PayTestingModule.forRoot({ wallet: { maxRetries: 0 }, webhooks: { path: 'hooks/pay' } }),
      ShopModule,
    ]);
    const order = await shop.checkout();
    simulator.trigger('decline', { orderCode: order });
    simulator.pay(order, { card: { holderName: 'Alex' } });
    await simulator.settled();
    expect(shop.paid).toEqual([order.orderCodeText]);
  });

  it('works without an HTTP application', async () => {
    const module = await Test.createTestingModule({ imports: [PayTestingModule.forRoot()] }).compile();
    const { orderCode } = unwrap(await module.get(PayWallet).payments.createOrder({ amount: 1000 }));
    const simulator = module.get(PayTestSimulator);
    simulator.trigger('cancel', { orderCode });
    await expect(simulator.settled()).rejects.toThrow('settled() needs an application that is initialized');
    await module.close();
  });
});

describe('settled()', () => {
  it.each([
    ['inline', fromEnvironment],
    ['durable', withDurableInbox],
  ])('waits for handlers and for the events that they cause: %s', async (_, createModule) => {
    const { simulator, shop } = await start([createModule(), PayTestingModule.forApp()]);
    const gifts: string[] = [];
    shop.onPaid = async () => {
      if (gifts.length >= 3) return;
      const gift = await shop.checkout();
      gifts.push(gift.orderCodeText);
      simulator.pay(gift);
    };
    const order = await shop.checkout();
    simulator.pay(order);
    await simulator.settled();
    expect(shop.paid.sort()).toEqual([order.orderCodeText, ...gifts].sort());
    expect(gifts).toHaveLength(3);
  });

  it.each([
    ['inline', fromEnvironment],
    ['durable', withDurableInbox],
  ])('names what is outstanding at the limit: %s', async (_, createModule) => {
    const { simulator, shop } = await start([createModule(), PayTestingModule.forApp()]);
    let finish: (() => void) | undefined;
    shop.onPaid = () => new Promise<void>((resolve) => (finish = resolve));
    simulator.pay(await shop.checkout());
    await until(() => finish !== undefined);
    await expect(simulator.settled({ timeoutMs: 200 })).rejects.toThrow(
      /^settled\(\) waited 200 ms: WebhookController\.\w+ is still handling event 1796 \(TransactionPaymentCreated\)/,
    );
    finish?.();
    await simulator.settled();
    expect(shop.paid).toHaveLength(1);
  });

  it('resolves after a handler failed, and the clock brings the retry of the service', async () => {
    const { simulator, shop } = await start([fromEnvironment(), PayTestingModule.forApp()]);
    let failures = 1;
    shop.onPaid = () => {
      if (failures-- > 0) throw new Error('the database is not available');
    };
    simulator.pay(await shop.checkout());
    await simulator.settled();
    expect(shop.paid).toEqual([]);
    await simulator.clock.advance('1 hour');
    expect(shop.paid).toHaveLength(1);
  });

  it.each([
    ['Express', {}],
    ['Fastify', { fastify: true }],
  ])('fails if the application keeps no raw body: %s', async (_, options) => {
    const modules = [fromEnvironment(), PayTestingModule.forApp()];
    const { simulator, shop } = await start(modules, { ...options, rawBody: false });
    simulator.pay(await shop.checkout());
    await expect(simulator.settled()).rejects.toThrow(
      /^settled\(\): event 1796 \(TransactionPaymentCreated\) did not reach a handler: the application keeps no raw request bodies.*createNestApplication\(\{ rawBody: true \}\)/,
    );
  });

  it('fails once for each delivery that the application refused or the simulator dropped', async () => {
    const configure = (one: INestApplication) =>
      void one.use((request: { method: string }, response: ServerResponse, next: () => void) =>
        request.method === 'POST' ? response.writeHead(401).end('log in first') : next(),
      );
    const modules = [fromEnvironment(), PayTestingModule.forApp()];
    const { simulator, shop } = await start(modules, { configure });
    simulator.pay(await shop.checkout());
    await expect(simulator.settled()).rejects.toThrow(/refused it with 401: log in first$/);
    simulator.deliveries.configure({ chances: { drop: 1 } });
    simulator.pay(await shop.checkout());
    await expect(simulator.settled()).rejects.toThrow(/^settled\(\): event 1796 .*the simulator dropped it$/);
    await simulator.settled();
    expect(shop.paid).toEqual([]);
  });

  it('does not wait for held deliveries and dead letters', async () => {
    const { simulator, shop } = await start([
      shopWith([
        PayModule.forRootAsync({
          config: payConfig,
          webhooks: { inbox: durableInbox({ store: emptyStore(), maxAttempts: 1 }) },
        }),
      ]),
      PayTestingModule.forApp(),
    ]);
    simulator.deliveries.hold();
    simulator.pay(await shop.checkout());
    await simulator.settled();
    expect(shop.paid).toEqual([]);
    shop.onPaid = () => {
      throw new Error('broken');
    };
    await simulator.deliveries.release();
    await simulator.settled();
    expect(await app!.get(PayInboxService, { strict: false }).stats()).toMatchObject({ backlog: 0, dead: 1 });
  });

  it('says what is missing if the application has no webhook', async () => {
    const { simulator } = await start([
      shopWith([PayModule.forRootAsync({ config: payConfig })], []),
      PayTestingModule.forApp(),
    ]);
    await expect(simulator.settled()).rejects.toThrow(
      'set webhooks.path of PayModule or put @PayWebhook() on a controller',
    );
  });
});

describe('failures in a test', () => {
  it('a lost response, an expired order and a wrong duration', async () => {
    const { simulator, shop } = await start([fromEnvironment(), PayTestingModule.forApp()]);
    simulator.faults.add({ operation: 'payments.createOrder', kind: 'executed-but-lost' });
    const lost = await shop.pay.payments.createOrder({ amount: 2450 });
    expect(lost).toMatchObject({ success: false, error: { outcome: 'unknown' } });
    const order = await shop.checkout();
    await simulator.clock.advance('31 days');
    expect(() => simulator.pay(order)).toThrow(/cannot be paid: it is expired/);
    expect(() => simulator.pay(2 ** 53 + 2)).toThrow('order: expected orderCodeText');
    await expect(async () => simulator.clock.advance('1 week' as never)).rejects.toThrow(
      "such as '90 minutes', not '1 week'",
    );
  });
});

describe('payOk and payFailed', () => {
  it('are results of methods without a cast', () => {
    const order: MethodReturn<{ orderCode: number }> = payOk({ orderCode: 1 });
    const lost: MethodReturn<{ orderCode: number }> = payFailed('unknown', { message: 'no response' });
    const refused: MethodReturn<null, 'alreadycanceled'> = payFailed('rejected', {
      code: 'alreadycanceled',
      eventId: 10051,
    });
    expect(unwrap(order)).toEqual({ orderCode: 1 });
    expect(lost).toMatchObject({ code: 'timeout', message: 'no response', error: { outcome: 'unknown' } });
    expect(refused).toMatchObject({
      code: 'alreadycanceled',
      error: { outcome: 'rejected', eventId: 10051 },
    });
    expect(payFailed('not-sent').meta.attempts).toBe(0);
  });
});
