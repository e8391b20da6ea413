import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpModule, HttpService } from '@nestjs/axios';
import { Body, Controller, Inject, Injectable, Module, Post, ValidationPipe } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  CreateOrderOptions,
  getPayToken,
  InjectPay,
  InjectPayHttp,
  IsvWebhook,
  Marketplace,
  MarketPlaceTransactions,
  PayISV,
  PayModule,
  PayPayments,
  PaySourceCode,
  PayTransactions,
  PayWallet,
  PayWebhooks,
  unwrap,
} from 'nestjs-pay';
import type { PayModuleOptions, PayOptionsFactory } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { boot, createApp, RecordingLogger, PLATFORMS, startApp, walletOf } from './nest-app.js';

let simulator: PaySimulator;
let app: INestApplication | undefined;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'module' });
});
afterAll(() => simulator.close());
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const options = (): PayModuleOptions => ({ wallet: walletOf(simulator) });
const ordersMade = () =>
  simulator.requests().filter(({ operation }) => operation === 'payments.createOrder').length;

@Injectable()
class Shop {
  constructor(
    readonly pay: PayWallet,
    readonly payments: PayPayments,
    readonly transactions: PayTransactions,
    readonly webhooks: PayWebhooks,
  ) {}
}

@Injectable()
class ShopOptions implements PayOptionsFactory {
  createPayOptions(): Promise<PayModuleOptions> {
    return Promise.resolve(options());
  }
}

@Module({ providers: [ShopOptions], exports: [ShopOptions] })
class ShopOptionsModule {}

