import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { durableInbox, OnPayEvent, PayEventType, PayInboxService } from 'nestjs-pay';
import type { PayInboxStore } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { until } from '../until.js';
import { foundIn, PERSONAL, TOKEN } from './seeds.js';
import { TestingTelemetry } from './telemetry.js';
import { buy, paymentBody, post, startShop } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';
import { emptyInboxStores } from '../inbox/stores.js';
import { withTimes } from '../times.js';

const emptyStore = emptyInboxStores();

const SEEDS = Object.values(PERSONAL).join(' ');
let telemetry: TestingTelemetry;
let simulator: PaySimulator;
let shop: Shop;

beforeAll(async () => {
  simulator = await createPaySimulator({ seed: 'redaction', clock: 'manual' });
});
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.reset();
  telemetry = new TestingTelemetry();
});
afterEach(async () => {
  await shop.close();
  await telemetry.close();
});

/** Fails with an error that contains secrets and personal data. */
class LeakingHandler {
  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  paid(): never {
    throw new Error(`declined: ${SEEDS}, authorization: Bearer ${TOKEN}`);
  }
}

async function open(store?: PayInboxStore): Promise<void> {
  shop = await startShop('express', simulator, {
    wallet: { logs: true },
    webhooks: {
      secrets: ['the-webhook-secret'],
      ...(store && {
        inbox: durableInbox(withTimes({ store, pollMs: 50, retryMs: 5, maxAttempts: 1 })),
      }),
    },
    providers: [LeakingHandler],
  });
}

/** Returns secrets and personal data in the log, the responses, the spans and the printed client. */
async function findLeaks(responses: Response[]): Promise<string[]> {
  const { credentials } = simulator;
  const texts = await Promise.all(responses.map((response) => response.text()));
  const spans = telemetry.spans.map(({ name, attributes, events, status }) => ({
    name,
    attributes,
    events,
    status,
  }));
  const lines = [
    ...shop.logger.lines,
    ...texts,
    inspect(spans, { depth: 9 }),
    inspect(shop.pay, { depth: 9, showHidden: true }),
  ];
  for (const secret of [credentials.merchant.clientSecret, credentials.merchant.apikey, 'the-webhook-secret'])
    expect(lines.join('\n')).not.toContain(secret);
  return foundIn(lines);
}

const personal = {
  Email: PERSONAL.email,
  FullName: SEEDS,
  Phone: SEEDS,
  CardNumber: PERSONAL.card,
  IBAN: PERSONAL.iban,
};
const bodies = async (): Promise<(string | Uint8Array)[]> => {
  const purchase = await buy(shop, simulator);
  const names = [
    'MerchantId',
    'TransactionId',
    'OrderCode',
    'Amount',
    'CurrencyCode',
    'StatusId',
    'MerchantTrns',
    'TransactionTypeId',
  ];
  return [
    paymentBody(simulator, purchase, personal),
    ...names.map((name) => paymentBody(simulator, purchase, { ...personal, [name]: SEEDS })),
    JSON.stringify({ EventTypeId: PERSONAL.card, EventData: personal }),
    JSON.stringify({
      EventTypeId: SEEDS,
      EventData: personal,
      Url: SEEDS,
      CorrelationId: SEEDS,
      MessageId: SEEDS,
    }),
    JSON.stringify({ [SEEDS]: SEEDS }),
    `{"a": ${SEEDS}`,
    SEEDS,
  ];
};

describe('no secrets or personal data of an event are in logs, responses, spans and dead letters', () => {
  it('without a durable inbox, for true, forged and rejected events', async () => {
    await open();
    const responses: Response[] = [];
    for (const body of await bodies()) {
      responses.push(await post(shop.hook, body));
      responses.push(await post(shop.hook, body, { 'content-type': SEEDS }));
      responses.push(
        await post(shop.hook, body, { 'viva-signature-256': TOKEN, 'x-forwarded-for': PERSONAL.email }),
      );
    }
    expect(shop.logger.text()).toContain('LeakingHandler.paid failed');
    expect(responses.map(({ status }) => status)).toContain(403);
    expect(await findLeaks(responses)).toEqual([]);
  });

  it('with a durable inbox, for dead letters', async () => {
    await open(emptyStore());
    const responses: Response[] = [];
    for (const body of await bodies()) responses.push(await post(shop.hook, body));
    const inbox = shop.app.get(PayInboxService, { strict: false });
    await until(async () => (await inbox.stats()).dead === 1);
    const letters = await inbox.deadLetters();
    shop.logger.lines.push(...letters.map(({ error }) => error));
    expect(await findLeaks(responses)).toEqual([]);
  });

  it('if the store fails with an error that contains them', async () => {
    const fail = () => Promise.reject(new Error(`duplicate key (${SEEDS}) postgres://pay:${TOKEN}@db/pay`));
    const store: PayInboxStore = Object.assign(emptyStore(), {
      addDelivery: fail,
      claimDeliveries: fail,
      claimEvents: fail,
    });
    await open(store);
    const responses: Response[] = [];
    for (const body of await bodies()) responses.push(await post(shop.hook, body));
    expect(responses.map(({ status }) => status)).toContain(503);
    expect(await findLeaks(responses)).toEqual([]);
  });
});
