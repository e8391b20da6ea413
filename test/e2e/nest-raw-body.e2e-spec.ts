import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { Controller, Post, UseGuards } from '@nestjs/common';
import type { INestApplication, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PayModule, PayWebhookGuard } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import express from 'express';
import { RecordingLogger, PLATFORMS, startApp, walletOf } from './nest-app.js';
import type { AppOptions, Platform } from './nest-app.js';
import { Ledger, PayWebhookController, post } from './webhook-shop.js';

const FIX = 'NestFactory.create(AppModule, { rawBody: true })';

let simulator: PaySimulator;
let app: INestApplication | undefined;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'wiring' });
});
afterAll(() => simulator.close());
afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** Starts an application with a webhook and posts a delivery. */
async function deliver(
  platform: Platform,
  options: Omit<AppOptions, 'platform' | 'logger'>,
  {
    path = 'pay/webhook',
    controllers = [PayWebhookController],
  }: { path?: string; controllers?: Type[] } = {},
): Promise<{ status: number; response: string; log: string }> {
  const logger = new RecordingLogger();
  const started = await startApp(
    {
      imports: [PayModule.forRoot({ wallet: walletOf(simulator) })],
      controllers,
      providers: [Ledger],
    },
    { ...options, platform, logger },
  );
  app = started.app;
  const response = await post(`${started.url}/${path}`, JSON.stringify({ EventTypeId: 9999, EventData: {} }));
  return { status: response.status, response: await response.text(), log: logger.text() };
}

describe.each(PLATFORMS)('an application without raw bodies on %s', (platform) => {
  it('responds to the first delivery with 500 and logs the fix', async () => {
    const { status, response, log } = await deliver(platform, { rawBody: false });
    expect(status).toBe(500);
    expect(response).not.toContain('rawBody');
    expect(log).toContain(FIX);
  });

  it('responds to the first delivery to a guarded route with 500 and logs the fix', async () => {
    @Controller()
    class GuardedController {
      @Post('hook') @UseGuards(PayWebhookGuard) receive() {}
    }
    const { status, log } = await deliver(
      platform,
      { rawBody: false },
      { path: 'hook', controllers: [GuardedController] },
    );
    expect(status).toBe(500);
    expect(log).toContain(FIX);
  });
});

describe.each(PLATFORMS)('an application with raw bodies on %s', (platform) => {
  it('accepts a delivery', async () => {
    expect(await deliver(platform, { rawBody: true })).toMatchObject({ status: 200 });
  });
});

describe('a body parser of the application on Fastify', () => {
  type Parsed = (error: null, body: unknown) => void;
  interface Parsers {
    addContentTypeParser(type: string, options: object, parser: (...args: never[]) => unknown): void;
  }
  const parsers = (one: INestApplication) => one.getHttpAdapter().getInstance() as Parsers;

  it.each([
    [
      'the bytes',
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
      'a promise of the text',
      (one: INestApplication) => {
        parsers(one).addContentTypeParser(
          'application/json',
          { parseAs: 'string' },
          (_: unknown, body: string) => Promise.resolve(body),
        );
      },
    ],
  ])('may return %s', async (_, configure) => {
    const options = { rawBody: false, bodyParser: false, configure };
    expect(await deliver('fastify', options)).toMatchObject({ status: 200 });
  });
});

describe('a body parser of the application on Express', () => {
  it.each([
    [
      'useBodyParser with a limit',
      (one: NestExpressApplication) => one.useBodyParser('json', { limit: '1mb' }),
      true,
    ],
    [
      'a verify function for some paths only',
      (one: NestExpressApplication) => one.use(express.json({ verify: keepForWebhook })),
      false,
    ],
    [
      'a raw parser on the path',
      (one: NestExpressApplication) => one.use('/pay', express.raw({ type: '*/*' })),
      false,
    ],
  ])('may be %s', async (_, configure, rawBody) => {
    const options = {
      rawBody,
      configure: (one: INestApplication) => void configure(one as NestExpressApplication),
    };
    expect(await deliver('express', options)).toMatchObject({ status: 200 });
  });

  function keepForWebhook(
    request: IncomingMessage & { originalUrl?: string; rawBody?: Buffer },
    _: unknown,
    body: Buffer,
  ): void {
    if (request.originalUrl === '/pay/webhook') request.rawBody = body;
  }
});
