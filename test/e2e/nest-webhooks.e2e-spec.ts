import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Injectable, ValidationPipe } from '@nestjs/common';
import type { CallHandler, ExecutionContext, INestApplication, NestInterceptor } from '@nestjs/common';
import { OnPayEvent, PayEvent, PayEventType, PayWebhook, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { map } from 'rxjs';
import { until } from '../until.js';
import { PLATFORMS } from './nest-app.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

const HOUR = 3_600_000;
const HANDLED_EVENTS = [1796, 1797, 1798, 4865];

describe.each(PLATFORMS)('webhooks on %s', (platform) => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({
      seed: `webhooks ${platform}`,
      orderCodes: 'beyond-safe',
      clock: 'manual',
    });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(() => shop.close());

  const open = async (options: ShopOptions = {}): Promise<void> => {
    shop = await startShop(platform, simulator, options);
  };
  const openAndRegister = async (options: ShopOptions = {}): Promise<void> => {
    await open(options);
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: HANDLED_EVENTS });
  };
  const keyReads = () =>
    simulator.requests().filter(({ operation }) => operation === 'webhooks.retrieveWebhookKey').length;
  const readBacks = () =>
    simulator.requests().filter(({ operation }) => operation === 'transactions.getTransactionById').length;

  describe('the handshake', () => {
    it('contains the key, which is read from the service once', async () => {
      await open();
      const responses = await Promise.all([
        fetch(shop.hook),
        fetch(`${shop.hook}?any=thing`),
        fetch(shop.hook),
      ]);
      for (const response of responses) {
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toMatch(/^application\/json/);
        expect(await response.text()).toMatch(/^\{"Key":"[0-9A-F]{40}"\}$/);
      }
      expect(keyReads()).toBe(1);
      await expect(
        simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] }),
      ).resolves.toHaveLength(1);
      expect(keyReads()).toBe(1);
    });

    it('gets 503 if the key cannot be read, and reads the key again next time', async () => {
      await open();
      simulator.faults.add({
        kind: 'status',
        operation: 'webhooks.retrieveWebhookKey',
        status: 500,
        times: 1,
      });
      const failed = await fetch(shop.hook);
      expect(failed.status).toBe(503);
      expect(failed.headers.get('retry-after')).toBe('60');
      expect(await failed.text()).not.toMatch(/key"/i);
      expect(shop.logger.text()).toMatch(/verification key could not be read: .*HTTP 500/);
      expect((await fetch(shop.hook)).status).toBe(200);
    });

    it('is not changed by global prefix, interceptors, guards and pipes', async () => {
      class Wrap implements NestInterceptor {
        intercept(_context: ExecutionContext, next: CallHandler) {
          return next.handle().pipe(map((data: unknown) => ({ data })));
        }
      }
      await open({
        path: 'api/v1/pay/webhook',
        configure: (app: INestApplication) => {
          app.setGlobalPrefix('api/v1');
          app.useGlobalInterceptors(new Wrap());
          app.useGlobalGuards({ canActivate: () => true });
          app.useGlobalPipes(
            new ValidationPipe({
              whitelist: true,
              forbidNonWhitelisted: true,
              transform: true,
              validateCustomDecorators: true,
            }),
          );
        },
      });
      await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] });
      const purchase = await buy(shop, simulator);
      await simulator.deliveries.settled();
      expect(shop.ledger.payments.map(({ data }) => data.OrderCodeText)).toEqual([purchase.orderCode]);
    });

    it('is not available with other methods, which have no route', async () => {
      await open();
      const responses = await Promise.all(
        ['PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method) => fetch(shop.hook, { method })),
      );
      expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      const head = await fetch(shop.hook, { method: 'HEAD' });
      expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST']);
    });
  });

  describe('a payment event', () => {
    it('reaches the handler once, confirmed, with its exact order code', async () => {
      await openAndRegister();
      const { orderCode, transactionId } = await buy(shop, simulator);
      await simulator.deliveries.settled();
      expect(String(Number(orderCode))).not.toBe(orderCode);
      expect(shop.ledger.payments).toMatchObject([
        {
          eventTypeId: 1796,
          confirmedBy: 'api',
          data: {
            OrderCode: orderCode,
            OrderCodeText: orderCode,
            TransactionId: transactionId,
            Amount: 24.5,
          },
        },
      ]);
      expect(simulator.deliveries.list()).toMatchObject([
        { state: 'delivered', attempts: [{ status: 200 }] },
      ]);
      expect(shop.counts()).toMatchObject({ received: 1, handled: 1, errors: {} });
    });

    it('of a declined or refunded payment or a canceled order is confirmed, too', async () => {
      await openAndRegister();
      const declined = await buy(shop, simulator, 9951);
      expect(declined.outcome.kind).toBe('declined');
      const { transactionId } = await buy(shop, simulator);
      unwrap(await shop.pay.transactions.cancelTransaction(transactionId, { amount: 2450 }));
      const { orderCode } = unwrap(await shop.pay.payments.createOrder({ amount: 1000 }));
      unwrap(await shop.pay.payments.cancelOrder(orderCode));
      await simulator.deliveries.settled();
      expect(shop.logger.text()).not.toMatch(/responded/);
      expect(shop.ledger.others.map(({ name, confirmedBy }) => `${name} ${confirmedBy}`).sort()).toEqual([
        'OrderUpdated api',
        'TransactionFailed api',
        'TransactionReversalCreated api',
      ]);
    });

    it('that is delivered eleven times is handled once', async () => {
      await openAndRegister();
      await buy(shop, simulator);
      await simulator.deliveries.settled();
      const [first] = simulator.deliveries.list();
      simulator.deliveries.duplicate(first!.id, { times: 10 });
      await simulator.deliveries.settled();
      expect(shop.ledger.payments).toHaveLength(1);
      expect(shop.counts()).toMatchObject({ received: 11, handled: 1, duplicate: 10 });
      expect(readBacks()).toBe(1);
    });

    it('that is delivered ten times at the same time is handled once, before any delivery gets a response', async () => {
      await open();
      const purchase = await buy(shop, simulator);
      let finish: (value?: unknown) => void = () => undefined;
      shop.ledger.gate = new Promise((resolve) => (finish = resolve));
      let responded = 0;
      const posts = Array.from({ length: 10 }, () =>
        post(shop.hook, paymentBody(simulator, purchase)).then((response) => {
          responded++;
          return response.status;
        }),
      );
      await until(() => shop.counts().received === 10);
      expect(responded).toBe(0);
      finish();
      expect(await Promise.all(posts)).toEqual(Array(10).fill(200));
      expect(shop.ledger.payments).toHaveLength(1);
    });

    it('whose handler fails gets 500, and handled when the service delivers it again', async () => {
      await openAndRegister();
      simulator.deliveries.configure({ newMessageIdOnRetry: true });
      shop.ledger.failures = 2;
      await buy(shop, simulator);
      await simulator.deliveries.settled();
      expect(shop.ledger.payments).toHaveLength(0);
      expect(shop.logger.text()).toMatch(
        /Ledger\.paid failed for an event 1796: the database is not available/,
      );
      await simulator.clock.advance(HOUR);
      expect(shop.ledger.payments).toHaveLength(0);
      await simulator.clock.advance(HOUR);
      expect(shop.ledger.payments).toHaveLength(1);
      expect(simulator.deliveries.list()[0]?.attempts.map(({ status }) => status)).toEqual([500, 500, 200]);
      expect(shop.counts()).toMatchObject({ handled: 1, duplicate: 0, errors: { handler: 2 } });
    });

    it('that cannot be confirmed now gets 503, and handled later', async () => {
      await openAndRegister();
      simulator.faults.add({
        kind: 'status',
        operation: 'transactions.getTransactionById',
        status: 502,
        times: 1,
      });
      await buy(shop, simulator);
      await simulator.deliveries.settled();
      expect(shop.ledger.payments).toHaveLength(0);
      await simulator.clock.advance(HOUR);
      expect(shop.ledger.payments).toHaveLength(1);
      expect(simulator.deliveries.list()[0]?.attempts.map(({ status }) => status)).toEqual([503, 200]);
    });
  });

  it('with @PayWebhook() on a method runs the method after the handlers', async () => {
    const order: string[] = [];
    @Injectable()
    class Before {
      @OnPayEvent(PayEventType.TransactionPaymentCreated) paid() {
        order.push('handler');
      }
    }
    @Controller('hooks')
    class Hooks {
      @PayWebhook('pay')
      receive(@PayEvent() event: ReceivedPayEvent) {
        order.push(`method ${event.eventTypeId} ${event.confirmedBy}`);
        if (order.length === 2) throw new Error('not yet');
        return { this: 'is not sent' };
      }
    }
    await open({ controllers: [Hooks], providers: [Before], path: 'hooks/pay' });
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] });
    await buy(shop, simulator);
    await simulator.deliveries.settled();
    await simulator.clock.advance(HOUR);
    expect(order).toEqual(['handler', 'method 1796 api', 'handler', 'method 1796 api']);
    expect(simulator.deliveries.list()[0]?.attempts).toMatchObject([
      { status: 500 },
      { status: 200, response: '' },
    ]);
  });
});