describe('PayModule', () => {
  const forms = {
    forRoot: () => PayModule.forRoot(options()),
    'forRootAsync useFactory': () =>
      PayModule.forRootAsync({
        imports: [ShopOptionsModule],
        inject: [ShopOptions],
        useFactory: (factory: ShopOptions) => factory.createPayOptions(),
      }),
    'forRootAsync useClass': () => PayModule.forRootAsync({ useClass: ShopOptions }),
    'forRootAsync useExisting': () =>
      PayModule.forRootAsync({ imports: [ShopOptionsModule], useExisting: ShopOptions }),
  };

  it.each(Object.entries(forms))('%s provides a client and its areas', async (_, form) => {
    app = await createApp({ imports: [form()], providers: [Shop] });
    await app.init();
    const shop = app.get(Shop);
    const before = ordersMade();
    const { orderCodeText } = unwrap(await shop.pay.payments.createOrder({ amount: 1000 }));
    expect(simulator.orders.get(orderCodeText).amount).toBe(1000);
    expect(ordersMade()).toBe(before + 1);
    expect(shop.payments).toBe(shop.pay.payments);
    expect(shop.transactions).toBe(shop.pay.transactions);
    expect(shop.webhooks).toBe(shop.pay.webhooks);
  });

  it('provides clients to all modules only if it is global', async () => {
    @Module({ providers: [Shop] })
    class ShopModule {}
    app = await createApp({ imports: [PayModule.forRoot({ ...options(), isGlobal: true }), ShopModule] });
    await app.init();
    expect(app.get(Shop).pay).toBeInstanceOf(PayWallet);
    const failure = (await boot({ imports: [PayModule.forRoot(options()), ShopModule] })).failure;
    expect(failure).toMatch(/resolve dependencies of the Shop/);
  });

  it('injects the three clients by their classes', async () => {
    @Injectable()
    class Everything {
      constructor(
        readonly wallet: PayWallet,
        readonly isv: PayISV,
        readonly marketplace: Marketplace,
        @InjectPay(PayWallet, 'shop-gr') readonly greek: PayWallet,
      ) {}
    }
    const isv = { ...simulator.credentials.isv, dev: true, endpoints: simulator.endpoints };
    app = await createApp({
      imports: [
        PayModule.forRoot({ ...options(), isv, marketplace: walletOf(simulator) }),
        PayModule.forRoot({ name: 'shop-gr', ...options() }),
      ],
      providers: [Everything],
    });
    await app.init();
    const one = app.get(Everything);
    unwrap(await one.wallet.payments.createOrder({ amount: 1000 }));
    expect(one.greek).not.toBe(one.wallet);
    expect([one.isv instanceof PayISV, one.marketplace instanceof Marketplace]).toEqual([true, true]);
  });

  it('gives common settings to all clients, unless a client has its own', async () => {
    const { endpoints, credentials } = simulator;
    const common = {
      dev: true,
      endpoints,
      tokens: 'shared',
      maxRetries: 0,
    } as const;
    const other = 'http://127.0.0.1:9';
    const module = PayModule.forRootAsync({
      useFactory: () => ({
        wallet: credentials.merchant,
        isv: credentials.isv,
        marketplace: {
          ...credentials.marketplace,
          dev: false,
          endpoints: { api: other },
          tokens: 'per-call',
        },
      }),
      ...common,
    });
    app = await createApp({ imports: [module] });
    await app.init();
    const [wallet, isv, marketplace] = [app.get(PayWallet), app.get(PayISV), app.get(Marketplace)];
    expect([wallet.dev, isv.dev, marketplace.dev]).toEqual([true, true, false]);
    expect([isv.endpoints, marketplace.endpoints]).toEqual([endpoints, { ...endpoints, api: other }]);
    const before = simulator.requests().length;
    for (let call = 0; call < 2; call++) {
      unwrap(await wallet.payments.createOrder({ amount: 1000 }));
      await marketplace.payments.createOrder({ amount: 1000 });
    }
    const tokens = simulator.requests().slice(before);
    expect(tokens.filter(({ operation }) => operation === 'auth.getPayAccessToken')).toHaveLength(3);
  });

  it('replaces a client and its areas by a test double', async () => {
    const double = { payments: 'payments of the test double' };
    const testing = await Test.createTestingModule({
      imports: [PayModule.forRoot(options()), PayModule.forRoot({ name: 'shop-gr', ...options() })],
    })
      .overrideProvider(PayWallet)
      .useValue(double)
      .overrideProvider(getPayToken(PayWallet, 'shop-gr'))
      .useValue(double)
      .compile();
    app = testing.createNestApplication({ logger: false });
    expect(testing.get<unknown>(PayWallet)).toBe(double);
    expect(testing.get<unknown>(getPayToken(PayWallet, 'shop-gr'))).toBe(double);
    expect(testing.get<unknown>(PayPayments)).toBe(double.payments);
  });

  it('provides the same area of two clients separately', async () => {
    @Injectable()
    class Platform {
      constructor(
        readonly webhooks: PayWebhooks,
        @InjectPay(PayWebhooks, 'marketplace') readonly platformWebhooks: PayWebhooks,
        readonly transactions: MarketPlaceTransactions,
        @InjectPay(PaySourceCode, 'marketplace') readonly platformSources: PaySourceCode,
        @Inject(getPayToken(PayWebhooks, 'wallet')) readonly walletWebhooks: PayWebhooks,
      ) {}
    }
    const both = { wallet: walletOf(simulator), marketplace: walletOf(simulator) };
    app = await createApp({ imports: [PayModule.forRoot(both)], providers: [Platform] });
    await app.init();
    const platform = app.get(Platform);
    expect(platform.webhooks).toBe(platform.walletWebhooks);
    expect(platform.platformWebhooks).not.toBe(platform.webhooks);
    expect(platform.platformSources).toBe(app.get(Marketplace).source);
    expect(() => getPayToken(PayPayments, 'isv')).toThrow('the isv client has no PayPayments');

    const marketplaceOnly = await createApp({
      imports: [PayModule.forRoot({ marketplace: walletOf(simulator) })],
    });
    await marketplaceOnly.init();
    expect(marketplaceOnly.get(PayWebhooks)).toBe(
      marketplaceOnly.get(getPayToken(PayWebhooks, 'marketplace')),
    );
    await marketplaceOnly.close();
  });

  describe('does not boot', () => {
    @Injectable()
    class Reseller {
      constructor(readonly isv: PayISV) {}
    }
    @Injectable()
    class ResellerHooks {
      @Inject(IsvWebhook) webhook: IsvWebhook;
    }
    @Controller()
    class ResellerController {
      constructor(@InjectPay(PayWebhooks, 'marketplace') readonly webhooks: PayWebhooks) {}
    }

    it.each([
      [{ providers: [Reseller] }, 'PayISV was injected into Reseller, but `isv` is not configured'],
      [{ providers: [ResellerHooks] }, 'IsvWebhook was injected into ResellerHooks, but `isv`'],
      [
        { controllers: [ResellerController] },
        'pay:marketplace.webhooks was injected into ResellerController',
      ],
      [
        {
          providers: [{ provide: 'made', inject: [PayISV], useFactory: (isv: PayISV) => isv }],
        },
        'PayISV was injected into made',
      ],
    ])('if a client that is not configured is injected: %#', async (metadata, message) => {
      for (const module of [PayModule.forRoot(options()), PayModule.forRootAsync({ useFactory: options })]) {
        expect((await boot({ imports: [module], ...metadata })).failure).toContain(message);
      }
    });

    const wrong: [object, string[]][] = [
      [{}, ['no client is configured: give at least one of wallet, marketplace, isv']],
      [
        { wallet: { clientId: 'id', clientSecret: ' s', merchantId: 'm' } },
        [
          'wallet.apikey is missing: the merchant',
          'wallet.clientSecret must not begin or end with white space',
          'wallet.merchantId must be a UUID, such as',
        ],
      ],
      [{ walet: {} }, ['walet is not an option: did you mean wallet?']],
      [
        { timeout: 5, tokens: 'both', endpoints: { api: 'http://pay.example' } },
        [
          'timeout is not an option: did you mean timeoutMs?',
          "tokens must be 'per-call' or 'shared'",
          'endpoints.api must use https',
        ],
      ],
      [
        {
          wallet: {
            apiKey: 'k',
            apikey: 'other',
            merchantID: 'm',
            dev: 'yes',
            endpoints: { api: 'http://pay.example', wab: 'x' },
          },
        },
        [
          'wallet.apiKey is not an option: did you mean apikey?',
          'wallet.merchantID is not an option: did you mean merchantId?',
          'wallet.dev must be true or false',
          'wallet.endpoints.api must use https',
          'wallet.endpoints.wab is not an option: did you mean web?',
        ],
      ],
      // Ignored, they would send credentials and payments to the real service.
      [
        {
          isv: { clientId: 'a', clientSecret: 'b', endpoints: Promise.resolve({}) },
          wallet: Object.create({ dev: true }),
        },
        [
          'isv.endpoints must be a plain object, not a promise: await it first',
          'wallet.dev must be a member of the options themselves',
        ],
      ],
      [
        { isv: { clientId: 'a', clientSecret: 'b', resellerId: 'r' } },
        ['isv.resellerId and isv.resellerApiKey'],
      ],
      [
        {
          isv: { clientId: 'a', clientSecret: 'b' },
          webhooks: { client: 'wallet', trustedProxies: ['10.0.0.0/99'] },
        },
        [
          'webhooks.client is wallet, which is not configured',
          "webhooks.trustedProxies has an invalid entry: address list entry 0 is '10.0.0.0/99'",
        ],
      ],
    ];
    it.each(wrong)(
      'with wrong options, with the same message in forRoot and forRootAsync: %#',
      async (given, sentences) => {
        const inForRoot = (await boot({ imports: [PayModule.forRoot(given)] })).failure;
        const inForRootAsync = (
          await boot({ imports: [PayModule.forRootAsync({ useFactory: () => given })] })
        ).failure;
        for (const sentence of sentences) expect(inForRoot).toContain(sentence);
        expect(inForRoot).toMatch(/^PayOptionsError: PayModule cannot start/);
        expect(inForRootAsync).toBe(inForRoot);
      },
    );

    it('and shows no secret in the message', async () => {
      const given = { wallet: { ...walletOf(simulator), merchantId: undefined } };
      const failure = (await boot({ imports: [PayModule.forRoot(given as unknown as PayModuleOptions)] }))
        .failure;
      expect(failure).toContain('wallet.merchantId is missing');
      expect(failure).not.toContain(simulator.credentials.merchant.clientSecret);
    });
  });

  it('logs failures through the logger of the application', async () => {
    const logger = new RecordingLogger();
    const wallet = { ...walletOf(simulator), clientSecret: 'wrong-secret', logs: true };
    app = await createApp({ imports: [PayModule.forRoot({ wallet })] }, { logger });
    await app.init();
    const result = await app.get(PayPayments).createOrder({ amount: 1000 });
    expect(result).toMatchObject({ success: false, code: 'tokenerror' });
    expect(logger.text()).toMatch(/error pay payments.createOrder failed: code=tokenerror/);
    expect(logger.text()).not.toContain('wrong-secret');
  });
});

