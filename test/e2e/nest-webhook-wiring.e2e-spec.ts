import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { Controller, Get, HttpCode, Injectable, Module, Post, Scope, UseGuards } from '@nestjs/common';
import type { INestApplication, ModuleMetadata, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import express from 'express';
import {
  buildPayWebhookVerificationResponse,
  getPayToken,
  isPayEvent,
  OnPayEvent,
  PayEvent,
  PayEventType,
  PayModule,
  PayTransactions,
  PayWallet,
  PayWalletService,
  PayWebhook,
  PayWebhookGuard,
  PayWebhookOptions,
  PayWebhooks,
  unwrap,
} from 'nestjs-pay';
import type { PayDelivery, PayInbox, ReceivedPayEvent, WebhookRequest, WebhookRoute } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { boot, PLATFORMS, startApp, walletOf } from './nest-app.js';
import type { Platform } from './nest-app.js';
import { buy, Ledger, paymentBody, PayWebhookController, post, startShop } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';

let simulator: PaySimulator;
let shop: Shop | undefined;
let app: INestApplication | undefined;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'wiring' });
});
afterAll(() => simulator.close());
afterEach(async () => {
  await shop?.close();
  await app?.close();
  shop = undefined;
  app = undefined;
});

const isvOptions = () => ({ ...simulator.credentials.isv, dev: true, endpoints: simulator.endpoints });

/** Boots an application with PayModule. */
const bootWith = (
  platform: Platform,
  metadata: ModuleMetadata,
  options: Omit<Parameters<typeof boot>[1] & object, 'platform'> = {},
) =>
  boot(
    { imports: [PayModule.forRoot({ wallet: walletOf(simulator) })], ...metadata },
    { ...options, platform },
  );

