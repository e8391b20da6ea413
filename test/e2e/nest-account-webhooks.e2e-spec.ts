import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Injectable, Module } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import {
  buildPayWebhookForTest,
  getPayToken,
  OnPayEvent,
  PayEventType,
  Marketplace,
  PayModule,
  PayWebhook,
  PayWebhookStats,
} from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { PayWallet, unwrap } from 'nestjs-pay/client';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { RecordingLogger, PLATFORMS, startApp, walletOf } from './nest-app.js';
import { paymentBody, post } from './webhook-shop.js';

const {
  TransactionPaymentCreated: PAID,
  AccountConnected: CONNECTED,
  AccountVerificationStatusChanged: VERIFIED,
} = PayEventType;

@PayWebhook({ account: 'shop-gr' })
@Controller('hooks/gr')
class GreekHook {}

@PayWebhook({ account: 'shop-ro' })
@Controller('hooks/ro')
class RomanianHook {}

@PayWebhook({ account: 'market' })
@Controller('hooks/market')
class MarketHook {}

@Injectable()
class Books {
  readonly all: string[] = [];
  readonly greek: ReceivedPayEvent[] = [];
  readonly sellers: ReceivedPayEvent[] = [];

  @OnPayEvent('*')
  any({ eventTypeId, account, client, confirmedBy }: ReceivedPayEvent): void {
    this.all.push(`${account} ${client} ${eventTypeId} ${confirmedBy}`);
  }

  @OnPayEvent(PAID, { account: 'shop-gr' })
  paid(event: ReceivedPayEvent<typeof PAID>): void {
    this.greek.push(event);
  }

  @OnPayEvent(CONNECTED, VERIFIED, { account: 'market' })
  seller(event: ReceivedPayEvent<typeof CONNECTED | typeof VERIFIED>): void {
    this.sellers.push(event);
  }
}