describe('the HttpService of PayModule', () => {
  it('passes every request to interceptors, without credentials', async () => {
    const seen: string[] = [];
    @Injectable()
    class Tracing {
      constructor(@InjectPayHttp() http: HttpService) {
        http.axiosRef.interceptors.request.use((config) => {
          config.headers.set('x-trace', 'abc');
          seen.push(`${config.method} ${config.url} ${JSON.stringify(config)}`);
          return config;
        });
      }
    }
    app = await createApp({ imports: [PayModule.forRoot(options())], providers: [Tracing] });
    await app.init();
    const result = await app.get(PayPayments).createOrder({ amount: 1000 });
    expect(result).toMatchObject({ success: true });
    expect(seen.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      `post ${simulator.endpoints.accounts}/connect/token`,
      `post ${simulator.endpoints.api}/checkout/v2/orders`,
    ]);
    expect(seen.join()).not.toMatch(/authorization"|bearer |basic [a-z0-9]{8}/i);
    expect(seen.join()).not.toContain(simulator.credentials.merchant.clientSecret);
  });

  it("can be the user's own", async () => {
    const seen: string[] = [];
    @Module({ imports: [HttpModule.register({ timeout: 5000 })], exports: [HttpModule] })
    class OwnHttpModule {}
    app = await createApp({
      imports: [
        PayModule.forRootAsync({
          imports: [OwnHttpModule],
          inject: [HttpService],
          useFactory: (http: HttpService) => {
            http.axiosRef.interceptors.request.use((config) => {
              seen.push(String(config.url));
              return config;
            });
            return { ...options(), http };
          },
        }),
      ],
    });
    await app.init();
    const payments = app.get(PayPayments);
    const { orderCode } = unwrap(await payments.createOrder({ amount: 1000 }));
    expect(unwrap(await payments.getOrder(orderCode))).toMatchObject({ RequestAmount: 10, StateId: 0 });
    expect(seen).toHaveLength(3);
  });
});

