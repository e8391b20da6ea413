import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { buildPayWebhookForTest, OnPayEvent, PayEventType, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { PLATFORMS } from './nest-app.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

describe.each(PLATFORMS)('on %s', (platform) => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({
      seed: `forgery ${platform}`,
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
  const readBacks = () =>
    simulator.requests().filter(({ operation }) => operation === 'transactions.getTransactionById').length;

  describe('a forged delivery', () => {
    const other = '00000000-0000-4000-8000-00000000beef';
    const forgeries: [string, Record<string, unknown>][] = [
      ['an unknown transaction', { TransactionId: other }],
      ['another amount', { Amount: 245 }],
      ['an amount off by a cent', { Amount: 24.51 }],
      ['a negative amount', { Amount: -24.5 }],
      ['another currency', { CurrencyCode: '826' }],
      ['another order', { OrderCode: '9271655739472609' }],
      ['another merchant reference', { MerchantTrns: 'cart-2' }],
      ['another kind of transaction', { TransactionTypeId: 0 }],
      ['a failed status', { StatusId: 'E' }],
      ['an unknown status', { StatusId: 'zzz' }],
      ['no currency', { CurrencyCode: null }],
    ];

    it.each(['TransactionId', 'Amount', 'OrderCode', 'StatusId'])('without %s gets 400', async (member) => {
      await open();
      const purchase = await buy(shop, simulator);
      const response = await post(shop.hook, paymentBody(simulator, purchase, { [member]: null }));
      expect(response.status).toBe(400);
      expect(shop.counts()).toMatchObject({ handled: 0, errors: { malformed: 1 } });
    });

    it('with another spelling of the ID of a handled payment gets 400', async () => {
      await open();
      const purchase = await buy(shop, simulator);
      expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
      const { transactionId: id } = purchase;
      for (const TransactionId of [`${id} `, `\t${id}`, `${id}\u00a0`, [id], { toString: id }, '../orders']) {
        expect((await post(shop.hook, paymentBody(simulator, purchase, { TransactionId }))).status).toBe(400);
      }
      expect((await post(shop.hook, paymentBody(simulator, purchase, { Amount: '24.5' }))).status).toBe(400);
      expect(shop.ledger.payments).toHaveLength(1);
    });

    it("that matches in all compared members reaches handlers with the service's values and the current payment", async () => {
      await open();
      const purchase = await buy(shop, simulator);
      unwrap(await shop.pay.transactions.cancelTransaction(purchase.transactionId, { amount: 2450 }));
      const forged = { Email: 'attacker@evil.example', FullName: 'Mallory', CardNumber: '4000000000000002' };
      expect((await post(shop.hook, paymentBody(simulator, purchase, forged))).status).toBe(200);
      const [event] = shop.ledger.payments;
      const now = unwrap(await shop.pay.transactions.getTransactionById(purchase.transactionId));
      expect(event).toMatchObject({
        confirmedBy: 'api',
        resource: { statusId: now.statusId, orderCodeText: purchase.orderCode },
        data: { StatusId: 'F', Amount: 24.5, Email: now.email, FullName: now.fullName },
      });
      expect(now.statusId).not.toBe('F');
      expect(event?.data.CardNumber).toBe(now.cardNumber);
      // If the posted account were part of the key, the same payment could have several keys.
      expect(event?.idempotencyKey).toBe(`1796:wallet:content:${purchase.transactionId}`);
    });

    it('cannot add log lines through its message ID', async () => {
      await open();
      const purchase = await buy(shop, simulator);
      for (const MessageId of ['x\nerror forged line', '4111111111111111']) {
        const body = paymentBody(simulator, purchase, { Amount: 1 })
          .toString()
          .replace(/"MessageId":"[^"]*"/, `"MessageId":${JSON.stringify(MessageId)}`);
        expect((await post(shop.hook, body)).status).toBe(403);
      }
      expect(shop.logger.text()).toMatch(/\(message -\)/);
      expect(shop.logger.text()).not.toMatch(/forged line|4111111111111111/);
    });

    it('cannot add log lines through an error message of a handler', async () => {
      @Injectable()
      class Quoting {
        @OnPayEvent(PayEventType.TransactionPaymentCreated)
        paid({ data }: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>): void {
          throw new Error(`no customer has the phone ${data.Phone}`);
        }
      }
      await open({ providers: [Quoting] });
      const Phone = '1\u001b[2J\r\n[Nest] ERROR a forged line\u2028b\u009b31mc\u202ed';
      const body = paymentBody(simulator, await buy(shop, simulator), { Phone });
      expect((await post(shop.hook, body)).status).toBe(500);
      expect(shop.logger.text()).toContain(
        'no customer has the phone 1\\u001b[2J\\u000d\\u000a[Nest] ERROR a forged line\\u2028b\\u009b31mc\\u202ed',
      );
      for (const sign of ['\r', '\n[Nest]', '\u001b', '\u009b', '\u2028', '\u202e'])
        expect(shop.logger.text()).not.toContain(sign);
    });

    it.each([1802, 1803] as const)(
      'of type %i is ignored, because the checkout credentials cannot read its session',
      async (type) => {
        await open();
        const purchase = await buy(shop, simulator);
        const body = buildPayWebhookForTest(type, {
          SessionId: 's',
          TransactionId: purchase.transactionId,
          OrderCode: purchase.orderCode,
          Amount: 2450,
          CurrencyCode: '978',
        });
        expect((await post(shop.hook, body)).status).toBe(200);
        expect(shop.counts()).toMatchObject({ handled: 0, ignored: 1 });
      },
    );

    it('of a canceled order with another time is a duplicate', async () => {
      await open();
      const { orderCodeText } = unwrap(await shop.pay.payments.createOrder({ amount: 1000 }));
      unwrap(await shop.pay.payments.cancelOrder(orderCodeText));
      const body = buildPayWebhookForTest(4865, {
        OrderCode: orderCodeText,
        IsCancelled: true,
        Amount: 10,
        CurrencyCode: '978',
        MerchantTrns: '',
      }).toString();
      for (const Created of ['one', 'two', 'three']) {
        const forged = body.replace(/"Created":"[^"]*"/, `"Created":"${Created}"`);
        expect((await post(shop.hook, forged)).status).toBe(200);
      }
      expect(shop.ledger.others).toMatchObject([{ resource: { OrderCodeText: orderCodeText } }]);
    });

    it('of a handled payment is a duplicate with any account, message ID or case of the transaction ID', async () => {
      await open();
      const purchase = await buy(shop, simulator);
      expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
      const replay = paymentBody(simulator, purchase, { MerchantId: 'other', StatusId: 'C' })
        .toString()
        .replace(/"(RecipientId|MessageId|Created)":"[^"]*"/g, '"$1":"other"');
      const inUpperCase = replay.replaceAll(purchase.transactionId, purchase.transactionId.toUpperCase());
      for (const body of [replay, inUpperCase]) expect((await post(shop.hook, body)).status).toBe(200);
      expect(shop.ledger.payments).toHaveLength(1);
      expect(shop.counts()).toMatchObject({ duplicate: 2 });
    });

    it.each(forgeries)('with %s reaches no handler', async (_, changes) => {
      await open();
      const purchase = await buy(shop, simulator);
      const response = await post(shop.hook, paymentBody(simulator, purchase, changes));
      expect(response.status).toBe(403);
      expect(shop.ledger.payments).toHaveLength(0);
      expect(shop.counts()).toMatchObject({ handled: 0, errors: { denied: 1 } });
      // The true delivery is not a duplicate of the forged one.
      expect((await post(shop.hook, paymentBody(simulator, purchase))).status).toBe(200);
      expect(shop.ledger.payments).toHaveLength(1);
    });

    it('that reports a refund or a failed attempt as a payment reaches no handler', async () => {
      await open();
      const purchase = await buy(shop, simulator);
      const refund = unwrap(
        await shop.pay.transactions.cancelTransaction(purchase.transactionId, { amount: 2450 }),
      );
      const asPayment = { ...purchase, transactionId: refund.TransactionId };
      for (const TransactionTypeId of [5, 7, null]) {
        const response = await post(shop.hook, paymentBody(simulator, asPayment, { TransactionTypeId }));
        expect(response.status).toBe(403);
      }
      const declined = await buy(shop, simulator, 9951);
      const response = await post(shop.hook, paymentBody(simulator, declined, { Amount: 99.51 }));
      expect(response.status).toBe(403);
      expect(shop.ledger.payments).toHaveLength(0);
    });

    it('of a true refund cannot change its sign, merchant or order code', async () => {
      await open();
      const purchase = await buy(shop, simulator);
      const { TransactionId } = unwrap(
        await shop.pay.transactions.cancelTransaction(purchase.transactionId, { amount: 1000 }),
      );
      const posted = {
        TransactionId,
        MerchantId: other,
        OrderCode: purchase.orderCode,
        Amount: 10,
        OriginalAmount: 10,
        CurrencyCode: '978',
        StatusId: 'F',
      };
      const body = buildPayWebhookForTest(1797, posted);
      expect((await post(shop.hook, body)).status).toBe(200);
      expect(shop.ledger.others).toMatchObject([
        {
          confirmedBy: 'api',
          data: {
            Amount: -10,
            OriginalAmount: -10,
            MerchantId: simulator.credentials.merchant.merchantId,
            OrderCodeText: purchase.orderCode,
          },
        },
      ]);
    });

    it('of a true failed attempt cannot change its sign', async () => {
      await open();
      const declined = await buy(shop, simulator, 9951);
      const body = buildPayWebhookForTest(1798, {
        TransactionId: declined.transactionId,
        MerchantId: simulator.credentials.merchant.merchantId,
        OrderCode: declined.orderCode,
        Amount: -99.51,
        CurrencyCode: '978',
        StatusId: 'E',
        MerchantTrns: 'cart-1',
      });
      expect((await post(shop.hook, body)).status).toBe(200);
      expect(shop.ledger.others).toMatchObject([{ data: { Amount: 99.51 } }]);
    });

    it('from another address reaches no handler, with any X-Forwarded-For', async () => {
      await open({ webhooks: { sourceAddresses: ['20.50.240.57'] } });
      const purchase = await buy(shop, simulator);
      for (const header of ['', '20.50.240.57', '20.50.240.57, 127.0.0.1', '127.0.0.1, 20.50.240.57']) {
        const response = await post(shop.hook, paymentBody(simulator, purchase), {
          'x-forwarded-for': header,
        });
        expect(response.status).toBe(403);
      }
      expect(shop.ledger.payments).toHaveLength(0);
      expect(shop.counts().errors).toEqual({ 'source-address': 4 });
      expect(readBacks()).toBe(0);
      expect(shop.logger.text()).toMatch(/127\.0\.0\.1 is not among the source addresses/);
    });

    it('is recognized by its address behind a trusted proxy', async () => {
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

    it('does not affect the true delivery that arrives at the same time', async () => {
      await open();
      const purchase = await buy(shop, simulator);
      const responses = await Promise.all([
        post(shop.hook, paymentBody(simulator, purchase, { Amount: 1 })),
        post(shop.hook, paymentBody(simulator, purchase)),
        post(shop.hook, paymentBody(simulator, purchase, { Amount: 2 })),
      ]);
      expect(responses[1]?.status).toBe(200);
      expect(shop.ledger.payments).toMatchObject([{ data: { Amount: 24.5 } }]);
    });
  });

  describe('a request', () => {
    it.each([
      ['malformed JSON', '{"EventTypeId":', 400],
      ['an empty body', '', 400],
      ['a list', '[1796]', 400],
      ['too deeply nested JSON', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
      ['70 kB', JSON.stringify({ pad: 'x'.repeat(70_000) }), 413],
      ['2 MB', JSON.stringify({ pad: 'x'.repeat(2_000_000) }), 413],
      ['60 kB of brackets', '['.repeat(60_000), 400],
    ])('with %s is rejected', async (_, body, status) => {
      await open();
      const response = await post(shop.hook, body);
      expect(response.status).toBe(status);
      expect(shop.counts().handled).toBe(0);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
      'with content type %s is rejected',
      async (type) => {
        await open();
        const response = await post(shop.hook, 'EventTypeId=1796', { 'content-type': type });
        expect(response.status).toBe(415);
      },
    );
  });
});
