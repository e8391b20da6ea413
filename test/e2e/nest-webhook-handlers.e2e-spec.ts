import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Injectable } from '@nestjs/common';
import { OnPayEvent, PayEventType, PayWebhook } from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { throwError } from 'rxjs';
import { PLATFORMS } from './nest-app.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
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

/** Posts one payment event to an application. Answers the status, and what the application logged. */
async function deliver(options: ShopOptions, platform: (typeof PLATFORMS)[number] = 'express') {
  shop = await startShop(platform, simulator, options);
  const answer = await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)));
  return { status: answer.status, text: await answer.text(), log: shop.logger.text() };
}

/** Values that fail when somebody reads them. */
const HOSTILE: Record<string, () => unknown> = {
  'an error whose message is an object': () => Object.assign(new Error(), { message: Object.create(null) }),
  'an error whose message throws': () => withGetter(new Error('away'), 'message'),
  'an error whose stack throws': () => withGetter(new Error('away'), 'stack'),
  'an error whose stack is a number': () => Object.assign(new Error('away'), { stack: 7 }),
  'an error whose name throws': () => withGetter(new Error('away'), 'name'),
  'an object without a prototype': () => Object.create(null),
  'a revoked proxy': () => revoked(),
  'a symbol': () => Symbol('away'),
  nothing: () => undefined,
};

function withGetter(error: Error, property: string): Error {
  return Object.defineProperty(error, property, {
    get: () => {
      throw new Error(`the ${property} is a trap`);
    },
  });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe.each(PLATFORMS)('what a handler throws on %s', (platform) => {
  it.each(Object.entries(HOSTILE))('%s: the other handlers run, and the log names it', async (_, thrown) => {
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
    for (const method of ran.slice(0, 3)) expect(log).toContain(`Failing.${method} failed for an event 1796`);
    expect(log).toContain('answered 500: Failing.throws, Failing.rejects, Failing.emits failed');
  });

  it.each(Object.entries(HOSTILE))(
    '%s, thrown by the method of a webhook: answered 500',
    async (_, thrown) => {
      @Controller('own')
      class Own {
        @PayWebhook() receive(): void {
          throw thrown();
        }
      }
      const { status } = await deliver({ controllers: [Own], path: 'own' }, platform);
      expect(status).toBe(500);
      // The application still answers.
      expect((await fetch(shop?.hook ?? '')).status).toBe(200);
    },
  );

  it('the method of a webhook fails: the log holds its message without secrets', async () => {
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