describe.each(PLATFORMS)('CreateOrderOptions with the ValidationPipe on %s', (platform) => {
  @Controller('orders')
  class Orders {
    constructor(private readonly payments: PayPayments) {}

    @Post()
    create(@Body() order: CreateOrderOptions) {
      return this.payments.createOrder(order);
    }
  }

  it('accepts valid members, removes unknown members, and rejects invalid ones', async () => {
    const started = await startApp(
      { imports: [PayModule.forRoot(options())], controllers: [Orders] },
      {
        platform,
        configure: (one) => one.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true })),
      },
    );
    app = started.app;
    const post = (body: object) =>
      fetch(`${started.url}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const good = await post({ amount: 1000, customer: { email: 'buyer@example.com', hacked: 1 }, hacked: 1 });
    expect(good.status).toBe(201);
    const { data } = (await good.json()) as { data: { orderCodeText: string } };
    expect(simulator.orders.get(data.orderCodeText).customer.email).toBe('buyer@example.com');
    const bad = await post({ amount: 10.5, customer: { requestLang: 'english' } });
    expect(bad.status).toBe(400);
    expect(await bad.json()).toMatchObject({
      message: expect.arrayContaining([
        expect.stringMatching(/^amount must be a whole number of minor units/),
        expect.stringMatching(/^customer\.requestLang must be a language tag/),
      ]),
    });
  });
});
