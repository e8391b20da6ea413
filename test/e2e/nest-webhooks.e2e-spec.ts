import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Inject, Injectable, Scope, ValidationPipe } from '@nestjs/common';
import type { CallHandler, ExecutionContext, INestApplication, NestInterceptor } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { OnPayEvent, PayEvent, PayEventType, PayWebhook, signPayWebhookForTest, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { map } from 'rxjs';
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
    it('answers with the key in the right spelling, and reads it once', async () => {
      await open();
      const answers = await Promise.all([
        fetch(shop.hook),
        fetch(`${shop.hook}?any=thing`),
        fetch(shop.hook),
      ]);
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
        expect(await answer.text()).toMatch(/^\{"Key":"[0-9A-F]{40}"\}$/);
      }
      expect(keyReads()).toBe(1);
      await expect(
        simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] }),
      ).resolves.toHaveLength(1);
      expect(keyReads()).toBe(1);
    });

    it('answers 503, never a wrong key, and reads it again after a failure', async () => {
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

    it('is not reshaped by what the application does to all its answers', async () => {
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

    it.each(['PUT', 'DELETE', 'PATCH'])('answers %s with 405', async (method) => {
      await open();
      const answer = await fetch(shop.hook, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, POST');
    });
  });

  describe('a purchase', () => {
    it('reaches the handler once, confirmed, with its order code exact', async () => {
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
      expect(shop.counts()).toMatchObject({ received: 1, handled: 1, refused: {} });
    });

    it('that is declined, refunded or whose order is cancelled is confirmed too', async () => {
      await openAndRegister();
      const declined = await buy(shop, simulator, 9951);
      expect(declined.outcome.kind).toBe('declined');
      const { transactionId } = await buy(shop, simulator);
      unwrap(await shop.pay.transactions.cancelTransaction(transactionId, { amount: 2450 }));
      const { orderCode } = unwrap(await shop.pay.payments.createOrder({ amount: 1000 }));
      unwrap(await shop.pay.payments.cancelOrder(orderCode));
      await simulator.deliveries.settled();
      expect(shop.logger.text()).not.toMatch(/answered/);
      expect(shop.ledger.others.map(({ name, confirmedBy }) => `${name} ${confirmedBy}`).sort()).toEqual([
        'OrderUpdated api',
        'TransactionFailed api',
        'TransactionReversalCreated api',
      ]);
    });

    it('delivered ten times is handled once', async () => {
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

    it('delivered ten times at once is handled once, and nobody is answered before it is', async () => {
      await open();
      const purchase = await buy(shop, simulator);
      let openGate: (value?: unknown) => void = () => undefined;
      shop.ledger.gate = new Promise((resolve) => (openGate = resolve));
      let answered = 0;
      const posts = Array.from({ length: 10 }, () =>
        post(shop.hook, paymentBody(simulator, purchase)).then((answer) => {
          answered++;
          return answer.status;
        }),
      );
      await until(() => shop.counts().received === 10);
      expect(answered).toBe(0);
      openGate();
      expect(await Promise.all(posts)).toEqual(Array(10).fill(200));
      expect(shop.ledger.payments).toHaveLength(1);
    });

    it('whose handler fails is answered 500 and handled when the service delivers again', async () => {
      await openAndRegister();
      simulator.deliveries.newMessageIdOnRetry = true;
      shop.ledger.failures = 2;
      await buy(shop, simulator);
      await simulator.deliveries.settled();
      expect(shop.ledger.payments).toHaveLength(0);
      expect(shop.logger.text()).toMatch(/Ledger\.paid failed for an event 1796: the database is away/);
      await simulator.clock.advance(HOUR);
      expect(shop.ledger.payments).toHaveLength(0);
      await simulator.clock.advance(HOUR);
      expect(shop.ledger.payments).toHaveLength(1);
      expect(simulator.deliveries.list()[0]?.attempts.map(({ status }) => status)).toEqual([500, 500, 200]);
      expect(shop.counts()).toMatchObject({ handled: 1, duplicate: 0, refused: { handler: 2 } });
    });

    it('that cannot be confirmed now is answered 503 and handled later', async () => {
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

  describe('a forged delivery', () => {
    const other = '00000000-0000-4000-8000-00000000beef';
    const forgeries: [string, Record<string, unknown>][] = [
      ['an unknown transaction', { TransactionId: other }],
      ['no transaction', { TransactionId: null }],
      ['a transaction that is no id', { TransactionId: '../orders' }],
      ['another amount', { Amount: 245 }],
      ['an amount off by a cent', { Amount: 24.51 }],
      ['a negative amount', { Amount: -24.5 }],
      ['no amount', { Amount: null }],
      ['an amount in text', { Amount: '24.5' }],
      ['another currency', { CurrencyCode: '826' }],
      ['another order', { OrderCode: '9271655739472609' }],
      ['no order', { OrderCode: null }],
      ['another merchant reference', { MerchantTrns: 'cart-2' }],
      ['another kind of transaction', { TransactionTypeId: 0 }],
    ];

    it.each(forgeries)('with the right shape and %s never reaches a handler', async (_, changes) => {
      await open();
      const purchase = await buy(shop, simulator);
      const answer = await post(shop.hook, paymentBody(simulator, purchase, changes));
      expect(answer.status).toBe(403);
      expect(shop.ledger.payments).toHaveLength(0);
      expect(shop.counts()).toMatchObject({ handled: 0, refused: { unconfirmed: 1 } });
      // The genuine one is not taken for its repeat.
      expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
      expect(shop.ledger.payments).toHaveLength(1);
    });

    it('that passes a refund or a failed attempt off as a payment never reaches a handler', async () => {
      await open();
      const purchase = await buy(shop, simulator);
      const refund = unwrap(
        await shop.pay.transactions.cancelTransaction(purchase.transactionId, { amount: 2450 }),
      );
      const asPayment = { ...purchase, transactionId: refund.TransactionId };
      for (const TransactionTypeId of [5, 7, null]) {
        const answer = await post(shop.hook, paymentBody(simulator, asPayment, { TransactionTypeId }));
        expect(answer.status).toBe(403);
      }
      const declined = await buy(shop, simulator, 9951);
      const answer = await post(shop.hook, paymentBody(simulator, declined, { Amount: 99.51 }));
      expect(answer.status).toBe(403);
      expect(shop.ledger.payments).toHaveLength(0);
    });

    it('from elsewhere never reaches a handler, whatever X-Forwarded-For says', async () => {
      await open({ webhooks: { sourceAddresses: ['20.50.240.57'] } });
      const purchase = await buy(shop, simulator);
      for (const header of ['', '20.50.240.57', '20.50.240.57, 127.0.0.1', '127.0.0.1, 20.50.240.57']) {
        const answer = await post(shop.hook, paymentBody(simulator, purchase), { 'x-forwarded-for': header });
        expect(answer.status).toBe(403);
      }
      expect(shop.ledger.payments).toHaveLength(0);
      expect(shop.counts().refused).toEqual({ 'source-address': 4 });
      expect(readBacks()).toBe(0);
      expect(shop.logger.text()).toMatch(/127\.0\.0\.1 is not among the source addresses/);
    });

    it('is told from a genuine one behind a trusted proxy', async () => {
      await open({
        webhooks: { sourceAddresses: ['20.50.240.57'], trustedProxies: ['127.0.0.1', '10.0.0.0/8'] },
      });
      const purchase = await buy(shop, simulator);
      const send = (header: string) =>
        post(shop.hook, paymentBody(simulator, purchase), { 'x-forwarded-for': header });
      expect((await send('20.50.240.57, 203.0.113.7, 10.1.1.1')).status).toBe(403);
      expect((await send('20.50.240.57, nonsense')).status).toBe(403);
      expect(shop.ledger.payments).toHaveLength(0);
      expect((await send('203.0.113.7, ::ffff:20.50.240.57, 10.1.1.1')).status).toBe(200);
      expect(shop.ledger.payments).toHaveLength(1);
    });

    it('does not decide what becomes of the genuine one that arrives with it', async () => {
      await open();
      const purchase = await buy(shop, simulator);
      const answers = await Promise.all([
        post(shop.hook, paymentBody(simulator, purchase, { Amount: 1 })),
        post(shop.hook, paymentBody(simulator, purchase)),
        post(shop.hook, paymentBody(simulator, purchase, { Amount: 2 })),
      ]);
      expect(answers[1]?.status).toBe(200);
      expect(shop.ledger.payments).toMatchObject([{ data: { Amount: 24.5 } }]);
    });
  });

  describe('a body', () => {
    it.each([
      ['malformed', '{"EventTypeId":', 400],
      ['empty', '', 400],
      ['no object', '[1796]', 400],
      ['too deep', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
      ['oversize', JSON.stringify({ pad: 'x'.repeat(70_000) }), 413],
      ['far oversize', JSON.stringify({ pad: 'x'.repeat(2_000_000) }), 413],
      ['100 kB of brackets', '['.repeat(100_000), 400],
    ])('that is %s is refused', async (kind, body, status) => {
      await open({ webhooks: kind === '100 kB of brackets' ? { maxBodyBytes: 200_000 } : {} });
      const answer = await post(shop.hook, body);
      expect(answer.status).toBe(status);
      expect(shop.counts().handled).toBe(0);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
      'of %s is refused',
      async (type) => {
        await open();
        const answer = await post(shop.hook, 'EventTypeId=1796', { 'content-type': type });
        expect(answer.status).toBe(415);
      },
    );
  });

  describe('an event', () => {
    it('of an unknown type is answered 200, and warned about once', async () => {
      await open();
      const body = JSON.stringify({ EventTypeId: 9999, EventData: { a: 1 }, MessageId: 'm' });
      expect((await post(shop.hook, body)).status).toBe(200);
      expect((await post(shop.hook, body)).status).toBe(200);
      expect(shop.counts()).toMatchObject({ ignored: 2, unknownType: 2 });
      expect(shop.logger.text().match(/9999/g)).toHaveLength(1);
    });

    it('that nothing can confirm reaches only handlers that ask for it', async () => {
      @Injectable()
      class Everything {
        readonly all: ReceivedPayEvent[] = [];
        readonly confirmed: ReceivedPayEvent[] = [];
        @OnPayEvent('*', { unconfirmed: true }) any(event: ReceivedPayEvent) {
          this.all.push(event);
        }
        @OnPayEvent('*') sure(event: ReceivedPayEvent) {
          this.confirmed.push(event);
        }
      }
      await open({ providers: [Everything] });
      const wallet = {
        EventTypeId: 2054,
        EventData: { WalletTransactionId: 'w1', Amount: 5 },
        MessageId: 'w',
      };
      const unknown = { EventTypeId: 9999, EventData: {}, MessageId: 'u' };
      expect((await post(shop.hook, JSON.stringify(wallet))).status).toBe(200);
      expect((await post(shop.hook, JSON.stringify(unknown))).status).toBe(200);
      expect((await post(shop.hook, paymentBody(simulator, await buy(shop, simulator)))).status).toBe(200);
      const { all, confirmed } = shop.app.get(Everything);
      expect(all.map((event) => `${event.eventTypeId} ${event.confirmedBy}`)).toEqual([
        '2054 none',
        '9999 none',
        '1796 api',
      ]);
      expect(confirmed.map(({ eventTypeId }) => eventTypeId)).toEqual([1796]);
      expect(shop.ledger.others).toEqual([]);
    });

    it('without confirmation is marked, and handlers have to ask for it', async () => {
      await open({ webhooks: { confirm: false } });
      const purchase = await buy(shop, simulator);
      expect((await post(shop.hook, paymentBody(simulator, purchase, { Amount: 9999 }))).status).toBe(200);
      expect(shop.ledger.payments).toHaveLength(0);
      expect(shop.logger.text()).toMatch(/1796 \(TransactionPaymentCreated\) cannot be confirmed/);
    });

    it('with a signature is confirmed by it, with the old secret as well as the new', async () => {
      @Injectable()
      class Reports {
        readonly links: string[] = [];
        @OnPayEvent(PayEventType.SaleTransactions)
        ready({ data, confirmedBy }: ReceivedPayEvent<typeof PayEventType.SaleTransactions>) {
          this.links.push(`${data.Link} ${confirmedBy}`);
        }
      }
      await open({ providers: [Reports], webhooks: { secrets: ['new-secret', 'old-secret'] } });
      const sign = (secret: string, Link: string) =>
        signPayWebhookForTest({ body: { Text: 'Λήψη', Link, FileType: '.csv' }, secret });
      const send = ({ rawBody, headers }: ReturnType<typeof sign>) => post(shop.hook, rawBody, headers);
      expect((await send(sign('new-secret', 'one'))).status).toBe(200);
      expect((await send(sign('old-secret', 'two'))).status).toBe(200);
      expect((await send(sign('wrong-secret', 'three'))).status).toBe(401);
      const changed = sign('new-secret', 'four');
      changed.rawBody[changed.rawBody.length - 3]! ^= 1;
      expect((await send(changed)).status).toBe(401);
      const unsigned = { Text: 'x', Link: 'five', FileType: '.csv' };
      expect((await post(shop.hook, JSON.stringify(unsigned))).status).toBe(401);
      expect(shop.app.get(Reports).links).toEqual(['one signature', 'two signature']);
    });

    it('reaches a request-scoped handler, made anew for each event', async () => {
      const made: unknown[] = [];
      @Injectable({ scope: Scope.REQUEST })
      class PerEvent {
        constructor(@Inject(REQUEST) readonly request: ReceivedPayEvent) {
          made.push(request.eventTypeId);
        }
        @OnPayEvent(PayEventType.TransactionPaymentCreated) paid(event: ReceivedPayEvent) {
          made.push(this.request === event);
        }
      }
      await openAndRegister({ providers: [PerEvent] });
      await buy(shop, simulator);
      await buy(shop, simulator);
      await simulator.deliveries.settled();
      expect(made).toEqual([1796, true, 1796, true]);
    });

    it('runs a handler once that stands under two names, and all handlers when one fails', async () => {
      const ran: string[] = [];
      @Injectable()
      class First {
        @OnPayEvent(PayEventType.TransactionPaymentCreated) paid() {
          ran.push('first');
          throw new Error('first failed');
        }
      }
      @Injectable()
      class Second {
        @OnPayEvent(PayEventType.TransactionPaymentCreated) paid() {
          ran.push('second');
        }
      }
      await open({ providers: [First, { provide: 'alias', useExisting: First }, Second] });
      const purchase = await buy(shop, simulator);
      expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(500);
      expect(ran).toEqual(['first', 'second']);
    });
  });

  it('@PayWebhook() on a method runs it last, with the event', async () => {
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

/** Waits until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
