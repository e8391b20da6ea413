import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Injectable, Module, Scope } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  OnPayEvent,
  PayEvent,
  PayEventType,
  PayModule,
  PayTransactions,
  PayWebhook,
  unwrap,
} from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { throwError } from 'rxjs';
import { PLATFORMS, walletOf } from './nest-app.js';
import { buy, paymentBody, PayWebhookController, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

let simulator: PaySimulator;
let shop: Shop | undefined;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'handlers', clock: 'manual' });
});
afterAll(() => simulator.close());
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const CARD = '4111111111111111';

/** Posts a payment event to an application. Resolves with the response and the log. */
async function deliver(options: ShopOptions, platform: (typeof PLATFORMS)[number] = 'express') {
  shop = await startShop(platform, simulator, options);
  const response = await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
  return { status: response.status, text: await response.text(), log: shop.logger.text() };
}

/** Values that throw when they are read, or are not errors. */
const HOSTILE: Record<string, () => unknown> = {
  'an error whose message is an object': () => Object.assign(new Error(), { message: Object.create(null) }),
  'an error whose message throws': () => withGetter(new Error('failed'), 'message'),
  'an error whose stack throws': () => withGetter(new Error('failed'), 'stack'),
  'an error whose stack is a number': () => Object.assign(new Error('failed'), { stack: 7 }),
  'an error whose name throws': () => withGetter(new Error('failed'), 'name'),
  'an object without a prototype': () => Object.create(null),
  'a revoked proxy': () => revoked(),
  'a symbol': () => Symbol('failed'),
  nothing: () => undefined,
};

