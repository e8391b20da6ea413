import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPayWebhookForTest, confirmPayWebhook, Marketplace, PayISV, PayWallet } from 'nestjs-pay/client';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';

describe('confirmPayWebhook', () => {
  let simulator: PaySimulator;
  let pay: PayWallet;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: 'confirm', clock: 'manual', orderCodes: 'beyond-safe' });
    const { endpoints, credentials } = simulator;
    pay = new PayWallet({ ...credentials.merchant, dev: true, endpoints, maxRetries: 0 });
  });
  beforeEach(() => simulator.reset());
  afterAll(async () => {
    await pay.close();
    await simulator.close();
  });

  const confirm = (
    payment: ReturnType<PaySimulator['pay']>,
    changes: Record<string, unknown> = {},
    options: Partial<Parameters<typeof confirmPayWebhook>[1]> = {},
  ) => {
    const rawBody = buildPayWebhookForTest(1796, {
      TransactionId: payment.id,
      OrderCode: payment.orderCode,
      Amount: payment.amount / 100,
      CurrencyCode: '978',
      StatusId: 'F',
      ...changes,
    });
    return confirmPayWebhook(pay, { rawBody, ...options });
  };

  it('returns the event with the values of the service only', async () => {
    const payment = simulator.pay();
    const result = await confirm(payment, { Phone: 'posted', ParentId: 'posted', Email: 'posted' });
    expect(result).toMatchObject({
      outcome: 'confirmed',
      isConfirmed: true,
      delivery: {
        key: `confirmPayWebhook|1796:wallet:content:${payment.id}`,
        event: {
          confirmedBy: 'api',
          created: null,
          data: { OrderCodeText: payment.orderCode, TransactionId: payment.id, StatusId: 'F' },
          resource: { orderCodeText: payment.orderCode },
        },
      },
    });
    expect(JSON.stringify(result)).not.toContain('posted');
  });

  it('passes on other members of a sender with an address of the service', async () => {
    const result = await confirm(simulator.pay(), { Phone: 'posted' }, { sender: 'service' });
    expect(result).toMatchObject({
      outcome: 'confirmed',
      delivery: { event: { data: { Phone: 'posted' } } },
    });
  });

  it('denies a forged event, with the member that differs', async () => {
    expect(await confirm(simulator.pay(), { Amount: 1 })).toEqual({
      outcome: 'denied',
      reason: expect.stringMatching(/does not match the service's data: Amount$/),
    });
    const TransactionId = '00000000-0000-4000-8000-00000000beef';
    expect(await confirm(simulator.pay(), { TransactionId })).toMatchObject({ outcome: 'denied' });
  });

  it('fails while the service fails, and never throws', async () => {
    simulator.faults.add({ operation: 'transactions.getTransactionById', kind: 'status', status: 500 });
    expect(await confirm(simulator.pay())).toMatchObject({ outcome: 'failed' });
  });

  it('ignores an event of another source or merchant', async () => {
    const payment = simulator.pay();
    expect(await confirm(payment, {}, { sourceCodes: ['9999'] })).toEqual({ outcome: 'ignored' });
    const changes = {
      TransactionId: '00000000-0000-4000-8000-00000000beef',
      MerchantId: '00000000-0000-4000-8000-0000000000aa',
    };
    const { merchantId } = simulator.credentials.merchant;
    expect(await confirm(payment, changes, { merchantId })).toEqual({ outcome: 'ignored' });
  });

  it.each(['', '[]', '{"EventTypeId":-1}', '{"EventTypeId":1796,"EventData":{"TransactionId":"../orders"}}'])(
    'rejects the body %j without a read',
    async (rawBody) => {
      const before = simulator.requests().length;
      expect(await confirmPayWebhook(pay, { rawBody })).toMatchObject({ outcome: 'malformed' });
      expect(simulator.requests()).toHaveLength(before);
    },
  );

  it('marks an event that no read can confirm', async () => {
    const rawBody = buildPayWebhookForTest(2054, { WalletTransactionId: 'w', Amount: 5 });
    expect(await confirmPayWebhook(pay, { rawBody })).toMatchObject({
      outcome: 'confirmed',
      isConfirmed: false,
    });
  });

  it('confirms with the clients of ISVs and marketplaces', async () => {
    const { endpoints, credentials } = simulator;
    const clients = [
      new PayISV({ ...credentials.isv, dev: true, endpoints }),
      new Marketplace({ ...credentials.marketplace, dev: true, endpoints }),
    ];
    const rawBody = buildPayWebhookForTest(8194, {
      ConnectedAccountId: '00000000-0000-4000-8000-00000000beef',
      Verified: true,
    });
    for (const client of clients) {
      expect(await confirmPayWebhook(client, { rawBody })).toMatchObject({ outcome: 'denied' });
      await client.close();
    }
  });
});