describe('an application with', () => {
  it('a webhook of a client that is not configured does not boot', async () => {
    @PayWebhook({ client: 'isv' })
    @Controller('isv')
    class IsvHook {}
    const { failure } = await bootWith('express', { controllers: [IsvHook] });
    expect(failure).toMatch(
      /IsvHook\.receivePayWebhook has the client `isv`, which PayModule's options do not have/,
    );
  });

  describe('a webhook controller in a module that does not import PayModule', () => {
    @PayWebhook()
    @Controller('hook')
    class Hook {}
    @Controller('guarded')
    class Guarded {
      @Post() @UseGuards(PayWebhookGuard) receive() {}
    }
    class OwnGuard extends PayWebhookGuard {}
    @PayWebhook({ guard: OwnGuard })
    @Controller('own')
    class OwnHook {}
    const pay = () => PayModule.forRoot({ wallet: walletOf(simulator) });

    it.each([
      ['Hook', Hook],
      ['Guarded', Guarded],
      ['OwnHook', OwnHook],
    ])('does not boot, and the message for %s names the missing import', async (name, controller) => {
      @Module({ controllers: [controller] })
      class HookModule {}
      for (const imports of [
        [HookModule, pay()],
        [pay(), HookModule],
      ]) {
        const { failure, log } = await boot({ imports });
        expect(failure).not.toBe('');
        expect(`${failure} ${log}`).toMatch(
          new RegExp(
            `HookModule has the webhook controller ${name}, but does not import PayModule: add .* PayModule`,
          ),
        );
      }
    });

    it('boots if a module re-exports PayModule, or PayModule is global', async () => {
      const configured = pay();
      @Module({ imports: [configured], exports: [configured] })
      class SharedModule {}
      @Module({ imports: [SharedModule], exports: [SharedModule] })
      class CoreModule {}
      @Module({ imports: [CoreModule], controllers: [Hook] })
      class HookModule {}
      expect((await boot({ imports: [HookModule] })).failure).toBe('');
      @Module({ controllers: [Hook] })
      class FarModule {}
      const isGlobal = PayModule.forRoot({ isGlobal: true, wallet: walletOf(simulator) });
      const { failure, log } = await boot({ imports: [FarModule, isGlobal] });
      expect(failure).toBe('');
      expect(log).not.toMatch(/does not import/);
    });
  });

  it('wrong options of a webhook does not boot', async () => {
    @PayWebhook({ sourceAddresses: ['10.0.0.256'] })
    @Controller('hook')
    class Hook {}
    const { failure } = await bootWith('express', { controllers: [Hook] });
    expect(failure).toMatch(
      /webhook Hook\.receivePayWebhook has invalid options: sourceAddresses has an invalid entry: .*'10\.0\.0\.256'/,
    );
  });

  it('two webhooks of the same name does not boot, and with two of the same account logs a warning', async () => {
    const hook = (path: string) => {
      @PayWebhook()
      @Controller(path)
      class Hook {}
      return Hook;
    };
    const { failure } = await bootWith('express', { controllers: [hook('a'), hook('b')] });
    expect(failure).toMatch(/two webhooks have the name Hook\.receivePayWebhook.*rename one/);
    const { log } = await bootWith('express', {
      controllers: [hook('a'), PayWebhookController],
      providers: [Ledger],
    });
    expect(log).toMatch(/several webhooks belong to the client `wallet`/);
  });

  it.each([
    [
      'trusted proxies of all addresses',
      { webhooks: { trustedProxies: ['0.0.0.0/0'] } },
      /trustedProxies must contain only/,
    ],
    [
      'trusted proxies of all addresses',
      { webhooks: { trustedProxies: ['::/0'] } },
      /trustedProxies must contain only/,
    ],
    ['no source addresses', { webhooks: { sourceAddresses: [] } }, /sourceAddresses must not be empty/],
    ['no reads', { webhooks: { readsPerMinute: 0 } }, /webhooks\.readsPerMinute must be a whole number/],
    [
      'a colon in the client ID',
      { wallet: { clientId: 'a:b' } },
      /wallet\.clientId must not contain a colon/,
    ],
    ['a colon in the merchant ID', { wallet: { merchantId: 'a:b' } }, /wallet\.merchantId must be a UUID/],
    [
      'a line break in the client secret',
      { wallet: { clientSecret: 'a\nb' } },
      /clientSecret must not contain control/,
    ],
  ])('%s does not boot', async (_, { wallet, webhooks }: Record<string, object>, problem) => {
    const options = { wallet: { ...walletOf(simulator), ...wallet }, webhooks };
    expect((await boot({ imports: [PayModule.forRoot(options)] })).failure).toMatch(problem);
  });

  it('handlers but no endpoint logs a warning, and with an endpoint but no durable inbox logs another one', async () => {
    expect((await bootWith('express', { providers: [Ledger] })).log).toMatch(
      /Ledger\.paid, .* will never run: set webhooks\.path/,
    );
    const { log } = await bootWith('express', { controllers: [PayWebhookController] });
    expect(log).toMatch(/memory of this process only/);
    expect(log).not.toMatch(/never run/);
  });

  it.each([
    ['without raw bodies logs the fix at boot', { rawBody: false }, true],
    [
      'with its own JSON parser logs the fix at boot',
      { configure: (app: INestApplication) => app.use(express.json()) },
      true,
    ],
    ['with raw bodies logs nothing', {}, false],
    [
      'with its own raw parser logs nothing',
      { bodyParser: false, configure: (app: INestApplication) => app.use(express.raw()) },
      false,
    ],
  ])('an application on Express %s', async (_, options, warns) => {
    const metadata = {
      imports: [PayModule.forRoot({ wallet: walletOf(simulator) })],
      controllers: [PayWebhookController],
    };
    const { log } = await boot(metadata, options);
    expect(
      /every webhook will fail: .*create it with NestFactory\.create\(AppModule, \{ rawBody: true \}\)\./.test(
        log,
      ),
    ).toBe(warns);
  });

  it('a handler on a request-scoped controller does not boot', async () => {
    @Controller({ path: 'x', scope: Scope.REQUEST })
    class PerRequest {
      @OnPayEvent('*') any(_event: ReceivedPayEvent) {}
    }
    const { failure } = await bootWith('express', { controllers: [PerRequest] });
    expect(failure).toMatch(/@OnPayEvent\(\) on PerRequest\.any: a request-scoped controller/);
  });

  it('a handler with the wrong payload type does not compile', () => {
    class Typed {
      // @ts-expect-error a payment's payload is not an order's
      @OnPayEvent(PayEventType.TransactionPaymentCreated)
      wrong(_event: ReceivedPayEvent<typeof PayEventType.OrderUpdated>) {}

      @OnPayEvent(PayEventType.TransactionPaymentCreated, PayEventType.OrderUpdated, { unconfirmed: true })
      right(
        event: ReceivedPayEvent<
          typeof PayEventType.TransactionPaymentCreated | typeof PayEventType.OrderUpdated
        >,
      ) {
        const isCanceled: boolean | null | undefined = isPayEvent(event, PayEventType.OrderUpdated)
          ? event.data.IsCancelled
          : null;
        return isCanceled;
      }
    }
    expect(Object.getOwnPropertyNames(Typed.prototype)).toEqual(['constructor', 'wrong', 'right']);
  });
});

