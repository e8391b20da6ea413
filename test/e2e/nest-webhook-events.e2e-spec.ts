import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Scope } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { OnPayEvent, PayEventType, signPayWebhookForTest, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { defer, of, throwError } from 'rxjs';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

/** The code under test does not depend on it. */
const platform = 'express';

describe('an event', () => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({
      seed: `an event ${platform}`,
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
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1796] });
  };

  it('of an unknown type gets 200 and logged once', async () => {
    await open();
    const body = JSON.stringify({ EventTypeId: 9999, EventData: { a: 1 }, MessageId: 'm' });
    expect((await post(shop.hook, body)).status).toBe(200);
    expect((await post(shop.hook, body)).status).toBe(200);
    expect(shop.counts()).toMatchObject({ ignored: 2, unknownType: 2 });
    expect(shop.logger.text().match(/9999/g)).toHaveLength(1);
  });

  it('that cannot be confirmed reaches only handlers with unconfirmed: true', async () => {
    @Injectable()
    class Everything {
      readonly all: ReceivedPayEvent[] = [];
      readonly confirmed: ReceivedPayEvent[] = [];
      @OnPayEvent('*', { unconfirmed: true }) any(event: ReceivedPayEvent) {
        this.all.push(event);
      }
      @OnPayEvent('*') confirmedOnly(event: ReceivedPayEvent) {
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

  it('of a cash payment or its refund is confirmed', async () => {
    await openAndRegister();
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [1797] });
    const order = unwrap(await shop.pay.payments.createOrder({ amount: 2450 }));
    const payment = { phone: '2101234567', countryCode: 'GR', amount: 2450, orderCode: order.orderCodeText };
    unwrap(await shop.pay.resellers.checkCashPaymentEligibility(payment));
    const oneTimePassword = simulator.resellerDesk.passwords().at(-1)?.password;
    const paid = unwrap(await shop.pay.resellers.cashPayment({ ...payment, oneTimePassword }));
    unwrap(await shop.pay.transactions.cancelTransaction(paid.transactionId, { amount: 2450 }));
    await simulator.deliveries.settled();
    expect(shop.ledger.payments).toMatchObject([
      {
        confirmedBy: 'api',
        data: { TransactionId: paid.transactionId, TransactionTypeId: 16, CardNumber: null, Amount: 24.5 },
      },
    ]);
    expect(shop.ledger.others).toMatchObject([
      { eventTypeId: 1797, data: { ParentId: paid.transactionId, TransactionTypeId: 17, Amount: -24.5 } },
    ]);
  });

  it('with confirm: false reaches only handlers with unconfirmed: true', async () => {
    await open({ webhooks: { confirm: false } });
    const purchase = await buy(shop, simulator);
    expect((await post(shop.hook, paymentBody(simulator, purchase, { Amount: 9999 }))).status).toBe(200);
    expect(shop.ledger.payments).toHaveLength(0);
    expect(shop.counts()).toMatchObject({ handled: 0, ignored: 1 });
    expect(shop.logger.text()).toMatch(/1796 \(TransactionPaymentCreated\) cannot be confirmed/);
  });

  it('with a signature is confirmed by it, with the old and the new secret', async () => {
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

  it('reaches a new instance of a request-scoped handler', async () => {
    const seen: unknown[] = [];
    @Injectable({ scope: Scope.REQUEST })
    class PerEvent {
      constructor(@Inject(REQUEST) readonly request: ReceivedPayEvent) {
        seen.push(request.eventTypeId);
      }
      @OnPayEvent(PayEventType.TransactionPaymentCreated) paid(event: ReceivedPayEvent) {
        seen.push(this.request === event);
      }
    }
    await openAndRegister({ providers: [PerEvent] });
    await buy(shop, simulator);
    await buy(shop, simulator);
    await simulator.deliveries.settled();
    expect(seen).toEqual([1796, true, 1796, true]);
  });

  it('fails if the Observable that a handler returns fails', async () => {
    let subscribed = 0;
    @Injectable()
    class Streams {
      @OnPayEvent(PayEventType.TransactionPaymentCreated) paid() {
        return defer(() => (++subscribed === 1 ? throwError(() => new Error('failed')) : of(1, 2)));
      }
    }
    await open({ providers: [Streams] });
    const body = paymentBody(simulator, await buy(shop, simulator));
    expect((await post(shop.hook, body)).status).toBe(500);
    expect((await post(shop.hook, body)).status).toBe(200);
    expect(subscribed).toBe(2);
  });

  it('runs a handler with an alias once, and the other handlers if it fails', async () => {
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
