import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Controller,
  HttpException,
  Inject,
  Injectable,
  Scope,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common';
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor } from '@nestjs/common';
import {
  APP_FILTER,
  APP_GUARD,
  APP_INTERCEPTOR,
  APP_PIPE,
  BaseExceptionFilter,
  REQUEST,
  Reflector,
} from '@nestjs/core';
import { OnPayEvent, PayEventType, PayWebhook } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { map } from 'rxjs';
import { PLATFORMS } from './nest-app.js';
import { expectWorking } from './webhook-checks.js';
import { buy, PayWebhookController, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

const Public = () => SetMetadata('isPublic', true);
const SkipThrottle = () => SetMetadata('skipThrottle', true);

/** Requires a token, unless the method or class is marked as public. */
@Injectable()
class JwtGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>('isPublic', [
      context.getHandler(),
      context.getClass(),
    ]);
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>();
    if (isPublic === true || headers['authorization'] === 'Bearer right') return true;
    throw new UnauthorizedException();
  }
}

/** Reads metadata of the method only. */
@Injectable()
class MethodGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    return this.reflector.get<boolean | undefined>('isPublic', context.getHandler()) === true;
  }
}

/** Requires a key, as interceptors for idempotency keys do, unless the method is marked. */
@Injectable()
class KeyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>();
    const isPublic = this.reflector.get<boolean | undefined>('isPublic', context.getHandler()) === true;
    if (!isPublic && headers['idempotency-key'] === undefined) throw new HttpException('no key', 400);
    return next.handle();
  }
}

/** Allows two requests in total, except for exempt routes. */
@Injectable()
class ThrottlingGuard implements CanActivate {
  #seen = 0;

  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.getAllAndOverride('skipThrottle', [context.getHandler(), context.getClass()]) === true)
      return true;
    if (++this.#seen > 2) throw new HttpException('Too many requests', 429);
    return true;
  }
}

@Public()
@PayWebhook()
@Controller('pay/webhook')
class PublicWebhookController {}

@PayWebhook({ decorators: [Public()] })
@Controller('pay/webhook')
class MarkedWebhookController {}

@SkipThrottle()
@PayWebhook()
@Controller('pay/webhook')
class UnlimitedWebhookController {}

describe.each(PLATFORMS)('the webhook endpoint on %s with', (platform) => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: `access ${platform}`, clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(() => shop.close());

  const open = async (options: ShopOptions) => {
    shop = await startShop(platform, simulator, options);
  };
  const deliver = async () => {
    await buy(shop, simulator);
    await simulator.deliveries.settled();
    return simulator.deliveries.list().flatMap(({ attempts }) => attempts.map(({ status }) => status));
  };

  it('a guard that requires a token works if the controller is marked as public', async () => {
    await open({
      controllers: [PublicWebhookController],
      providers: [{ provide: APP_GUARD, useClass: JwtGuard }],
    });
    await expectWorking(shop, simulator);
  });

  it('a guard that requires a token cannot be registered if the controller is not marked', async () => {
    await open({
      controllers: [PayWebhookController],
      providers: [{ provide: APP_GUARD, useClass: JwtGuard }],
    });
    await expect(simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] })).rejects.toThrow(
      /verif/i,
    );
    expect((await fetch(shop.hook)).status).toBe(401);
  });

  it('a guard that reads metadata of methods only works with the option `decorators`', async () => {
    await open({
      controllers: [MarkedWebhookController],
      providers: [{ provide: APP_GUARD, useClass: MethodGuard }],
    });
    await expectWorking(shop, simulator);
  });

  it('an interceptor that requires a key for each method works with the option `decorators`', async () => {
    const providers = [{ provide: APP_INTERCEPTOR, useClass: KeyInterceptor }];
    await open({ controllers: [MarkedWebhookController], providers });
    await expectWorking(shop, simulator);
  });

  it('an interceptor that requires a key responds with 400 if the controller is not marked', async () => {
    const providers = [{ provide: APP_INTERCEPTOR, useClass: KeyInterceptor }];
    await open({ controllers: [PayWebhookController], providers });
    expect((await fetch(shop.hook)).status).toBe(400);
    await expect(simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] })).rejects.toThrow(
      /verif/i,
    );
  });

  it('a guard that limits the rate works if the controller is exempt', async () => {
    await open({
      controllers: [UnlimitedWebhookController],
      providers: [{ provide: APP_GUARD, useClass: ThrottlingGuard }],
    });
    await expectWorking(shop, simulator);
  });

  it('a guard that limits the rate: the service delivers a rejected event again later', async () => {
    await open({
      controllers: [PayWebhookController],
      providers: [{ provide: APP_GUARD, useClass: ThrottlingGuard }],
    });
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] });
    await fetch(shop.hook);
    expect(await deliver()).toEqual([429]);
    expect(simulator.deliveries.list()).toMatchObject([{ state: 'waiting' }]);
    expect(shop.ledger.payments).toEqual([]);
  });

  it('a request-scoped guard, interceptor, pipe and filter works', async () => {
    const seen: string[] = [];
    @Injectable({ scope: Scope.REQUEST })
    class TenantGuard implements CanActivate {
      constructor(@Inject(REQUEST) private readonly request: { method: string }) {}
      canActivate(): boolean {
        seen.push(this.request.method);
        return true;
      }
    }
    @Injectable({ scope: Scope.REQUEST })
    class Wrap implements NestInterceptor {
      constructor(@Inject(REQUEST) private readonly request: { method: string }) {}
      intercept(_context: ExecutionContext, next: CallHandler) {
        return next.handle().pipe(map((data: unknown) => ({ data, method: this.request.method })));
      }
    }
    @Injectable({ scope: Scope.REQUEST })
    class Strict {
      transform(): never {
        throw new Error('the pipe must not run for a webhook');
      }
    }
    @Injectable({ scope: Scope.REQUEST })
    class Filter extends BaseExceptionFilter {}
    @Injectable({ scope: Scope.REQUEST })
    class Receipts {
      static readonly of: string[] = [];
      constructor(@Inject(REQUEST) private readonly event: ReceivedPayEvent) {}
      @OnPayEvent(PayEventType.TransactionPaymentCreated)
      paid(event: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>): void {
        expect(this.event).toBe(event);
        Receipts.of.push(event.data.OrderCodeText);
      }
    }
    await open({
      providers: [
        { provide: APP_GUARD, scope: Scope.REQUEST, useClass: TenantGuard },
        { provide: APP_INTERCEPTOR, scope: Scope.REQUEST, useClass: Wrap },
        { provide: APP_PIPE, scope: Scope.REQUEST, useClass: Strict },
        { provide: APP_FILTER, scope: Scope.REQUEST, useClass: Filter },
        Receipts,
      ],
    });
    await expectWorking(shop, simulator);
    expect(Receipts.of).toEqual(shop.ledger.payments.map(({ data }) => data.OrderCodeText));
    // Two handshakes, a delivery and its duplicate, a forged and a malformed one.
    expect(seen).toEqual(['GET', 'GET', 'POST', 'POST', 'POST', 'POST']);
  });
});
