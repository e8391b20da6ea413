import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { Controller, Post, UseGuards } from '@nestjs/common';
import type { INestApplication, ModuleMetadata } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PayModule, PayWebhookGuard } from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import express from 'express';
import { boot, KeptLogger, PLATFORMS, startApp, walletOf } from './nest-app.js';
import type { Platform } from './nest-app.js';
import { Ledger, PayWebhookController, post } from './webhook-shop.js';
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

/** Boots an application that has PayModule. */
const bootWith = (
  platform: Platform,
  metadata: ModuleMetadata,
  options: Omit<Parameters<typeof boot>[1] & object, 'platform'> = {},
) =>
  boot(
    { imports: [PayModule.forRoot({ wallet: walletOf(simulator) })], ...metadata },
    { ...options, platform },
  );

describe.each(PLATFORMS)('raw bodies on %s', (platform) => {
  const endpoint = { controllers: [PayWebhookController] };

  it('that are not kept are a boot error which names the one-line fix', async () => {
    expect((await bootWith(platform, endpoint, { rawBody: false })).failure).toContain(FIX);
  });

  it('that are not kept matter to a guarded route as well', async () => {
    @Controller()
    class Own {
      @Post('hook') @UseGuards(PayWebhookGuard) receive() {}
    }
    expect((await bootWith(platform, { controllers: [Own] }, { rawBody: false })).failure).toContain(FIX);
  });

  it('that are kept are none', async () => {
    expect(await bootWith(platform, endpoint, { rawBody: true })).toMatchObject({ failure: '' });
  });

  it('do not matter without a webhook', async () => {
    expect((await bootWith(platform, {}, { rawBody: false })).failure).toBe('');
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
    expect(
      (await bootWith('fastify', endpoint, { rawBody: false, bodyParser: false, configure })).failure,
    ).toBe('');
  });

  it("are lost in Fastify's own parser", async () => {
    expect((await bootWith('fastify', endpoint, { rawBody: false, bodyParser: false })).failure).toContain(
      FIX,
    );
  });
});

describe('raw bodies on express', () => {
  const endpoint = { controllers: [PayWebhookController] };

  it('are no boot error where the application parses in a way of its own', async () => {
    expect((await bootWith('express', endpoint, { rawBody: false, bodyParser: false })).failure).toBe('');
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
    expect((await bootWith('express', endpoint, options)).failure).toBe('');
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