describe.each(PLATFORMS)('two shops and a marketplace in one application on %s', (platform) => {
  let greek: PaySimulator;
  let romanian: PaySimulator;
  let market: PaySimulator;
  let app: INestApplication;
  let url: string;
  let books: Books;

  beforeAll(async () => {
    const key = (digit: string) => ({ webhookKey: digit.repeat(40) });
    // The same seed gives both shops the same order codes and transaction IDs.
    [greek, romanian, market] = await Promise.all([
      createPaySimulator({ seed: 'same IDs', clock: 'manual', merchant: key('1') }),
      createPaySimulator({ seed: 'same IDs', clock: 'manual', merchant: key('2') }),
      createPaySimulator({ seed: `market ${platform}`, clock: 'manual', merchant: key('3') }),
    ]);
    @Module({
      imports: [
        PayModule.forRoot({ name: 'shop-gr', wallet: walletOf(greek) }),
        PayModule.forRootAsync({ name: 'shop-ro', useFactory: () => ({ wallet: walletOf(romanian) }) }),
        PayModule.forRoot({
          name: 'market',
          marketplace: { ...market.credentials.marketplace, dev: true, endpoints: market.endpoints },
        }),
      ],
      controllers: [GreekHook, RomanianHook, MarketHook],
      providers: [Books],
    })
    class AppModule {}
    ({ app, url } = await startApp({ imports: [AppModule] }, { platform, logger: new RecordingLogger() }));
    books = app.get(Books);
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([greek.close(), romanian.close(), market.close()]);
  });
  afterEach(() => {
    for (const list of [books.all, books.greek, books.sellers]) list.length = 0;
    for (const simulator of [greek, romanian, market]) simulator.reset();
  });

  const hook = (name: string) => `${url}/hooks/${name}`;
  const settled = () => Promise.all([greek, romanian, market].map((one) => one.deliveries.settled()));
  const readBacks = (simulator: PaySimulator) =>
    simulator.requests().filter(({ operation }) => operation === 'transactions.getTransactionById').length;
  const purchase = async (simulator: PaySimulator) => {
    const pay = new PayWallet(walletOf(simulator));
    const { orderCodeText } = unwrap(
      await pay.payments.createOrder({ amount: 2450, merchantTrns: 'cart-1' }),
    );
    await pay.close();
    const outcome = simulator.checkout.pay(orderCodeText, GOOD_CARD);
    if (outcome.kind !== 'approved') throw new Error(`the card was ${outcome.kind}`);
    return { orderCode: orderCodeText, transactionId: outcome.transaction.id };
  };

  it('each response the handshake with the key of their own account', async () => {
    const keys = await Promise.all(
      ['gr', 'ro', 'market'].map(
        async (name) => ((await (await fetch(hook(name))).json()) as { Key: string }).Key,
      ),
    );
    expect(keys).toEqual(['1', '2', '3'].map((digit) => digit.repeat(40)));
    for (const [simulator, own, foreign] of [
      [greek, 'gr', 'ro'],
      [romanian, 'ro', 'gr'],
    ] as const) {
      const register = (name: string) =>
        simulator.webhooks.register({ url: hook(name), eventTypeIds: [PAID] });
      await expect(register(foreign)).rejects.toThrow(/verif/i);
      await expect(register(own)).resolves.toHaveLength(1);
    }
  });

  it('confirm events with the client of their account, and recognize duplicates for each account', async () => {
    await greek.webhooks.register({ url: hook('gr'), eventTypeIds: [PAID] });
    await romanian.webhooks.register({ url: hook('ro'), eventTypeIds: [PAID] });
    const inGreece = await purchase(greek);
    await settled();
    expect(books.all).toEqual(['shop-gr wallet 1796 api']);
    expect([readBacks(greek), readBacks(romanian)]).toEqual([1, 0]);

    const inRomania = await purchase(romanian);
    await settled();
    // The same IDs in another account are another payment.
    expect(inRomania).toEqual(inGreece);
    expect(books.all).toEqual(['shop-gr wallet 1796 api', 'shop-ro wallet 1796 api']);
    expect([readBacks(greek), readBacks(romanian)]).toEqual([1, 1]);
    expect(books.greek).toMatchObject([{ account: 'shop-gr', data: { OrderCodeText: inGreece.orderCode } }]);

    for (const name of ['gr', 'ro'])
      expect((await post(hook(name), paymentBody(greek, inGreece))).status).toBe(200);
    expect(books.all).toHaveLength(2);
    expect(app.get(PayWebhookStats, { strict: false }).snapshot().duplicate).toBeGreaterThanOrEqual(2);
  });

  it('have counters for each account', async () => {
    const stats = app.get(PayWebhookStats, { strict: false });
    const of = (account?: string) => stats.snapshot(account === undefined ? {} : { account });
    const [all, gr, ro] = [of(), of('shop-gr'), of('shop-ro')];
    const body = paymentBody(greek, await purchase(greek));
    expect((await post(hook('gr'), body)).status).toBe(200);
    expect((await post(hook('gr'), '{}')).status).toBe(200);
    expect((await post(hook('ro'), body)).status).toBe(403);
    expect(of('shop-gr')).toMatchObject({ received: gr.received + 2, handled: gr.handled + 1 });
    expect(of('shop-ro')).toMatchObject({
      received: ro.received + 1,
      handled: ro.handled,
      errors: { denied: (ro.errors.denied ?? 0) + 1 },
    });
    expect(of()).toMatchObject({ received: all.received + 3, handled: all.handled + 1 });
    expect(stats.accounts).toEqual(expect.arrayContaining(['shop-gr', 'shop-ro']));
    expect(of('unknown').received).toBe(0);
  });

  it('reject a payment of another account', async () => {
    const inGreece = await purchase(greek);
    for (const name of ['ro', 'market'])
      expect((await post(hook(name), paymentBody(greek, inGreece))).status).toBe(403);
    expect(books.all).toEqual([]);
    expect((await post(hook('gr'), paymentBody(greek, inGreece))).status).toBe(200);
    expect(books.greek).toHaveLength(1);
  });

  it('confirm the state of sellers, and reject other claims about them', async () => {
    await market.webhooks.register({ url: hook('market'), eventTypeIds: [CONNECTED, VERIFIED] });
    const { accountId } = market.sellers.connect();
    await settled();
    expect(books.all.sort()).toEqual(['market marketplace 8193 api', 'market marketplace 8194 api']);
    expect(books.sellers).toHaveLength(2);
    for (const { data, resource } of books.sellers) {
      expect(data).toMatchObject({ ConnectedAccountId: accountId });
      expect(resource).toMatchObject({ accountId, verified: true });
    }
    const claim = (type: typeof CONNECTED | typeof VERIFIED, data: object) =>
      post(hook('market'), buildPayWebhookForTest(type, { PersonId: accountId, ...data }));
    expect((await claim(VERIFIED, { ConnectedAccountId: accountId, Verified: false })).status).toBe(403);
    const unknownAccount = '00000000-0000-4000-8000-00000000beef';
    expect((await claim(CONNECTED, { ConnectedAccountId: unknownAccount })).status).toBe(403);
    expect(books.sellers).toHaveLength(2);
  });

  it('do not confirm that a seller has connected who was only invited', async () => {
    const { sellers } = app.get<Marketplace>(getPayToken(Marketplace, 'market'), {
      strict: false,
    });
    const { accountId } = unwrap(
      await sellers.createAccount({
        email: 'seller@example.com',
        returnUrl: 'https://shop.example.com/done',
        branding: { partnerName: 'Market', logoUrl: 'https://shop.example.com/logo.png' },
      }),
    );
    const connected = buildPayWebhookForTest(CONNECTED, { ConnectedAccountId: accountId });
    expect((await post(hook('market'), connected)).status).toBe(200);
    expect(books.all).toEqual([]);
  });
});
