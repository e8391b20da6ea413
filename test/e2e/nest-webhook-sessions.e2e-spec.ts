import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { buildPayWebhookForTest, isPayEvent, OnPayEvent, PayEventType, unwrap } from 'nestjs-pay';
import type { InitiateSaleOptions, PosSession, ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

const { TransactionPosEcrSessionCreated: PAID, TransactionPosEcrSessionFailed: FAILED } = PayEventType;
const SALE: InitiateSaleOptions = {
  sessionId: 'session-1',
  terminalId: '16000010',
  cashRegisterId: 'till-1',
  amount: 1170,
  currencyCode: '978',
  merchantReference: 'receipt-1',
};

/** The code under test does not depend on it. */
const platform = 'fastify';

describe('a delivery of a terminal session', () => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: `a session ${platform}`, clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(() => shop.close());

  const open = async (options: ShopOptions = {}): Promise<void> => {
    const wallet = { cloudTerminal: simulator.credentials.cloudTerminal };
    shop = await startShop(platform, simulator, { wallet, ...options });
  };
  /** Makes a sale at a terminal. The simulator declines the amount 9951. */
  const sell = async (more: Partial<InitiateSaleOptions> = {}): Promise<PosSession> => {
    const sale = { ...SALE, ...more };
    unwrap(await shop.pay.pos.transactions.initiateSaleRequest(sale));
    await simulator.clock.advance(10_000);
    const { sessionId } = sale;
    const session = unwrap(await shop.pay.pos.session.retrieveSessionById({ sessionId }));
    if (session === null) throw new Error('the session still runs');
    return session;
  };
  const bodyOf = (session: PosSession, changes: Record<string, unknown> = {}) =>
    buildPayWebhookForTest(session.success ? PAID : FAILED, {
      SessionId: session.sessionId,
      TerminalId: session.terminalId,
      Success: session.success,
      EventId: session.eventId,
      Amount: session.amount,
      CurrencyCode: session.currencyCode,
      TransactionId: session.transactionId ?? null,
      OrderCode: session.orderCode ?? null,
      MerchantReference: session.merchantReference ?? null,
      ...changes,
    });

  it('reaches handlers with the session as its resource, for a paid and a failed session [pos.24]', async () => {
    await open();
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [PAID, FAILED] });
    const paid = await sell();
    const failed = await sell({ sessionId: 'session-2', amount: 9951 });
    await simulator.deliveries.settled();
    expect(shop.ledger.others).toMatchObject([
      { eventTypeId: PAID, confirmedBy: 'api', resource: paid, data: { Amount: 1170, Success: true } },
      {
        eventTypeId: FAILED,
        confirmedBy: 'api',
        resource: failed,
        data: { EventId: 1006, TransactionId: null },
      },
    ]);
    expect(paid.success).toBe(true);
  });

  it('keeps the leading zero of the retrieval reference, which the read gives as a number', async () => {
    await open();
    let session = await sell();
    for (let sale = 1; sale < 100 && session.retrievalReferenceNumber?.startsWith('0') !== true; sale++)
      session = await sell({ sessionId: `sale-${sale}` });
    const { retrievalReferenceNumber: RetrievalReferenceNumber } = session;
    expect(RetrievalReferenceNumber).toMatch(/^0\d{11}$/);
    expect((await post(shop.hook, bodyOf(session, { RetrievalReferenceNumber }))).status).toBe(200);
    expect(shop.ledger.others).toMatchObject([{ data: { RetrievalReferenceNumber } }]);
  });

  const other = '00000000-0000-4000-8000-00000000beef';
  const forgeries: [string, Record<string, unknown>][] = [
    ['an unknown session', { SessionId: 'session-9' }],
    ['another spelling of the session ID', { SessionId: ' session-1' }],
    ['another terminal', { TerminalId: '16000011' }],
    ['another amount', { Amount: 11.7 }],
    ['an amount as text', { Amount: '1170' }],
    ['no amount', { Amount: null }],
    ['another currency', { CurrencyCode: '826' }],
    ['another transaction', { TransactionId: other }],
    ['no transaction', { TransactionId: null }],
    ['another order', { OrderCode: '9271655739472609' }],
    ['another reference', { MerchantReference: 'receipt-2' }],
    ['another outcome', { Success: false }],
    ['another reason', { EventId: 1006 }],
  ];
  it.each(forgeries)('with %s reaches no handler', async (_, changes) => {
    await open();
    const session = await sell();
    expect((await post(shop.hook, bodyOf(session, changes))).status).toBe(403);
    expect(shop.counts()).toMatchObject({ handled: 0, errors: { denied: 1 } });
    // The true delivery is not a duplicate of the forged one.
    expect((await post(shop.hook, bodyOf(session))).status).toBe(200);
    expect(shop.ledger.others).toHaveLength(1);
  });

  it('is rejected if it reports a declined session as paid, or a paid session as declined', async () => {
    await open();
    const [paid, declined] = [await sell(), await sell({ sessionId: 'session-2', amount: 9951 })];
    for (const session of [paid, declined]) {
      for (const Success of [true, false]) {
        const body = bodyOf({ ...session, success: !session.success }, { Success });
        expect((await post(shop.hook, body)).status).toBe(403);
      }
    }
    expect(shop.ledger.others).toHaveLength(0);
  });

  it('reaches handlers with the service’s values, and is a duplicate with other posted details', async () => {
    await open();
    const sessions = [await sell(), await sell({ sessionId: 'session-2', amount: 9951 })];
    for (const session of sessions) {
      for (const Created of ['one', 'two']) {
        const body = bodyOf(session, { CustomerTrns: `forged ${Created}`, CashRegisterId: 'till-9' });
        const replay = body.toString().replace(/"Created":"[^"]*"/, `"Created":"${Created}"`);
        expect((await post(shop.hook, replay)).status).toBe(200);
      }
    }
    expect(shop.counts()).toMatchObject({ handled: 2, duplicate: 2 });
    for (const [at, event] of shop.ledger.others.entries()) {
      expect(event.data).toMatchObject({
        CashRegisterId: 'till-1',
        CustomerTrns: sessions[at]?.customerTrns ?? null,
      });
    }
  });

  it('gets 503 while the session runs', async () => {
    await open();
    unwrap(await shop.pay.pos.transactions.initiateSaleRequest(SALE));
    await simulator.clock.advance(1_000);
    const paid = { ...SALE, success: true, eventId: 0, transactionId: other } as unknown as PosSession;
    expect((await post(shop.hook, bodyOf(paid))).status).toBe(503);
    expect(shop.counts()).toMatchObject({ handled: 0, errors: { unconfirmed: 1 } });
  });

  it('is unconfirmed without terminal credentials, and responded with 503 with wrong ones', async () => {
    @Injectable()
    class Hints {
      readonly seen: string[] = [];
      @OnPayEvent(PAID, { unconfirmed: true }) hint(event: ReceivedPayEvent) {
        if (isPayEvent(event, PAID)) this.seen.push(`${event.data.SessionId} ${event.confirmedBy}`);
      }
    }
    await open();
    const body = bodyOf(await sell());
    await shop.close();
    await open({ wallet: {}, providers: [Hints] });
    expect((await post(shop.hook, body)).status).toBe(200);
    expect(shop.app.get(Hints).seen).toEqual(['session-1 none']);
    expect(shop.ledger.others).toEqual([]);
    await shop.close();
    const { clientId, clientSecret } = simulator.credentials.merchant;
    await open({ wallet: { cloudTerminal: { clientId, clientSecret } }, providers: [Hints] });
    expect((await post(shop.hook, body)).status).toBe(503);
    expect(shop.app.get(Hints).seen).toEqual([]);
  });
});
