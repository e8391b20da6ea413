import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { Catch, HttpException, RequestTimeoutException, ValidationPipe } from '@nestjs/common';
import type {
  ArgumentsHost,
  CallHandler,
  ExceptionFilter,
  ExecutionContext,
  INestApplication,
  NestInterceptor,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import type { NextFunction, Request, Response } from 'express';
import type { FastifyInstance } from 'fastify';
import { from, map, race, tap, throwError } from 'rxjs';
import { mergeMap } from 'rxjs/operators';
import { until } from '../until.js';
import { PLATFORMS } from './nest-app.js';
import { expectWorking } from './webhook-checks.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

/** Responds to every error with its own body and status. */
@Catch()
class CatchAll implements ExceptionFilter {
  constructor(
    private readonly app: INestApplication,
    private readonly statusOf: (error: unknown) => number,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const { httpAdapter } = this.app.get(HttpAdapterHost);
    const body = { code: 'E_FAILED', message: String(error) };
    httpAdapter.reply(host.switchToHttp().getResponse(), body, this.statusOf(error));
  }
}

const statusOf = (error: unknown): number => (error instanceof HttpException ? error.getStatus() : 500);

const wrap: NestInterceptor = {
  intercept: (_context: ExecutionContext, next: CallHandler) =>
    next.handle().pipe(map((data: unknown) => ({ data }))),
};

describe.each(PLATFORMS)('the webhook endpoint on %s works with', (platform) => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: `responses ${platform}`, clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(() => shop.close());

  const open = async (configure: (app: INestApplication) => void, options: ShopOptions = {}) => {
    shop = await startShop(platform, simulator, { ...options, configure });
  };

  it('a global interceptor that wraps every response', async () => {
    await open((app) => app.useGlobalInterceptors(wrap));
    await expectWorking(shop, simulator);
  });

  it('a global interceptor that sets a header after the response was sent', async () => {
    const late: NestInterceptor = {
      intercept: (context: ExecutionContext, next: CallHandler) =>
        next.handle().pipe(
          tap(() => {
            const { httpAdapter } = shop.app.get(HttpAdapterHost);
            httpAdapter.setHeader(context.switchToHttp().getResponse(), 'x-took', '1');
          }),
        ),
    };
    await open((app) => app.useGlobalInterceptors(late).useGlobalFilters(new CatchAll(app, statusOf)));
    await expectWorking(shop, simulator);
  });

  it('a global interceptor that times out: the delivery arrives again and is handled once', async () => {
    let timeOut: () => void = () => undefined;
    let timedOut = new Promise<void>((resolve) => (timeOut = resolve));
    const timeout: NestInterceptor = {
      intercept: (_context: ExecutionContext, next: CallHandler) =>
        race(
          next.handle(),
          from(timedOut).pipe(mergeMap(() => throwError(() => new RequestTimeoutException()))),
        ),
    };
    await open((app) => app.useGlobalInterceptors(timeout));
    const purchase = await buy(shop, simulator);
    let finish: (value?: unknown) => void = () => undefined;
    shop.ledger.gate = new Promise((resolve) => (finish = resolve));
    const first = post(shop.hook, paymentBody(simulator, purchase));
    await until(() => shop.counts().received > 0);
    timeOut();
    expect((await first).status).toBe(408);
    timedOut = new Promise(() => undefined);
    finish();
    expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
    expect(shop.ledger.payments).toHaveLength(1);
  });

  it('a global filter that responds to all errors with its own body', async () => {
    await open((app) => app.useGlobalFilters(new CatchAll(app, statusOf)));
    await expectWorking(shop, simulator);
  });

  it('a global filter that responds to all errors with 200: a failed delivery is still responded with 500', async () => {
    await open((app) => app.useGlobalFilters(new CatchAll(app, () => 200)));
    shop.ledger.failures = 1;
    const purchase = await buy(shop, simulator);
    const failed = await post(shop.hook, paymentBody(simulator, purchase));
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain('database');
    simulator.reset();
    await expectWorking(shop, simulator);
    expect((await fetch(shop.hook, { method: 'HEAD' })).headers.get('allow')).toBe('GET, POST');
  });

  it('a global pipe that validates strictly', async () => {
    await open((app) =>
      app.useGlobalPipes(
        new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }),
      ),
    );
    await expectWorking(shop, simulator);
  });

  it('CORS', async () => {
    await open((app) => app.enableCors({ origin: 'https://shop.example' }));
    await expectWorking(shop, simulator);
    const preflight = await fetch(shop.hook, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
  });

  it('middleware that sets headers and compresses responses', async () => {
    await open((app) => {
      app.use((_request: Request, response: Response, next: NextFunction) => {
        response.setHeader('content-security-policy', "default-src 'self'");
        response.setHeader('x-content-type-options', 'nosniff');
        next();
      });
      if (platform === 'express') app.use(compress);
      else compressFastify(app.getHttpAdapter().getInstance() as FastifyInstance);
    });
    const response = await fetch(shop.hook);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    await expectWorking(shop, simulator);
  });
});

/** Compresses responses for clients that accept gzip, as compression middleware does. */
function compress(request: Request, response: Response, next: NextFunction): void {
  const send = response.send.bind(response);
  response.send = (body?: unknown) => {
    if (typeof body !== 'string' || !/gzip/.test(String(request.headers['accept-encoding'])))
      return send(body);
    response.send = send;
    response.setHeader('content-encoding', 'gzip');
    response.type('application/json');
    return send(gzipSync(body));
  };
  next();
}

function compressFastify(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !/gzip/.test(String(request.headers['accept-encoding'])))
      return payload;
    const bytes = gzipSync(payload);
    void reply.header('content-encoding', 'gzip').header('content-length', bytes.length);
    return Promise.resolve(bytes);
  });
}