describe.each(PLATFORMS)('PayWebhookGuard alone on %s', (platform) => {
  const seen: string[] = [];
  @Controller('own')
  class Own {
    @Post()
    @HttpCode(200)
    @UseGuards(PayWebhookGuard)
    receive(@PayEvent() { eventTypeId, confirmedBy, idempotencyKey }: ReceivedPayEvent) {
      seen.push(`${eventTypeId} ${confirmedBy}`);
      return { idempotencyKey };
    }

    @Post('unconfirmed')
    @HttpCode(200)
    @UseGuards(PayWebhookGuard)
    @PayWebhookOptions({ unconfirmed: true })
    receiveAny(@PayEvent() { eventTypeId, confirmedBy }: ReceivedPayEvent) {
      seen.push(`${eventTypeId} ${confirmedBy}`);
    }

    @Post('unguarded')
    unguarded(@PayEvent() _event: ReceivedPayEvent) {}
  }
  const WALLET_EVENT = JSON.stringify({
    EventTypeId: 2054,
    EventData: { WalletTransactionId: 'w' },
    MessageId: 'w',
  });

  const noGet = 'has PayWebhookGuard, but no GET route has the path';
  const warningsOf = async (...controllers: Type[]): Promise<string> => {
    const { log } = await boot({
      imports: [PayModule.forRoot({ wallet: walletOf(simulator) })],
      controllers,
    });
    return log;
  };

  it('warns at boot that the service cannot verify the address, and names the cure', async () => {
    const log = await warningsOf(Own);
    expect(log).toContain(`Own.receive ${noGet} /own.`);
    expect(log).toContain(`Own.receiveAny ${noGet} /own/unconfirmed.`);
    expect(log).toContain('Add a @Get() that returns buildPayWebhookVerificationResponse(key).body');
    expect(log).not.toContain('unguarded');
  });

  it('warns of a GET route that the guard of its controller refuses', async () => {
    class OwnGuard extends PayWebhookGuard {}
    @Controller('both')
    @UseGuards(OwnGuard)
    class Both {
      @Post() receive(): void {}
      @Get() verify(): void {}
    }
    expect(await warningsOf(Both)).toContain(
      'Both.receive has PayWebhookGuard, but the guard also refuses the requests of Both.verify: put it on the method for POST only',
    );
  });

  it('is verified with the lines of the page, and boots without a warning', async () => {
    @Controller('pay/webhook')
    class Hook {
      constructor(private readonly pay: PayWalletService) {}

      @Get()
      async verify() {
        const key = unwrap(await this.pay.webhooks.retrieveWebhookKey());
        return buildPayWebhookVerificationResponse(key).body;
      }

      @Post()
      @HttpCode(200)
      @UseGuards(PayWebhookGuard)
      receive(@PayEvent() { eventTypeId }: ReceivedPayEvent) {
        seen.push(String(eventTypeId));
      }
    }
    seen.length = 0;
    shop = await startShop(platform, simulator, { controllers: [Hook] });
    const { hook, logger } = shop;
    expect(logger.text()).not.toContain('has PayWebhookGuard, but');
    const [webhook] = await simulator.webhooks.register({ url: hook, eventTypeIds: [1796] });
    simulator.webhooks.remove(webhook?.id ?? '');
    expect((await post(hook, paymentBody(simulator, await buy(shop, simulator)))).status).toBe(200);
    expect(seen).toEqual(['1796']);
  });

  it('passes confirmed events and their duplicates to the route, and rejects other events', async () => {
    seen.length = 0;
    shop = await startShop(platform, simulator, { controllers: [Own], path: 'own' });
    const purchase = await buy(shop, simulator);
    for (let times = 0; times < 2; times++) {
      const response = await post(shop.hook, paymentBody(simulator, purchase));
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        idempotencyKey: expect.stringContaining(purchase.transactionId),
      });
    }
    expect((await post(shop.hook, paymentBody(simulator, purchase, { Amount: 1 }))).status).toBe(403);
    expect((await post(shop.hook, WALLET_EVENT)).status).toBe(403);
    expect((await post(`${shop.hook}/unconfirmed`, WALLET_EVENT)).status).toBe(200);
    expect((await post(`${shop.hook}/unguarded`, '{}')).status).toBe(500);
    expect(seen).toEqual(['1796 api', '1796 api', '2054 none']);
  });

  it('has checks that a subclass can override, which can have a constructor of its own', async () => {
    @Injectable()
    class Edge {
      readonly header = 'x-edge';
    }
    @Injectable()
    class EdgeGuard extends PayWebhookGuard {
      constructor(private readonly edge: Edge) {
        super();
      }
      protected override checkSourceAddress(request: WebhookRequest, route: WebhookRoute): void {
        if (request.headers[this.edge.header] === undefined) super.checkSourceAddress(request, route);
      }
    }
    @Controller('edge')
    class EdgeHook {
      @PayWebhook({ guard: EdgeGuard })
      receive(@PayEvent() event: ReceivedPayEvent) {
        seen.push(`edge ${event.eventTypeId}`);
      }
    }
    seen.length = 0;
    shop = await startShop(platform, simulator, {
      controllers: [EdgeHook],
      providers: [Edge],
      path: 'edge',
      webhooks: { sourceAddresses: ['20.50.240.57'] },
    });
    const body = paymentBody(simulator, await buy(shop, simulator));
    expect((await post(shop.hook, body)).status).toBe(403);
    expect((await post(shop.hook, body, { 'x-edge': 'known' })).status).toBe(200);
    expect(seen).toEqual(['edge 1796']);
  });
});

