import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, HttpCode, Injectable, Module, Post, Scope, UseGuards } from '@nestjs/common';
import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  isPayEvent,
  OnPayEvent,
  PayEvent,
  PayEventType,
  PayModule,
  PayWebhook,
  PayWebhookGuard,
  PayWebhookOptions,
} from 'nestjs-pay';
import type { PayDelivery, PayInbox, ReceivedPayEvent, WebhookRequest, WebhookRoute } from 'nestjs-pay';
import type { IncomingMessage } from 'node:http';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import express from 'express';
import { createApp, KeptLogger, PLATFORMS, startApp, walletOf } from './nest-app.js';
import type { Platform } from './nest-app.js';
import { buy, Ledger, paymentBody, PayWebhookController, post, startShop } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';

const FIX = 'NestFactory.create(AppModule, { rawBody: true })';

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

/** How an application boots, or why it does not. */
async function boot(
  platform: Platform,
  module: object,
  options: Omit<NestApplicationOptions, 'logger'> & { configure?: (one: INestApplication) => void } = {},
): Promise<{ failure: string; log: string }> {
  const logger = new KeptLogger();
  const metadata = { imports: [PayModule.forRoot({ wallet: walletOf(simulator) })], ...module };
  try {
    app = await createApp(metadata, { platform, logger, ...options });
    await app.init();
    return { failure: '', log: logger.text() };
  } catch (error) {
    return { failure: String(error), log: logger.text() };
  }
}

describe.each(PLATFORMS)('raw bodies on %s', (platform) => {
  const endpoint = { controllers: [PayWebhookController] };

  it('that are not kept are a boot error which names the one-line fix', async () => {
    expect((await boot(platform, endpoint, { rawBody: false })).failure).toContain(FIX);
  });

  it('that are not kept matter to a guarded route as well', async () => {
    @Controller()
    class Own {
      @Post('hook') @UseGuards(PayWebhookGuard) receive() {}
    }
    expect((await boot(platform, { controllers: [Own] }, { rawBody: false })).failure).toContain(FIX);
  });

  it('that are kept are none', async () => {
    expect(await boot(platform, endpoint, { rawBody: true })).toMatchObject({ failure: '' });
  });

  it('do not matter without a webhook', async () => {
    expect((await boot(platform, {}, { rawBody: false })).failure).toBe('');
  });
});

describe('raw bodies on fastify', () => {
  const endpoint = { controllers: [PayWebhookController] };
  type Parsed = (error: null, body: unknown) => void;
  interface Parsers {
    addContentTypeParser(type: string, options: object, parser: (...args: never[]) => unknown): void;
  }
  const parsers = (one: INestApplication) => one.getHttpAdapter().getInstance() as Parsers;

  it.each([
    [
      'hands the bytes on',
      (one: INestApplication) => {
        parsers(one).addContentTypeParser(
          'application/json',
          { parseAs: 'buffer' },
          (_: unknown, body: Buffer, done: Parsed) => {
            done(null, body);
          },
        );
      },
    ],
    [
      'hands the text on, later',
      (one: INestApplication) => {
        parsers(one).addContentTypeParser(
          'application/json',
          { parseAs: 'string' },
          (_: unknown, body: string) => Promise.resolve(body),
        );
      },
    ],
  ])('are kept by a parser of the user that %s', async (_, configure) => {
    expect((await boot('fastify', endpoint, { rawBody: false, bodyParser: false, configure })).failure).toBe(
      '',
    );
  });

  it("are lost in Fastify's own parser", async () => {
    expect((await boot('fastify', endpoint, { rawBody: false, bodyParser: false })).failure).toContain(FIX);
  });
});

describe('raw bodies on express', () => {
  const endpoint = { controllers: [PayWebhookController] };

  it('are no boot error where the application parses in a way of its own', async () => {
    expect((await boot('express', endpoint, { rawBody: false, bodyParser: false })).failure).toBe('');
  });

  it.each([
    [
      'useBodyParser with a limit',
      (one: NestExpressApplication) => one.useBodyParser('json', { limit: '1mb' }),
      true,
    ],
    [
      'a verify for some paths only',
      (one: NestExpressApplication) => one.use(express.json({ verify: keepForWebhook })),
      false,
    ],
    [
      'a raw parser on the path',
      (one: NestExpressApplication) => one.use('/pay', express.raw({ type: '*/*' })),
      false,
    ],
  ])('are kept by %s', async (_, configure, rawBody) => {
    const options = {
      rawBody,
      configure: (one: INestApplication) => void configure(one as NestExpressApplication),
    };
    expect((await boot('express', endpoint, options)).failure).toBe('');
  });

  it('may come from a raw parser on the path: the delivery is handled', async () => {
    const logger = new KeptLogger();
    const started = await startApp(
      {
        imports: [PayModule.forRoot({ wallet: walletOf(simulator) })],
        controllers: [PayWebhookController],
        providers: [Ledger],
      },
      { logger, rawBody: false, configure: (one) => one.use('/pay', express.raw({ type: '*/*' })) },
    );
    app = started.app;
    const answer = await post(
      `${started.url}/pay/webhook`,
      JSON.stringify({ EventTypeId: 9999, EventData: {} }),
    );
    expect(answer.status).toBe(200);
  });

  it('that are missing only at the first delivery give 500 and the same sentence in the log', async () => {
    const logger = new KeptLogger();
    const started = await startApp(
      { imports: [PayModule.forRoot({ wallet: walletOf(simulator) })], controllers: [PayWebhookController] },
      { logger, rawBody: false, configure: (one) => one.use('/elsewhere', express.raw()) },
    );
    app = started.app;
    const answer = await post(`${started.url}/pay/webhook`, '{}');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('rawBody');
    expect(logger.text()).toContain(FIX);
  });

  function keepForWebhook(
    request: IncomingMessage & { originalUrl?: string; rawBody?: Buffer },
    _: unknown,
    body: Buffer,
  ): void {
    if (request.originalUrl === '/pay/webhook') request.rawBody = body;
  }
});

