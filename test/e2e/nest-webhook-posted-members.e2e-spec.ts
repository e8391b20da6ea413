import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPayWebhookForTest, PayEventType, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { buy, post, startShop } from './webhook-shop.js';
import type { Shop } from './webhook-shop.js';

/** The simulator is on this machine, so all other addresses are unknown senders. */
const WEBHOOKS = { sourceAddresses: 'any', trustedProxies: ['127.0.0.1'] } as const;
const SERVICE = '127.0.0.9';
const UNKNOWN_SENDER = '203.0.113.7';

/** Members that no read can verify. */
const POSTED = { ParentId: 'posted', Phone: '+30 1', CardToken: 'posted', Tags: ['posted'], MyOwn: 'posted' };

type Prepare = (shop: Shop, simulator: PaySimulator) => Promise<Record<string, unknown>>;

/** Each type that a wallet confirms: its true members, and the members that its payload type requires. */
const TYPES: [type: PayEventType, prepare: Prepare, required: string[]][] = [
  [
    PayEventType.TransactionPaymentCreated,
    async (shop, simulator) => {
      const { orderCode, transactionId } = await buy(shop, simulator);
      return { TransactionId: transactionId, OrderCode: orderCode, Amount: 24.5, StatusId: 'F' };
    },
    ['OrderCode', 'OrderCodeText', 'TransactionId', 'StatusId', 'Amount'],
  ],
  [
    PayEventType.TransactionReversalCreated,
    async (shop, simulator) => {
      const { orderCode, transactionId } = await buy(shop, simulator);
      const refund = unwrap(await shop.pay.transactions.cancelTransaction(transactionId, { amount: 1000 }));
      return { TransactionId: refund.TransactionId, OrderCode: orderCode, Amount: -10, StatusId: 'F' };
    },
    ['OrderCode', 'OrderCodeText', 'TransactionId', 'StatusId', 'Amount'],
  ],
  [
    PayEventType.TransactionFailed,
    async (shop, simulator) => {
      const { orderCode, transactionId } = await buy(shop, simulator, 9951);
      return { TransactionId: transactionId, OrderCode: orderCode, Amount: 99.51, StatusId: 'E' };
    },
    ['OrderCode', 'OrderCodeText', 'TransactionId', 'StatusId', 'Amount'],
  ],
  [
    PayEventType.OrderUpdated,
    async (shop) => {
      const { orderCodeText } = unwrap(await shop.pay.payments.createOrder({ amount: 1000 }));
      unwrap(await shop.pay.payments.cancelOrder(orderCodeText));
      return { OrderCode: orderCodeText, Amount: 10, IsCancelled: true };
    },
    ['OrderCode', 'OrderCodeText', 'IsCancelled'],
  ],
];

describe.each(TYPES)('a confirmed event %i', (type, prepare, required) => {
  let simulator: PaySimulator;
  let shop: Shop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: `posted ${type}`, clock: 'manual' });
  });
  afterAll(() => simulator.close());
  beforeEach(async () => {
    simulator.reset();
    shop = await startShop('express', simulator, { webhooks: WEBHOOKS });
  });
  afterEach(() => shop.close());

  const deliver = async (address: string): Promise<ReceivedPayEvent> => {
    const members = { ...(await prepare(shop, simulator)), CurrencyCode: '978', ...POSTED };
    const body = buildPayWebhookForTest(type, members);
    expect((await post(shop.hook, body, { 'x-forwarded-for': address })).status).toBe(200);
    const [event] = [...shop.ledger.payments, ...shop.ledger.others];
    expect(event).toMatchObject({ confirmedBy: 'api', eventTypeId: type });
    return event!;
  };

  it("from the service's addresses has the posted members that no read verifies", async () => {
    const { data, created, messageId, sender } = await deliver(SERVICE);
    expect(sender).toBe('service');
    const { ParentId, Phone, CardToken, MyOwn } = POSTED; // an order has tags of its own
    expect(data).toMatchObject({ ParentId, Phone, CardToken, MyOwn });
    expect([typeof created, typeof messageId]).toEqual(['string', 'string']);
  });

  it('from an unknown sender has the members of the read and the required ones only', async () => {
    const { data, ...event } = await deliver(UNKNOWN_SENDER);
    expect(event.sender).toBe('unknown');
    expect(Object.values(data).flat()).not.toContain('posted');
    expect(data).not.toHaveProperty('Phone');
    for (const member of required) expect(data).toHaveProperty([member], expect.anything());
    expect(data).toMatchObject({ MerchantId: simulator.credentials.merchant.merchantId });
    const { created, messageId, correlationId, recipientId, url, deliveryId } = event;
    expect([created, messageId, correlationId, recipientId, url, deliveryId]).toEqual(Array(6).fill(null));
  });
});