describe('several webhooks in one application', () => {
  it("use the method's options first, then the controller's, then the module's", async () => {
    @PayWebhookOptions({ client: 'isv' })
    @Controller('hooks')
    class Hooks {
      @PayWebhook('isv') isv(@PayEvent() _event: ReceivedPayEvent) {}
      @PayWebhook({ path: 'wallet', client: 'wallet' }) wallet() {}
    }
    @Module({
      imports: [PayModule.forRoot({ wallet: walletOf(simulator), isv: isvOptions() })],
      controllers: [Hooks],
    })
    class HooksModule {}
    const started = await startApp({ imports: [HooksModule] });
    app = started.app;
    expect(await (await fetch(`${started.url}/hooks/isv`)).text()).toMatch(/^\{"key":"[0-9a-f]{40}"\}$/);
    expect(await (await fetch(`${started.url}/hooks/wallet`)).text()).toMatch(/^\{"Key":"[0-9A-F]{40}"\}$/);
  });
});

it('a printed injectable service shows no credentials', async () => {
  shop = await startShop('express', simulator, { webhooks: { secrets: ['subscription-secret'] } });
  const { apikey, clientSecret } = simulator.credentials.merchant;
  const names = ['PayWebhookRoutes', 'PayWebhookStats', 'PayWallet'];
  const services = [...shop.app.get(ModulesContainer).values()]
    .flatMap(({ providers }) => [...providers.values()])
    .filter(({ name }) => names.includes(String(name)));
  expect(new Set(services.map(({ name }) => name)).size).toBe(names.length);
  for (const { instance } of services) {
    const printed = inspect(instance, { depth: 12, showHidden: true });
    for (const secret of [apikey, clientSecret, 'subscription-secret']) expect(printed).not.toContain(secret);
  }
});