function withGetter(error: Error, property: string): Error {
  return Object.defineProperty(error, property, {
    get: () => {
      throw new Error(`${property} cannot be read`);
    },
  });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe.each(PLATFORMS)('a handler on %s throws', (platform) => {
  it.each(Object.entries(HOSTILE))(
    '%s: the other handlers run, and the log names the failed ones',
    async (_, thrown) => {
      const ran: string[] = [];
      @Injectable()
      class Failing {
        @OnPayEvent(PayEventType.TransactionPaymentCreated) throws(): void {
          ran.push('throws');
          throw thrown();
        }
        @OnPayEvent(PayEventType.TransactionPaymentCreated) async rejects(): Promise<void> {
          ran.push('rejects');
          await Promise.resolve();
          throw thrown();
        }
        @OnPayEvent(PayEventType.TransactionPaymentCreated) emits() {
          ran.push('emits');
          return throwError(thrown);
        }
        @OnPayEvent(PayEventType.TransactionPaymentCreated) last(): void {
          ran.push('last');
        }
      }
      const { status, log } = await deliver({ providers: [Failing] }, platform);
      expect(status).toBe(500);
      expect(ran).toEqual(['throws', 'rejects', 'emits', 'last']);
      expect(shop?.ledger.payments).toHaveLength(1);
      for (const method of ran.slice(0, 3))
        expect(log).toContain(`Failing.${method} failed for an event 1796`);
      expect(log).toMatch(
        /responded with 500 \(handler\): Failing\.throws failed: .+; Failing\.rejects failed: .+; Failing\.emits failed: /,
      );
    },
  );

  it.each(Object.entries(HOSTILE))(
    '%s in the method of a webhook: the delivery gets 500',
    async (_, thrown) => {
      @Controller('own')
      class Own {
        @PayWebhook() receive(): void {
          throw thrown();
        }
      }
      const { status } = await deliver({ controllers: [Own], path: 'own' }, platform);
      expect(status).toBe(500);
      // The application still runs.
      expect((await fetch(shop?.hook ?? '')).status).toBe(200);
    },
  );

  it('an error with a card number in the method of a webhook: the log hides the number', async () => {
    @Controller('own')
    class Own {
      @PayWebhook() receive(): void {
        throw Object.assign(new Error(`no row for card ${CARD}`), { config: { card: CARD } });
      }
    }
    const { status, log, text } = await deliver({ controllers: [Own], path: 'own' }, platform);
    expect(status).toBe(500);
    expect(log).toContain('no row for card [hidden]');
    expect(log + text).not.toContain(CARD);
  });
});

describe('the providers of handlers', () => {
  const ran: string[] = [];
  const PAID = PayEventType.TransactionPaymentCreated;
  const SCOPES: [string, Scope][] = [
    ['request-scoped', Scope.REQUEST],
    ['transient', Scope.TRANSIENT],
    ['singleton', Scope.DEFAULT],
  ];

  beforeEach(() => {
    ran.length = 0;
  });

  it('a method whose name is a symbol runs, also an inherited one', async () => {
    const PAYMENT = Symbol('payment');
    class Base {
      @OnPayEvent(PAID) [PAYMENT](): void {
        ran.push('symbol');
      }
    }
    @Injectable()
    class Handlers extends Base {
      @OnPayEvent(PAID) named(): void {
        ran.push('named');
      }
    }
    expect((await deliver({ providers: [Handlers] })).status).toBe(200);
    expect(ran.toSorted()).toEqual(['named', 'symbol']);
  });

  it('@PayWebhook() on a method whose name is a symbol fails, because Nest routes no such method', () => {
    const HOOK = Symbol('hook');
    const declare = () => {
      class Hooks {
        @PayWebhook() [HOOK](): void {}
      }
      return Hooks;
    };
    expect(declare).toThrow('@PayWebhook() on Symbol(hook): Nest routes no method whose name is a symbol');
  });

  it.each(SCOPES)('two %s handlers under one token in two modules run once each', async (_, scope) => {
    const HANDLER = Symbol('handler');
    @Injectable({ scope })
    class Stock {
      @OnPayEvent(PAID) reserve() {
        ran.push('stock');
      }
    }
    @Injectable({ scope })
    class Mail {
      @OnPayEvent(PAID) send() {
        ran.push('mail');
      }
    }
    @Module({ providers: [{ provide: HANDLER, useClass: Stock }] })
    class StockModule {}
    @Module({ providers: [{ provide: HANDLER, useClass: Mail }] })
    class MailModule {}
    const { status, log } = await deliver({ imports: [StockModule, MailModule] });
    expect(status).toBe(200);
    expect(ran.sort()).toEqual(['mail', 'stock']);
    expect(log).not.toMatch(/provided/);
  });

  it.each(SCOPES)('a warning names a %s handler class that two modules provide', async (_, scope) => {
    @Injectable({ scope })
    class Stock {
      @OnPayEvent(PAID) reserve() {
        ran.push('stock');
      }
    }
    @Module({ providers: [Stock] })
    class StockModule {}
    @Module({ providers: [Stock] })
    class ShippingModule {}
    const { log } = await deliver({ imports: [StockModule, ShippingModule] });
    expect(ran).toEqual(['stock', 'stock']);
    expect(log).toMatch(
      /warn Stock is provided 2 times, in StockModule and ShippingModule: each instance handles every event/,
    );
  });

  it.each(SCOPES)('a %s handler with an alias runs once, without a warning', async (_, scope) => {
    @Injectable({ scope })
    class Stock {
      @OnPayEvent(PAID) reserve() {
        ran.push('stock');
      }
    }
    abstract class Reserving extends Stock {}
    const { log } = await deliver({ providers: [Stock, { provide: Reserving, useExisting: Stock }] });
    expect(ran).toEqual(['stock']);
    expect(log).not.toMatch(/provided/);
  });

  it.each(SCOPES)('a handler of a %s factory runs if its token is its class', async (_, scope) => {
    class Stock {
      constructor(readonly name: string) {}
      @OnPayEvent(PAID) reserve() {
        ran.push(this.name);
      }
    }
    const { status, log } = await deliver({
      providers: [{ provide: Stock, scope, useFactory: () => new Stock('stock') }],
    });
    expect([status, ran]).toEqual([200, ['stock']]);
    expect(log).not.toMatch(/factory/);
  });

  it('a warning names request-scoped and transient factories under other tokens', async () => {
    const useFactory = () => ({});
    const { log } = await deliver({
      providers: [
        { provide: 'TENANT', scope: Scope.REQUEST, useFactory },
        { provide: Symbol('AUDIT'), scope: Scope.TRANSIENT, useFactory },
        { provide: 'CLOCK', useFactory },
      ],
    });
    expect(log).toMatch(/warn .*factories .*: TENANT, Symbol\(AUDIT\)\. .*@OnPayEvent\(\)/);
    expect(log).not.toMatch(/CLOCK/);
  });

  it('a factory whose object lacks the handler fails, and the delivery gets 500', async () => {
    class Stock {
      @OnPayEvent(PAID) reserve() {
        ran.push('stock');
      }
    }
    const { status, log } = await deliver({
      providers: [{ provide: Stock, scope: Scope.REQUEST, useFactory: () => ({ other: true }) }],
    });
    expect(status).toBe(500);
    expect(log).toMatch(/Stock\.reserve failed .*has no method `reserve`/);
  });

  it('a warning at the next event names a handler in a lazily loaded module', async () => {
    @Injectable()
    class Late {
      @OnPayEvent(PAID) paid() {
        ran.push('late');
      }
    }
    @Module({ providers: [Late] })
    class LateModule {}
    shop = await startShop('express', simulator);
    await shop.app.get(LazyModuleLoader).load(() => LateModule);
    for (let events = 0; events < 2; events++) {
      const response = await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
      expect(response.status).toBe(200);
    }
    expect(ran).toEqual([]);
    expect(shop.logger.lines.filter((line) => line.includes('Late.paid'))).toEqual([
      expect.stringMatching(/^warn Late\.paid .* never run.*LazyModuleLoader.*import/),
    ]);
  });
});

describe('the event object of the handlers', () => {
  /** Tries to change all members of a value at any depth. Returns the number of changed members. */
  function change(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 0;
    const changed = ['added', ...Object.keys(value)].filter((name) => Reflect.set(value, name, 'changed'));
    return changed.length + Object.values(value).reduce<number>((sum, one) => sum + change(one), 0);
  }

  it('cannot be changed by a handler at any depth', async () => {
    const seen: string[] = [];
    const changes: number[] = [];
    @Injectable()
    class Handlers {
      @OnPayEvent('*', { unconfirmed: true }) changes(event: ReceivedPayEvent) {
        changes.push(change(event));
      }
      @OnPayEvent('*', { unconfirmed: true }) reads({ data, resource }: ReceivedPayEvent) {
        seen.push(JSON.stringify({ data, resource }));
      }
    }
    @Controller('own')
    class Own {
      @PayWebhook({ unconfirmed: true }) last(@PayEvent() event: ReceivedPayEvent) {
        changes.push(change(event));
      }
    }
    shop = await startShop('express', simulator, { providers: [Handlers], controllers: [Own], path: 'own' });
    const purchase = await buy(shop, simulator);
    const body = paymentBody(simulator, purchase, { Tags: ['a', { of: ['list'] }] });
    expect((await post(shop.hook, body)).status).toBe(200);
    const unknown = { EventTypeId: 9999, EventData: { list: [{ a: [1] }] }, MessageId: 'u' };
    expect((await post(shop.hook, JSON.stringify(unknown))).status).toBe(200);
    expect(changes).toEqual([0, 0, 0, 0]);
    const [paid, other] = seen.map((text) => JSON.parse(text) as ReceivedPayEvent);
    expect(paid).toMatchObject({
      data: { TransactionId: purchase.transactionId, Amount: 24.5, Tags: ['a', { of: ['list'] }] },
      resource: { statusId: 'F' },
    });
    expect(other?.data).toEqual({ list: [{ a: [1] }] });
  });

  it('is a copy: the result of a test double is not frozen', async () => {
    let resource: unknown;
    @Injectable()
    class Handlers {
      @OnPayEvent(PayEventType.TransactionPaymentCreated) paid(event: ReceivedPayEvent) {
        resource = event.resource;
      }
    }
    shop = await startShop('express', simulator);
    const purchase = await buy(shop, simulator);
    const read = await shop.pay.transactions.getTransactionById(purchase.transactionId);
    const responded = { ...unwrap(read), tags: ['vip'] };
    @Module({
      imports: [PayModule.forRoot({ wallet: walletOf(simulator) })],
      controllers: [PayWebhookController],
      providers: [Handlers],
    })
    class Shopping {}
    const testing = await Test.createTestingModule({ imports: [Shopping] })
      .overrideProvider(PayTransactions)
      .useValue({ getTransactionById: () => Promise.resolve({ ...read, success: true, data: responded }) })
      .compile();
    const app = testing.createNestApplication({ rawBody: true, logger: false });
    await app.listen(0, '127.0.0.1');
    const { status } = await post(`${await app.getUrl()}/pay/webhook`, paymentBody(simulator, purchase));
    await app.close();
    expect(status).toBe(200);
    expect(resource).toEqual(responded);
    expect([Object.isFrozen(resource), Object.isFrozen(responded), Object.isFrozen(responded.tags)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
