import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get, HttpException, Injectable, Param, UseFilters } from '@nestjs/common';
import type {
  CallHandler,
  ExecutionContext,
  INestApplication,
  ModuleMetadata,
  NestInterceptor,
} from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { memoryIdempotency, PayError, PayErrorFilter, PayHttpException, PayModule } from 'nestjs-pay';
import { PayWallet, unwrap } from 'nestjs-pay';
import type { CreateOrderResult, MethodReturn } from 'nestjs-pay';
import { catchError } from 'rxjs';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { BAD_CARD, GOOD_CARD } from '../cards.js';
import { createApp, PLATFORMS, RecordingLogger, walletOf } from './nest-app.js';
import { withTimes } from '../times.js';

const NOWHERE = { accounts: 'http://127.0.0.1:9', api: 'http://127.0.0.1:9', web: 'http://127.0.0.1:9' };
const UNKNOWN_ID = 'c90d4902-6245-449f-b2b0-51d99cd09cfe';

let simulator: PaySimulator;
beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'error filter', clock: 'manual' });
});
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.reset();
});

/** Creates a paid order and returns the ID of its payment. */
async function payment(pay: PayWallet): Promise<string> {
  const { orderCodeText } = unwrap(await pay.payments.createOrder({ amount: 2450 }));
  const outcome = simulator.checkout.pay(orderCodeText, GOOD_CARD);
  return outcome.kind === 'approved' ? outcome.transaction.id : outcome.kind;
}

const OPERATION = 'transactions.cancelTransaction';
const loseResponse = () => void simulator.faults.add({ operation: OPERATION, kind: 'executed-but-lost' });
const neverRespond = () => void simulator.faults.add({ operation: OPERATION, kind: 'delay', ms: 'never' });

/** Creates an order at a service that responds with a status. */
async function busy(
  status: number,
  headers: Record<string, string>,
): Promise<MethodReturn<CreateOrderResult>> {
  const service = createServer((_request, response) => response.writeHead(status, headers).end());
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const api = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const { endpoints, ...wallet } = walletOf(simulator);
  const pay = new PayWallet({ ...wallet, endpoints: { ...endpoints, api } });
  const result = await pay.payments.createOrder({ amount: 2450 });
  await pay.close();
  service.close();
  return result;
}

const FAILURES: Record<string, (pay: PayWallet) => Promise<unknown>> = {
  invalid: async (pay) => unwrap(await pay.payments.createOrder({ amount: 24.5 })),
  declined: async (pay) => {
    const { orderCodeText } = unwrap(await pay.payments.createOrder({ amount: 2450 }));
    const creditcard = { number: BAD_CARD.number, expirationDate: '2040-12-31', cvc: BAD_CARD.cvc };
    const options = { orderCode: orderCodeText, moto: true, creditcard } as const;
    return unwrap(await pay.transactions.makeMotoCardCharge(options));
  },
  'not found': async (pay) => unwrap(await pay.transactions.getTransactionById(UNKNOWN_ID)),
  'refunded twice': async (pay) => {
    const paid = await payment(pay);
    unwrap(await pay.transactions.refund(paid, { amount: 2450 }));
    return unwrap(await pay.transactions.refund(paid, { amount: 2450 }));
  },
  'too much': async (pay) => unwrap(await pay.transactions.refund(await payment(pay), { amount: 9999 })),
  'reused key': async (pay) => {
    const paid = await payment(pay);
    const call = { idempotencyKey: `k-${paid}` };
    unwrap(await pay.transactions.refund(paid, { amount: 1 }, call));
    return unwrap(await pay.transactions.refund(paid, { amount: 2 }, call));
  },
  'in progress': async (pay) => {
    const paid = await payment(pay);
    const call = { idempotencyKey: `k-${paid}`, timeoutMs: 1_000 };
    neverRespond();
    const store = memoryIdempotency(withTimes({ waitMs: 1 }));
    const keyed = new PayWallet({ ...walletOf(simulator), idempotency: store });
    const first = keyed.transactions.refund(paid, { amount: 1 }, call);
    const second = await keyed.transactions.refund(paid, { amount: 1 }, call);
    await first;
    return unwrap(second);
  },
  'no permission': async (pay) => {
    const paid = await payment(pay);
    simulator.permissions.set({ allowRefunds: false });
    return unwrap(await pay.transactions.refund(paid, { amount: 1 }));
  },
  'wrong secret': async () => {
    const pay = new PayWallet({ ...walletOf(simulator), clientSecret: 'wrong-secret' });
    return unwrap(await pay.payments.createOrder({ amount: 2450 }));
  },
  'not connected': async () => {
    const pay = new PayWallet({ ...walletOf(simulator), endpoints: NOWHERE });
    return unwrap(await pay.payments.createOrder({ amount: 2450 }));
  },
  'lost response': async (pay) => {
    const paid = await payment(pay);
    loseResponse();
    return unwrap(await pay.transactions.refund(paid, { amount: 2450 }));
  },
  'no response in time': async (pay) => {
    const paid = await payment(pay);
    neverRespond();
    return unwrap(await pay.transactions.refund(paid, { amount: 2450 }, { timeoutMs: 1_000 }));
  },
  'rate limit': async () => unwrap(await busy(429, { 'retry-after': '120' })),
  'busy service': async () => unwrap(await busy(503, { 'retry-after': '120' })),
  'http exception': async (pay) => {
    const result = await pay.payments.createOrder({ amount: 24.5 });
    if (!result.success) throw new PayHttpException(result);
  },
  'http exception with a wait': async () => {
    const result = await busy(429, { 'retry-after': '120' });
    if (!result.success) throw new PayHttpException(result);
  },
  'another error': () => Promise.reject(new Error('the database is not available')),
};

