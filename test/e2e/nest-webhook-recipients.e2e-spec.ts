import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, HttpCode, Injectable, Post, UseGuards } from '@nestjs/common';
import {
  OnPayEvent,
  PayEvent,
  PayEventType,
  PayWebhook,
  PayWebhookGuard,
  PayWebhookOptions,
  unwrap,
} from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop, ShopOptions } from './webhook-shop.js';

const { TransactionPaymentCreated: PAID } = PayEventType;

@Injectable()
class BySource {
  readonly web: string[] = [];
  readonly till: string[] = [];

  @OnPayEvent(PAID, { sourceCode: ['1111', '2222'] })
  fromWeb({ data }: ReceivedPayEvent<typeof PAID>): void {
    this.web.push(String(data.SourceCode));
  }

  @OnPayEvent(PAID, { sourceCode: '3333' })
  fromTill({ data }: ReceivedPayEvent<typeof PAID>): void {
    this.till.push(String(data.SourceCode));
  }
}

@PayWebhook('one')
@Controller('hooks')
class One {}

@PayWebhook('two')
@Controller('hooks')
class Two {}

@Controller('own')
class Own {
  @Post()
  @HttpCode(200)
  @UseGuards(PayWebhookGuard)
  @PayWebhookOptions({ sourceCodes: ['1111'] })
  receive(@PayEvent() event: ReceivedPayEvent): unknown {
    return event.data;
  }
}

/** The code under test does not depend on it. */
const platform = 'fastify';

describe('the recipients of an event', () => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: `recipients ${platform}`, clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    simulator.reset();
  });
  afterEach(() => shop.close());

  const open = async (options: ShopOptions = {}): Promise<void> => {
    shop = await startShop(platform, simulator, options);
    for (const sourceCode of ['1111', '2222', '3333'])
      unwrap(
        await shop.pay.source.createSource({
          sourceCode,
          name: sourceCode,
          domain: 'shop.example',
          isSecure: true,
          pathFail: 'fail',
          pathSuccess: 'ok',
        }),
      );
  };
  const buyAt = async (sourceCode: string) => {
    const { orderCodeText } = unwrap(
      await shop.pay.payments.createOrder({ amount: 2450, merchantTrns: 'cart-1', sourceCode }),
    );
    const outcome = simulator.checkout.pay(orderCodeText, GOOD_CARD);
    if (outcome.kind !== 'approved') throw new Error(`the card was ${outcome.kind}`);
    return { orderCode: orderCodeText, transactionId: outcome.transaction.id };
  };
  const reads = () =>
    simulator.requests().filter(({ operation }) => operation === 'transactions.getTransactionById').length;

  it('sourceCodes: an event of another source gets 200 and counted, and not handled [webhook-events.22]', async () => {
    await open({ webhooks: { sourceCodes: ['1111'] } });
    await simulator.webhooks.register({ url: shop.hook, eventTypeIds: [PAID] });
    const [own, other] = [await buyAt('1111'), await buyAt('2222')];
    await simulator.deliveries.settled();
    expect(shop.ledger.payments).toMatchObject([{ data: { TransactionId: own.transactionId } }]);
    expect(shop.counts()).toMatchObject({ handled: 1, otherRecipient: 1, errors: {} });
    expect(reads()).toBe(1);
    expect(simulator.deliveries.list().map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([
      [200],
      [200],
    ]);
    // The source at the service decides, not the posted one.
    for (const SourceCode of ['1111', null]) {
      const forged = paymentBody(simulator, other, { SourceCode });
      expect((await post(shop.hook, forged)).status).toBe(200);
    }
    expect(shop.ledger.payments).toHaveLength(1);
    expect(shop.counts()).toMatchObject({ handled: 1, otherRecipient: 3, duplicate: 0 });
  });

  it('sourceCode: a handler gets the events of its sources only', async () => {
    await open({ providers: [BySource] });
    for (const sourceCode of ['1111', '3333', '2222'])
      expect((await post(shop.hook, paymentBody(simulator, await buyAt(sourceCode)))).status).toBe(200);
    const { web, till } = shop.app.get(BySource);
    expect([web, till]).toEqual([['1111', '2222'], ['3333']]);
    expect(shop.ledger.payments).toHaveLength(3);
  });

  it('sourceCode: the posted source does not decide which handler runs', async () => {
    await open({ providers: [BySource] });
    const purchase = await buyAt('3333');
    for (const SourceCode of ['1111', '', 7, '3333'])
      expect((await post(shop.hook, paymentBody(simulator, purchase, { SourceCode }))).status).toBe(200);
    const { web, till } = shop.app.get(BySource);
    expect([web, till]).toEqual([[], ['3333']]);
  });

  it('an unknown event of another merchant gets 200, and of the own merchant 403', async () => {
    await open();
    const unknown = { orderCode: '1272214778972604', transactionId: '00000000-0000-4000-8000-00000000beef' };
    const MerchantId = '00000000-0000-4000-8000-0000000000aa';
    expect((await post(shop.hook, paymentBody(simulator, unknown, { MerchantId }))).status).toBe(200);
    expect((await post(shop.hook, paymentBody(simulator, unknown))).status).toBe(403);
    // A payment that the client can read belongs to its merchant, with any posted merchant.
    const purchase = await buyAt('1111');
    expect((await post(shop.hook, paymentBody(simulator, purchase, { MerchantId }))).status).toBe(200);
    expect(shop.ledger.payments).toHaveLength(1);
    expect(shop.counts()).toMatchObject({ handled: 1, otherRecipient: 1, errors: { denied: 1 } });
  });

  it('PayWebhookGuard responds with 200 to an event of another source on a route of your own', async () => {
    await open({ controllers: [Own], path: 'own' });
    const [own, other] = [await buyAt('1111'), await buyAt('2222')];
    const accepted = await post(shop.hook, paymentBody(simulator, own, { SourceCode: '1111' }));
    expect(await accepted.json()).toMatchObject({ TransactionId: own.transactionId });
    for (const SourceCode of ['2222', '1111']) {
      const ignored = await post(shop.hook, paymentBody(simulator, other, { SourceCode }));
      expect(ignored.status).toBe(200);
      expect(await ignored.text()).not.toContain(other.transactionId);
    }
    expect(shop.counts()).toMatchObject({ otherRecipient: 2 });
  });

  it('an event at two endpoints is handled twice, and each endpoint recognizes its own duplicates', async () => {
    await open({ controllers: [One, Two], path: 'hooks/one' });
    const body = paymentBody(simulator, await buyAt('1111'));
    const second = shop.hook.replace('one', 'two');
    for (const hook of [shop.hook, second, shop.hook, second])
      expect((await post(hook, body)).status).toBe(200);
    expect(shop.ledger.payments).toHaveLength(2);
    expect(shop.counts()).toMatchObject({ handled: 2, duplicate: 2 });
  });
});
