import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpService } from '@nestjs/axios';
import { Controller, Inject, Injectable, Module } from '@nestjs/common';
import type { INestApplication, ModuleMetadata, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  getPayToken,
  InjectPay,
  InjectPayHttp,
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
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
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
/** Returns the options of all three clients for a simulator. */
const allClients = (simulator: PaySimulator) => ({
  wallet: walletOf(simulator),
  isv: { ...simulator.credentials.isv, ...dev(simulator) },
  marketplace: { ...simulator.credentials.marketplace, ...dev(simulator) },
});
const named = (name: string, simulator = greek) => PayModule.forRoot({ name, wallet: walletOf(simulator) });
const ordersOf = (simulator: PaySimulator) => simulator.orders.list().length;

const unknownWallet = {
  clientId: 'a',
  clientSecret: 'b',
  merchantId: '01234567-89ab-cdef-0123-456789abcdef',
  apikey: 'd',
};

describe('several PayModules', () => {
  @Injectable()
  class Shops {
    constructor(
      @InjectPay(PayWallet, 'shop-gr') readonly greece: PayWallet,
      @InjectPay(PayWallet, 'shop-ro') readonly romania: PayWallet,
      @InjectPay(PayPayments, 'shop-gr') readonly greekPayments: PayPayments,
      @Inject(getPayToken(PayPayments, 'shop-ro')) readonly romanianPayments: PayPayments,
      @InjectPay(Marketplace) readonly marketplace: Marketplace,
      readonly platformPayments: MarketPlacePayments,
      @InjectPayHttp('shop-gr') readonly greekHttp: HttpService,
      @InjectPayHttp() readonly http: HttpService,
    ) {}
  }
  const imports = (isGlobal = false): ModuleMetadata['imports'] => [
    PayModule.forRoot({ name: 'shop-gr', isGlobal, wallet: walletOf(greek) }),
    PayModule.forRootAsync({ name: 'shop-ro', isGlobal, useFactory: () => ({ wallet: walletOf(romanian) }) }),
    PayModule.forRoot({ isGlobal, marketplace: allClients(greek).marketplace }),
  ];

  it('have their own clients and areas', async () => {
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

  it('provide clients by class only if they have no name', async () => {
    @Injectable()
    class Shop {
      constructor(readonly pay: PayWallet) {}
    }
    expect((await boot({ imports: [named('shop-gr')], providers: [Shop] })).failure).toMatch(
      /resolve dependencies of the Shop/,
    );
    expect((await boot({ imports: imports(), providers: [Shop] })).failure).toContain(
      'PayWallet was injected into Shop, but `wallet` is not configured in PayModule: add `wallet` to its options, set its variables if you use payConfig, or do not inject it.',
    );
  });

  it('can be global', async () => {
    @Module({ providers: [Shops] })
    class ShopsModule {}
    app = await createApp({ imports: [...(imports(true) ?? []), ShopsModule] });
    await app.init();
    expect(app.get(Shops, { strict: false }).greece).toBeInstanceOf(PayWallet);
  });

  it('can be imported by several modules if forRoot is called once', async () => {
    const shop = named('shop-gr');
    @Injectable()
    class Till {
      constructor(@InjectPay(PayWallet, 'shop-gr') readonly pay: PayWallet) {}
    }
    @Module({ imports: [shop], providers: [Till] })
    class TillModule {}
    app = await createApp({ imports: [shop, TillModule], providers: [{ provide: 'root', useClass: Till }] });
    await app.init();
    expect(app.get<Till>('root').pay).toBe(app.get(Till, { strict: false }).pay);
  });

  it('with a name provide the same area of two clients separately', async () => {
    @Injectable()
    class Webhooks {
      constructor(
        @InjectPay(PayWebhooks, 'all') readonly preferred: PayWebhooks,
        @InjectPay(PayWebhooks, { account: 'all', client: 'wallet' }) readonly wallet: PayWebhooks,
        @InjectPay(PayWebhooks, { account: 'all', client: 'marketplace' }) readonly marketplace: PayWebhooks,
        @InjectPay(PayISV, 'all') readonly isv: PayISV,
      ) {}
    }
    app = await createApp({
      imports: [PayModule.forRoot({ name: 'all', ...allClients(greek) })],
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

  it('provide every area of every client', async () => {
    const places = [undefined, 'all'];
    app = await createApp({
      imports: [
        PayModule.forRoot(allClients(greek)),
        PayModule.forRoot({ name: 'all', ...allClients(greek) }),
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
        const instance: Record<string, unknown> = app.get(getPayToken(services[client], { account }), {
          strict: false,
        });
        const areas = Object.entries(instance).filter(([, member]) =>
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

  it('let a test double replace one account with all its areas', async () => {
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

describe('an application does not boot', () => {
  @Injectable()
  class UnknownAccountUser {
    constructor(@InjectPay(PayWallet, 'shop-xx') readonly pay: PayWallet) {}
  }
  @Controller()
  class UnknownAccountController {
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
  class UnnamedAccountHandler {
    @OnPayEvent('*', { account: null }) any(_event: ReceivedPayEvent) {}
  }
  @PayWebhook({ account: 'shop-xx' })
  @Controller('unknown')
  class UnknownAccountHook {}
  @PayWebhook()
  @Controller('hook')
  class Hook {}
  @PayWebhook({ account: 'shop-gr', client: 'isv' })
  @Controller('isv')
  class IsvHook {}

  const knownAccounts = "known accounts: 'shop-gr', 'shop-ro'.";
  const rows: [string, ModuleMetadata, string][] = [
    [
      'two PayModules of the same name',
      { imports: [PayModule.forRoot({ name: 'shop-ro', wallet: unknownWallet })] },
      "two PayModules of this application have the name 'shop-ro'",
    ],
    [
      'two PayModules without a name',
      {
        imports: [PayModule.forRoot({ wallet: unknownWallet }), PayModule.forRoot({ wallet: unknownWallet })],
      },
      'two PayModules of this application have no name',
    ],
    [
      'an unknown name in a provider',
      { providers: [UnknownAccountUser] },
      `UnknownAccountUser injects a client or area of the account 'shop-xx', but no PayModule has that name: ${knownAccounts}`,
    ],
    [
      'an unknown name in a property of a controller',
      { controllers: [UnknownAccountController] },
      'UnknownAccountController injects',
    ],
    ['an unknown name in a factory', { providers: [made] }, 'made injects a client or area of the account'],
    [
      'an injected client that the account does not have',
      { providers: [bill] },
      "pay:shop-gr:isv was injected into bill, but `isv` is not configured in PayModule 'shop-gr'",
    ],
    [
      'a handler for an unknown account',
      { providers: [Handler] },
      `events of the account 'shop-xx', but no PayModule has that name: ${knownAccounts}`,
    ],
    [
      'a handler for the default account, which does not exist',
      { providers: [UnnamedAccountHandler] },
      `events of the default account, but each PayModule has a name: ${knownAccounts}`,
    ],
    [
      'a webhook of an unknown account',
      { controllers: [UnknownAccountHook] },
      `UnknownAccountHook.receivePayWebhook has the account 'shop-xx', but no PayModule has that name: ${knownAccounts}`,
    ],
    [
      'a webhook without an account',
      { controllers: [Hook] },
      `Hook.receivePayWebhook needs an account, as in @PayWebhook({ account: 'shop' }): ${knownAccounts}`,
    ],
    [
      'a webhook of a client that the account does not have',
      { controllers: [IsvHook] },
      'has the client `isv`',
    ],
    [
      'an invalid name',
      { imports: [PayModule.forRoot({ name: 'a b', wallet: unknownWallet })] },
      'name must be letters, digits',
    ],
    [
      'the name of a client',
      { imports: [PayModule.forRoot({ name: 'isv', wallet: unknownWallet })] },
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

  it('with an unknown name in a module that does not import PayModule', async () => {
    @Module({ providers: [UnknownAccountUser] })
    class OtherModule {}
    const { failure, log } = await boot({ imports: [OtherModule, named('shop-gr')] });
    expect(failure).toContain('shop-xx');
    expect(log).toContain(
      "the account 'shop-xx', but no PayModule has that name: known accounts: 'shop-gr'.",
    );
  });
});