@Controller('fails')
class FailingController {
  constructor(private readonly pay: PayWallet) {}

  @Get(':how')
  fail(@Param('how') how: string): Promise<unknown> {
    return FAILURES[how]?.(this.pay) ?? Promise.resolve('fine');
  }
}

/** The interceptor of the page. */
@Injectable()
class PayErrors implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(
      catchError((error: unknown) => {
        throw error instanceof PayError ? new PayHttpException(error) : error;
      }),
    );
  }
}

@UseFilters(PayErrorFilter)
@Controller('fails')
class FilteredController extends FailingController {}

describe.each(PLATFORMS)('PayErrorFilter on %s', (platform) => {
  let app: INestApplication;
  let url: string;
  const logger = new RecordingLogger();

  const start = async (metadata: ModuleMetadata): Promise<void> => {
    const options = { wallet: walletOf(simulator), idempotency: memoryIdempotency() };
    const imports = [PayModule.forRoot({ ...options, isGlobal: true })];
    app = await createApp({ imports, ...metadata }, { platform, logger });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  };
  const responseTo = async (how: string) => {
    const { status, headers, ...response } = await fetch(`${url}/fails/${how}`).then(async (found) => ({
      status: found.status,
      headers: found.headers,
      body: (await found.json()) as Record<string, unknown>,
    }));
    return { status, retryAfter: headers.get('retry-after'), body: response.body };
  };

  describe('as APP_FILTER', () => {
    beforeAll(() =>
      start({
        controllers: [FailingController],
        providers: [{ provide: APP_FILTER, useClass: PayErrorFilter }],
      }),
    );
    afterAll(() => app.close());

    it.each([
      // [failure, status, code, outcome, Retry-After]
      ['declined', 402, 'rejected', 'rejected', null],
      ['not found', 404, 'notfound', 'rejected', null],
      ['refunded twice', 409, 'alreadycanceled', 'rejected', null],
      ['in progress', 409, 'inprogress', 'unknown', '10'],
      ['too much', 422, 'rejected', 'rejected', null],
      ['reused key', 422, 'idempotencyconflict', 'not-sent', null],
      ['no permission', 500, 'internalerror', 'rejected', null],
      ['wrong secret', 500, 'internalerror', 'not-sent', null],
      ['lost response', 502, 'networkerror', 'unknown', null],
      ['not connected', 503, 'tokenerror', 'not-sent', '10'],
      ['no response in time', 504, 'timeout', 'unknown', null],
      ['rate limit', 503, 'rejected', 'rejected', '120'],
      ['http exception with a wait', 503, 'rejected', 'rejected', '120'],
      ['busy service', 502, 'servererror', 'unknown', null],
    ])('responds to `%s` with %i and the code %s', async (how, status, code, outcome, retryAfter) => {
      const found = await responseTo(how);
      expect(found).toEqual({
        status,
        retryAfter,
        body: { statusCode: status, message: expect.any(String), code, outcome },
      });
      expect(logger.lines.at(-1)).toMatch(`${status >= 500 ? 'error' : 'warn'} ${status} `);
    });

    it('names the wrong options', async () => {
      for (const how of ['invalid', 'http exception'])
        expect(await responseTo(how)).toMatchObject({
          status: 400,
          body: { code: 'validationerror', fields: [{ field: 'amount' }, { field: 'amount' }] },
        });
    });

    it('does not respond to other errors', async () => {
      const { status, body } = await responseTo('another error');
      expect([status, body]).toEqual([500, { statusCode: 500, message: 'Internal server error' }]);
    });
  });

  it('has the statuses for an interceptor that remembers them, if PayHttpException replaces PayError', async () => {
    const remembered: number[] = [];
    /** As interceptors for idempotency keys do: an error without an HTTP status counts as 500. */
    const remembering: NestInterceptor = {
      intercept: (_context, next) =>
        next.handle().pipe(
          catchError((error: unknown) => {
            remembered.push(error instanceof HttpException ? error.getStatus() : 500);
            throw error;
          }),
        ),
    };
    const providers = [
      { provide: APP_INTERCEPTOR, useValue: remembering },
      { provide: APP_INTERCEPTOR, useClass: PayErrors },
      { provide: APP_FILTER, useClass: PayErrorFilter },
    ];
    await start({ controllers: [FailingController], providers });
    for (const how of ['declined', 'not found', 'too much', 'lost response', 'another error'])
      await responseTo(how);
    expect(remembered).toEqual([402, 404, 422, 502, 500]);
    await app.close();
  });

  it('PayHttpException shows no text of the service, also if a store copies its members', async () => {
    const { transactions } = new PayWallet(walletOf(simulator));
    const result = await transactions.getTransactionById(UNKNOWN_ID);
    const exception = result.success ? undefined : new PayHttpException(result);
    expect(exception?.getPayError().message).toContain('transactions.getTransactionById');
    const copy = JSON.stringify({ ...exception, message: exception?.message });
    expect(copy).toContain('The payment service knows no such resource');
    expect(copy).not.toContain('getTransactionById');
  });

  it('works with @UseFilters()', async () => {
    await start({ controllers: [FilteredController] });
    expect(await responseTo('not found')).toMatchObject({ status: 404, body: { code: 'notfound' } });
    await app.close();
  });
});
