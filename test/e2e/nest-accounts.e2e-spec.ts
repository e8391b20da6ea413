import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpService } from '@nestjs/axios';
import { Controller, Inject, Injectable, Module } from '@nestjs/common';
import type { INestApplication, ModuleMetadata, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  getPayToken,
  InjectPay,
  InjectPayHttp,
  InjectPayIsv,
  InjectPayMarketplace,
  InjectPayWallet,
  MarketPlacePayments,
  OnPayEvent,
  PayISV,
  Marketplace,
  PayModule,
  PayPayments,
  PayTransactions,
  PayWallet,
  PayWebhook,
  PayWebhooks,
  unwrap,
} from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { boot, createApp, walletOf } from './nest-app.js';

let greek: PaySimulator;
let romanian: PaySimulator;
let app: INestApplication | undefined;

beforeAll(async () => {
  [greek, romanian] = await Promise.all([
    createPaySimulator({ seed: 'greek' }),
    createPaySimulator({ seed: 'romanian' }),
  ]);
});
afterAll(() => Promise.all([greek.close(), romanian.close()]));
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const dev = (simulator: PaySimulator) => ({ dev: true, endpoints: simulator.endpoints });
/** All three clients of one simulator. */
const everything = (simulator: PaySimulator) => ({
  wallet: walletOf(simulator),
  isv: { ...simulator.credentials.isv, ...dev(simulator) },
  marketplace: { ...simulator.credentials.marketplace, ...dev(simulator) },
});
const named = (name: string, simulator = greek) => PayModule.forRoot({ name, wallet: walletOf(simulator) });
const ordersOf = (simulator: PaySimulator) => simulator.orders.list().length;

const walletOfNobody = { clientId: 'a', clientSecret: 'b', merchantId: 'c', apikey: 'd' };

