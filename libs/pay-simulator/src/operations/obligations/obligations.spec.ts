import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../../testing/merchant.js';
import { Receiver } from '../../../testing/receiver.js';

let merchant: Merchant;
let receiver: Receiver;

beforeEach(async () => {
  merchant = await Merchant.start();
  receiver = await Receiver.startFor(merchant, [5632, 5633]);
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

describe('webhooks of obligations', () => {
  it('5632 and 5633 have no envelope, and contain the number of retries [legacy-misc.8]', async () => {
    receiver.behavior = () => ({ status: receiver.received.length === 1 ? 500 : 200 });
    const { wallets, deliveries, clock } = merchant.simulator;
    const { json } = await merchant.api('POST', '/obligations/v1/obligations', {
      amount: 110.25,
      personId: wallets.other.ownerId,
      currencyCode: 978,
    });
    await deliveries.settled();
    await clock.advance(3_600_000);
    await deliveries.settled();
    const bodies = receiver.received.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    expect(bodies.map(({ RetryCount, CaptureId }) => [RetryCount, CaptureId === null]).sort()).toEqual([
      [0, false],
      [0, true],
      [1, true],
    ]);
    for (const body of bodies) {
      expect(body).toMatchObject({
        ObligationId: json.obligationId,
        Amount: 110.25,
        CurrencyCode: '978',
        WalletId: Number(wallets.other.id),
        TargetWalletId: Number(wallets.primary.id),
        WalletTransactionSubTypeId: 159,
      });
      expect(Object.keys(body)).not.toContain('EventData');
    }
    expect(bodies.find(({ CaptureId }) => CaptureId !== null)).toMatchObject({
      Completed: '2026-02-03T13:00:00+02:00',
      CancellationId: null,
    });
  });
});