describe('wiring mistakes', () => {
  it('a webhook of a client that is not configured does not boot', async () => {
    @PayWebhook({ client: 'isv' })
    @Controller('isv')
    class IsvHook {}
    const { failure } = await boot('express', { controllers: [IsvHook] });
    expect(failure).toMatch(
      /IsvHook\.receivePayWebhook belongs to the client `isv`, which is not configured/,
    );
  });

  it('wrong settings of one webhook do not boot', async () => {
    @PayWebhook({ sourceAddresses: ['10.0.0.256'] })
    @Controller('hook')
    class Hook {}
    const { failure } = await boot('express', { controllers: [Hook] });
    expect(failure).toMatch(
      /webhook Hook\.receivePayWebhook is set up wrongly: sourceAddresses is wrong: .*'10\.0\.0\.256'/,
    );
  });

  it('handlers without an endpoint are warned about, and memory that forgets too', async () => {
    expect((await boot('express', { providers: [Ledger] })).log).toMatch(
      /Ledger\.paid, .* will never run: no controller/,
    );
    const { log } = await boot('express', { controllers: [PayWebhookController] });
    expect(log).toMatch(/memory of this process only/);
    expect(log).not.toMatch(/never run/);
  });

  it('a handler on a request-scoped controller does not boot', async () => {
    @Controller({ path: 'x', scope: Scope.REQUEST })
    class PerRequest {
      @OnPayEvent('*') any(_event: ReceivedPayEvent) {}
    }
    const { failure } = await boot('express', { controllers: [PerRequest] });
    expect(failure).toMatch(/@OnPayEvent\(\) on PerRequest\.any: a request-scoped controller/);
  });

  it('a handler for the wrong payload does not compile', () => {
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
        const cancelled: boolean | null | undefined = isPayEvent(event, PayEventType.OrderUpdated)
          ? event.data.IsCancelled
          : null;
        return cancelled;
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

  it('gives the confirmed event, keeps out the rest, and leaves repeats and the answer to the route', async () => {
    seen.length = 0;
    shop = await startShop(platform, simulator, { controllers: [Own], path: 'own' });
    const purchase = await buy(shop, simulator);
    for (let times = 0; times < 2; times++) {
      const answer = await post(shop.hook, paymentBody(simulator, purchase));
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({
        idempotencyKey: expect.stringContaining(purchase.transactionId),
      });
    }
    expect((await post(shop.hook, paymentBody(simulator, purchase, { Amount: 1 }))).status).toBe(403);
    expect((await post(shop.hook, WALLET_EVENT)).status).toBe(403);
    expect((await post(`${shop.hook}/unconfirmed`, WALLET_EVENT)).status).toBe(200);
    expect((await post(`${shop.hook}/unguarded`, '{}')).status).toBe(500);
    expect(seen).toEqual(['1796 api', '1796 api', '2054 none']);
  });

  it('can be extended step by step', async () => {
    class EdgeGuard extends PayWebhookGuard {
      protected override checkSourceAddress(request: WebhookRequest, route: WebhookRoute): void {
        if (request.headers['x-edge'] === undefined) super.checkSourceAddress(request, route);
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
  it("belong to their own accounts: the method's settings win over the controller's over the module's", async () => {
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

describe('an inbox of your own', () => {
  @Injectable()
  class Stored implements PayInbox {
    readonly deliveries: PayDelivery[] = [];
    receive(delivery: PayDelivery): Promise<'stored'> {
      this.deliveries.push(JSON.parse(JSON.stringify(delivery)) as PayDelivery);
      return Promise.resolve('stored');
    }
  }

  it('gets plain deliveries with a key for each event and endpoint, and decides the answer', async () => {
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
