import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Injectable } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { buildPayWebhookForTest, OnPayEvent, PayEventType, PayISV, PayModule, PayWebhook } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { unwrap } from 'nestjs-pay/client';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { startApp } from './nest-app.js';
import { paymentBody, post } from './webhook-shop.js';

const {
  TransactionPaymentCreated: PAID,
  TransactionReversalCreated: REVERSED,
  AccountConnected: CONNECTED,
  AccountVerificationStatusChanged: VERIFIED,
} = PayEventType;

/** The code under test does not depend on it. */
const platform = 'fastify';

describe('the webhook of an ISV', () => {
  let simulator: PaySimulator;
  let app: INestApplication;
  let hook: string;
  const events: ReceivedPayEvent[] = [];

  @PayWebhook()
  @Controller('isv')
  class IsvHook {}
  @Injectable()
  class Partner {
    @OnPayEvent('*')
    any(event: ReceivedPayEvent): void {
      events.push(event);
    }
  }

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: `isv ${platform}`, clock: 'manual' });
    const isv = { ...simulator.credentials.isv, dev: true, endpoints: simulator.endpoints };
    const started = await startApp(
      { imports: [PayModule.forRoot({ isv })], controllers: [IsvHook], providers: [Partner] },
      { platform },
    );
    app = started.app;
    hook = `${started.url}/isv`;
  });
  beforeEach(() => {
    simulator.reset();
    events.length = 0;
  });
  afterAll(async () => {
    await app.close();
    await simulator.close();
  });

  const isv = () => app.get(PayISV, { strict: false });
  const register = async (...eventTypeIds: number[]) => {
    for (const eventTypeId of eventTypeIds) unwrap(await isv().webhook.create({ url: hook, eventTypeId }));
  };
  const merchant = () => simulator.connectedMerchants.connect().account.credentials.merchant.merchantId;
  const purchase = async (merchantId: string) => {
    const order = unwrap(
      await isv().payments.createOrder(merchantId, { amount: 2450, merchantTrns: 'cart-1' }),
    );
    const outcome = simulator.checkout.pay(order.orderCodeText, GOOD_CARD);
    if (outcome.kind !== 'approved') throw new Error(`the card was ${outcome.kind}`);
    return { orderCode: order.orderCodeText, transactionId: outcome.transaction.id };
  };

  it('receives payments of connected merchants, without a signature, confirmed for the merchant in the event [isv.17]', async () => {
    await register(PAID);
    const first = merchant();
    const paid = await purchase(first);
    await simulator.deliveries.settled();
    expect(events).toMatchObject([
      {
        eventTypeId: PAID,
        client: 'isv',
        account: null,
        confirmedBy: 'api',
        data: { MerchantId: first, OrderCodeText: paid.orderCode },
        resource: { amount: 24.5 },
      },
    ]);
  });

  it('rejects a payment event that names another merchant, or none', async () => {
    const [first, second] = [merchant(), merchant()];
    const paid = await purchase(first);
    const postFor = (MerchantId: unknown) => post(hook, paymentBody(simulator, paid, { MerchantId }));
    for (const other of [second, undefined, '../etc', 1]) expect((await postFor(other)).status).toBe(403);
    // The merchant is not connected, or not any more. Only the service knows which.
    expect((await postFor('00000000-0000-4000-8000-00000000beef')).status).toBe(503);
    expect(events).toHaveLength(0);
    const { transactionId } = paid;
    const inUpperCase = { MerchantId: first.toUpperCase(), TransactionId: transactionId.toUpperCase() };
    expect((await post(hook, paymentBody(simulator, paid, inUpperCase))).status).toBe(200);
    // Handlers get the IDs as the service writes them.
    expect(events).toMatchObject([{ data: { MerchantId: first, TransactionId: transactionId } }]);
    expect((await postFor(first)).status).toBe(200);
    expect(events).toHaveLength(1);
  });

  it('receives a reversal by the service for the merchant of the payment, once [transactions.23]', async () => {
    await register(PAID, REVERSED);
    const first = merchant();
    const { orderCode, transactionId } = await purchase(first);
    await simulator.deliveries.settled();
    simulator.trigger('reversal', { transactionId });
    await simulator.deliveries.settled();
    const [, delivery] = simulator.deliveries.list();
    await simulator.deliveries.redeliver(delivery?.id ?? '');
    expect(events.slice(1)).toMatchObject([
      {
        eventTypeId: REVERSED,
        confirmedBy: 'parent',
        data: { ParentId: transactionId, OrderCodeText: orderCode, MerchantId: first, Amount: -24.5 },
      },
    ]);
  });

  it('rejects a reversal that names another merchant, under which the payment looks reversed', async () => {
    await register(PAID);
    const [first, second] = [merchant(), merchant()];
    const paid = await purchase(first);
    await simulator.deliveries.settled();
    expect(events).toHaveLength(1);
    for (const MerchantId of [second, first]) {
      const forged = buildPayWebhookForTest(REVERSED, {
        MerchantId,
        TransactionId: '00000000-0000-4000-8000-00000000beef',
        ParentId: paid.transactionId,
        OrderCode: paid.orderCode,
        Amount: -24.5,
        CurrencyCode: '978',
        StatusId: 'F',
        TransactionTypeId: 7,
      });
      expect((await post(hook, forged)).status).toBe(403);
    }
    expect(events).toHaveLength(1);
  });

  it('receives events of connected accounts, confirmed with their current state', async () => {
    await register(CONNECTED, VERIFIED);
    const { accountId } = unwrap(
      await isv().connectedAccounts.create({
        email: 'seller@example.com',
        returnUrl: 'https://shop.example.com/done',
      }),
    );
    const connected = buildPayWebhookForTest(CONNECTED, { ConnectedAccountId: accountId });
    // The account is invited and not connected yet.
    expect((await post(hook, connected)).status).toBe(503);
    simulator.accounts.accept(accountId, { legalName: 'Naxos' });
    await simulator.deliveries.settled();
    simulator.accounts.verify(accountId, true);
    await simulator.deliveries.settled();
    expect(events).toMatchObject([
      { eventTypeId: CONNECTED, confirmedBy: 'api', resource: { accountId, merchantId: expect.any(String) } },
      { eventTypeId: VERIFIED, confirmedBy: 'api', data: { Verified: true }, resource: { verified: true } },
    ]);
    const refused = buildPayWebhookForTest(VERIFIED, { ConnectedAccountId: accountId, Verified: false });
    expect((await post(hook, refused)).status).toBe(403);
  });

  /** Makes a sale at a terminal. The simulator declines the amount 9951. */
  const sell = async (amount: number) => {
    const sale = {
      sessionId: 'session-1',
      terminalId: '16000010',
      cashRegisterId: 'till-1',
      amount,
      currencyCode: '978',
      merchantReference: 'receipt-1',
      isvDetails: { amount: 58, terminalMerchantId: merchant() },
    };
    unwrap(await isv().pos.transactions.initiateSaleRequest(sale));
    await simulator.clock.advance(10_000);
    await simulator.deliveries.settled();
    return unwrap(await isv().pos.session.retrieveSessionById({ sessionId: sale.sessionId }));
  };

  it('receives sessions of connected merchants’ terminals', async () => {
    await register(PayEventType.TransactionPosEcrSessionCreated);
    await sell(1170);
    expect(events).toMatchObject([
      { confirmedBy: 'api', data: { Amount: 1170 }, resource: { success: true } },
    ]);
  });

  it('recognizes a duplicate of a failed session with another time', async () => {
    const session = await sell(9951);
    for (const Created of ['2026-02-03T10:00:00Z', '2026-02-03T11:00:00Z']) {
      const body = buildPayWebhookForTest(
        PayEventType.TransactionPosEcrSessionFailed,
        {
          SessionId: 'session-1',
          TerminalId: '16000010',
          Success: false,
          EventId: session?.eventId,
          Amount: 9951,
          CurrencyCode: '978',
          TransactionId: session?.transactionId ?? null,
          OrderCode: session?.orderCode ?? null,
          MerchantReference: 'receipt-1',
        },
        { Created },
      );
      expect((await post(hook, body)).status).toBe(200);
    }
    expect(events).toMatchObject([{ eventTypeId: 1803, confirmedBy: 'api', resource: { success: false } }]);
  });
});