it.each([
  ['a client', PayWallet, (area: object) => ({ transactions: area })],
  ['an area', PayTransactions, (area: object) => area],
  ['an area of one client', getPayToken(PayTransactions, 'wallet'), (area: object) => area],
])('%s that a test overrides confirms the events', async (_, token, double) => {
  @Module({
    imports: [PayModule.forRoot({ wallet: walletOf(simulator) })],
    controllers: [PayWebhookController],
    providers: [Ledger],
  })
  class Shopping {}
  let reads = 0;
  const getTransactionById = () => {
    reads++;
    return Promise.resolve({ success: false, code: 'notfound', message: 'unknown' });
  };
  const testing = await Test.createTestingModule({ imports: [Shopping] })
    .overrideProvider(token)
    .useValue(double({ getTransactionById }))
    .compile();
  app = testing.createNestApplication({ rawBody: true, logger: false });
  await app.listen(0, '127.0.0.1');
  const purchase = { orderCode: '1234567890123456', transactionId: '997a0000-e6ce-45c9-970d-4d902f270001' };
  const hook = `${await app.getUrl()}/pay/webhook`;
  expect((await post(hook, paymentBody(simulator, purchase))).status).toBe(403);
  expect(reads).toBe(1);
});

it('a test double of an area replaces it in one client only', async () => {
  const both = { wallet: walletOf(simulator), marketplace: walletOf(simulator) };
  const testing = await Test.createTestingModule({ imports: [PayModule.forRoot(both)] })
    .overrideProvider(PayWebhooks)
    .useValue('a double')
    .compile();
  app = testing.createNestApplication({ logger: false });
  const of = (...at: Parameters<typeof getPayToken>) => testing.get<unknown>(getPayToken(...at));
  expect(of(PayWebhooks)).toBe('a double');
  expect(of(PayWebhooks, 'wallet')).toBe('a double');
  expect(of(PayWebhooks, 'marketplace')).toBeInstanceOf(PayWebhooks);
});

describe('an inbox of your own', () => {
  @Injectable()
  class Stored implements PayInbox {
    readonly deliveries: PayDelivery[] = [];
    receive(delivery: PayDelivery): Promise<'stored'> {
      this.deliveries.push(JSON.parse(JSON.stringify(delivery)) as PayDelivery);
      return Promise.resolve('stored');
    }
  }

  it('gets deliveries as plain data with a key, and its outcome is counted', async () => {
    const inbox = new Stored();
    shop = await startShop('express', simulator, { webhooks: { inbox } });
    const purchase = await buy(shop, simulator);
    expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
    const [delivery] = inbox.deliveries;
    expect(delivery).toMatchObject({
      endpoint: 'PayWebhookController.receivePayWebhook',
      client: 'wallet',
      signed: false,
      event: { eventTypeId: 1796, data: { OrderCodeText: purchase.orderCode } },
    });
    expect(delivery?.key).toContain(purchase.transactionId);
    expect(shop.counts()).toMatchObject({ stored: 1, handled: 0 });
    expect(shop.ledger.payments).toHaveLength(0);
    expect(shop.logger.text()).not.toMatch(/memory of this process/);
  });
});