describe('several accounts', () => {
  @Injectable()
  class Shops {
    constructor(
      @InjectPayWallet('shop-gr') readonly greece: PayWallet,
      @InjectPay(PayWallet, 'shop-ro') readonly romania: PayWallet,
      @InjectPay(PayPayments, 'shop-gr') readonly greekPayments: PayPayments,
      @Inject(getPayToken(PayPayments, 'shop-ro')) readonly romanianPayments: PayPayments,
      @InjectPayMarketplace() readonly marketplace: Marketplace,
      readonly platformPayments: MarketPlacePayments,
      @InjectPayHttp('shop-gr') readonly greekHttp: HttpService,
      @InjectPayHttp() readonly http: HttpService,
    ) {}
  }
  const imports = (isGlobal = false): ModuleMetadata['imports'] => [
    PayModule.forRoot({ name: 'shop-gr', isGlobal, wallet: walletOf(greek) }),
    PayModule.forRootAsync({ name: 'shop-ro', isGlobal, useFactory: () => ({ wallet: walletOf(romanian) }) }),
    PayModule.forRoot({ isGlobal, marketplace: everything(greek).marketplace }),
  ];

  it('have clients and areas of their own, beside one without a name', async () => {
    app = await createApp({ imports: imports(), providers: [Shops] });
    await app.init();
    const shops = app.get(Shops);
    const before = [ordersOf(greek), ordersOf(romanian)];
    unwrap(await shops.greekPayments.createOrder({ amount: 1000 }));
    expect([ordersOf(greek), ordersOf(romanian)]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    unwrap(await shops.romania.payments.createOrder({ amount: 1000 }));
    expect(ordersOf(romanian)).toBe((before[1] ?? 0) + 1);
    expect(shops.greekPayments).toBe(shops.greece.payments);
    expect(shops.romanianPayments).toBe(shops.romania.payments);
    expect(shops.romania).not.toBe(shops.greece);
    expect(shops.platformPayments).toBe(shops.marketplace.payments);
    expect(shops.greekHttp).not.toBe(shops.http);
    expect(app.get(getPayToken(PayTransactions, 'shop-gr'), { strict: false })).toBe(
      shops.greece.transactions,
    );
  });

  it('do not lend their clients by class: only the one without a name does', async () => {
    @Injectable()
    class Shop {
      constructor(readonly pay: PayWallet) {}
    }
    expect((await boot({ imports: [named('shop-gr')], providers: [Shop] })).failure).toMatch(
      /resolve dependencies of the Shop/,
    );
    expect((await boot({ imports: imports(), providers: [Shop] })).failure).toContain(
      'PayWallet was injected into Shop, but `wallet` is not configured in PayModule',
    );
  });

  it('can be global', async () => {
    @Module({ providers: [Shops] })
    class ShopsModule {}
    app = await createApp({ imports: [...(imports(true) ?? []), ShopsModule] });
    await app.init();
    expect(app.get(Shops, { strict: false }).greece).toBeInstanceOf(PayWallet);
  });

  it('may be imported by several modules, as what one forRoot returned', async () => {
    const shop = named('shop-gr');
    @Injectable()
    class Till {
      constructor(@InjectPayWallet('shop-gr') readonly pay: PayWallet) {}
    }
    @Module({ imports: [shop], providers: [Till] })
    class TillModule {}
    app = await createApp({ imports: [shop, TillModule], providers: [{ provide: 'root', useClass: Till }] });
    await app.init();
    expect(app.get<Till>('root').pay).toBe(app.get(Till, { strict: false }).pay);
  });

  it('tell apart the same area of two clients, with a name too', async () => {
    @Injectable()
    class Webhooks {
      constructor(
        @InjectPay(PayWebhooks, 'all') readonly preferred: PayWebhooks,
        @InjectPay(PayWebhooks, { account: 'all', client: 'wallet' }) readonly wallet: PayWebhooks,
        @InjectPay(PayWebhooks, { account: 'all', client: 'marketplace' }) readonly marketplace: PayWebhooks,
        @InjectPayIsv('all') readonly isv: PayISV,
      ) {}
    }
    app = await createApp({
      imports: [PayModule.forRoot({ name: 'all', ...everything(greek) })],
      providers: [Webhooks],
    });
    await app.init();
    const { preferred, wallet, marketplace, isv } = app.get(Webhooks);
    expect(preferred).toBe(wallet);
    expect(marketplace).not.toBe(wallet);
    expect(isv).toBeInstanceOf(PayISV);
    expect(() => getPayToken(PayPayments, { account: 'all', client: 'isv' })).toThrow('has no PayPayments');
    expect(() => getPayToken(Shops, 'all')).toThrow('Shops is not a client or area of PayModule');
  });

  it('have every area of every client injectable', async () => {
    const places = [undefined, 'all'];
    app = await createApp({
      imports: [
        PayModule.forRoot(everything(greek)),
        PayModule.forRoot({ name: 'all', ...everything(greek) }),
      ],
    });
    await app.init();
    const services = {
      wallet: PayWallet,
      isv: PayISV,
      marketplace: Marketplace,
    } as const;
    for (const account of places) {
      for (const client of ['wallet', 'isv', 'marketplace'] as const) {
        const made: Record<string, unknown> = app.get(getPayToken(services[client], { account }), {
          strict: false,
        });
        const areas = Object.entries(made).filter(([, member]) =>
          /^(Pay|Isv|MarketPlace)/.test(classOf(member)),
        );
        expect(areas.length).toBeGreaterThan(5);
        for (const [, area] of areas) {
          const type = (area as object).constructor as Type;
          expect(app.get(getPayToken(type, { account, client }), { strict: false })).toBe(area);
        }
      }
    }
  });

  it('a double stands in the place of one account only, and of all that it has', async () => {
    const double = { transactions: 'a double' };
    const testing = await Test.createTestingModule({
      imports: [named('shop-gr'), named('shop-ro', romanian)],
    })
      .overrideProvider(getPayToken(PayWallet, 'shop-gr'))
      .useValue(double)
      .compile();
    app = testing.createNestApplication({ logger: false });
    expect(testing.get<unknown>(getPayToken(PayTransactions, 'shop-gr'))).toBe('a double');
    expect(testing.get<unknown>(getPayToken(PayTransactions, 'shop-ro'))).toBeInstanceOf(PayTransactions);
  });
});

const classOf = (member: unknown): string =>
  typeof member === 'object' && member !== null ? member.constructor.name : '';

describe('does not boot', () => {
  @Injectable()
  class Stranger {
    constructor(@InjectPayWallet('shop-xx') readonly pay: PayWallet) {}
  }
  @Controller()
  class StrangeController {
    @InjectPay(PayPayments, 'shop-xx') readonly payments: PayPayments;
  }
  const made = {
    provide: 'made',
    inject: [{ token: getPayToken(PayPayments, 'shop-xx'), optional: false }],
    useFactory: (payments: PayPayments) => payments,
  };
  const bill = { provide: 'bill', inject: [getPayToken(PayISV, 'shop-gr')], useFactory: () => 1 };
  @Injectable()
  class Handler {
    @OnPayEvent('*', { account: 'shop-xx' }) any(_event: ReceivedPayEvent) {}
  }
  @Injectable()
  class Nameless {
    @OnPayEvent('*', { account: null }) any(_event: ReceivedPayEvent) {}
  }
  @PayWebhook({ account: 'shop-xx' })
  @Controller('strange')
  class StrangeHook {}
  @PayWebhook()
  @Controller('hook')
  class Hook {}
  @PayWebhook({ account: 'shop-gr', client: 'isv' })
  @Controller('isv')
  class IsvHook {}

  const there = "known accounts: 'shop-gr', 'shop-ro'.";
  const rows: [string, ModuleMetadata, string][] = [
    [
      'a name twice',
      { imports: [PayModule.forRoot({ name: 'shop-ro', wallet: walletOfNobody })] },
      "two PayModules of this application are called 'shop-ro'",
    ],
    [
      'no name twice',
      {
        imports: [
          PayModule.forRoot({ wallet: walletOfNobody }),
          PayModule.forRoot({ wallet: walletOfNobody }),
        ],
      },
      'two PayModules of this application have no name',
    ],
    [
      'an unknown name in a provider',
      { providers: [Stranger] },
      `Stranger has something of the account 'shop-xx' injected, and no PayModule has that name: ${there}`,
    ],
    [
      'an unknown name in a property of a controller',
      { controllers: [StrangeController] },
      'StrangeController has',
    ],
    ['an unknown name in a factory', { providers: [made] }, 'made has something of the account'],
    [
      'a client that the account lacks',
      { providers: [bill] },
      "pay:shop-gr:isv was injected into bill, but `isv` is not configured in PayModule 'shop-gr'",
    ],
    [
      'a handler for an unknown name',
      { providers: [Handler] },
      `events of the account 'shop-xx', but no PayModule has that name: ${there}`,
    ],
    [
      'a handler for no name',
      { providers: [Nameless] },
      `events of the account without a name, but no PayModule has that name: ${there}`,
    ],
    [
      'a webhook for an unknown name',
      { controllers: [StrangeHook] },
      `StrangeHook.receivePayWebhook has the account 'shop-xx', but no PayModule has that name: ${there}`,
    ],
    [
      'a webhook that could be anybody’s',
      { controllers: [Hook] },
      `Hook.receivePayWebhook needs an account, as in @PayWebhook({ account: 'shop' }): ${there}`,
    ],
    ['a webhook of a client that the account lacks', { controllers: [IsvHook] }, 'has the client `isv`'],
    [
      'a name that is none',
      { imports: [PayModule.forRoot({ name: 'a b', wallet: walletOfNobody })] },
      'name must be letters, digits',
    ],
    [
      'the name of a client',
      { imports: [PayModule.forRoot({ name: 'isv', wallet: walletOfNobody })] },
      'name is isv, which is the name of a client',
    ],
    [
      'wrong options of one account',
      { imports: [PayModule.forRootAsync({ name: 'wrong', useFactory: () => ({}) })] },
      "PayModule 'wrong' cannot start:",
    ],
  ];
  it.each(rows)('with %s', async (_, { imports = [], ...metadata }, message) => {
    const { failure, log } = await boot({
      imports: [named('shop-gr'), named('shop-ro', romanian), ...imports],
      ...metadata,
    });
    expect(failure).not.toBe('');
    expect(failure + log).toContain(message);
  });

  it('with an unknown name in a module that sees no PayModule', async () => {
    @Module({ providers: [Stranger] })
    class Apart {}
    const { failure, log } = await boot({ imports: [Apart, named('shop-gr')] });
    expect(failure).toContain('shop-xx');
    expect(log).toContain(
      "the account 'shop-xx' injected, and no PayModule has that name: known accounts: 'shop-gr'.",
    );
  });
});
