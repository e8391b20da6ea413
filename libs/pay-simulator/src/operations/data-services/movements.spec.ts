import { servicesOf } from '../../handle/handle.js';
import { athensLocal } from '../../domain/athens-time.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GOOD_CARD, Merchant } from '../../../testing/merchant.js';
import { Receiver } from '../../../testing/receiver.js';

const MASTERCARD = { ...GOOD_CARD, number: '5239290700000101' };

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start();
  receiver = await Receiver.startFor(merchant, [2054]);
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

/** Returns the data of all sent events 2054 in the order of the movements. */
async function sentEvents() {
  const { deliveries } = merchant.simulator;
  await deliveries.settled();
  expect(receiver.received).toHaveLength(deliveries.list().length);
  return deliveries.list().map(({ attempts }) => {
    const { EventData } = JSON.parse(attempts[0]?.request ?? '{}') as { EventData: Record<string, unknown> };
    return EventData;
  });
}

/** Searches the movements without holds. */
async function searchMovements() {
  const authorization = await merchant.token(merchant.simulator.credentials.dataServices);
  const { json } = await merchant.call(
    'api',
    'POST',
    '/dataservices/v2/accounttransactions/Search?PageSize=500&OrderBy=Ascending',
    {
      body: { DateFrom: '2026-01-01', DateTo: '2026-12-31' },
      authorization,
    },
  );
  return (json.data as Record<string, unknown>[]).filter(({ isAuthorization }) => isAuthorization === false);
}

async function pay(amount: number, card = GOOD_CARD): Promise<string> {
  const outcome = merchant.simulator.checkout.pay(await merchant.order({ amount }), card);
  if (outcome.kind !== 'approved') throw new Error(outcome.kind);
  return outcome.transaction.id;
}

describe('event 2054', () => {
  it('reports each cleared payment as its gross amount and its commission', async () => {
    const first = await pay(1000);
    const second = await pay(3000, MASTERCARD);
    await merchant.web('DELETE', `/api/transactions/${await pay(4000)}?amount=4000`);
    await merchant.web('DELETE', `/api/transactions/${second}?amount=500`);
    expect(await sentEvents()).toEqual([]);
    await merchant.nextDay();
    const movements = await sentEvents();
    expect(movements).toMatchObject([
      { Amount: 10, SubTypeId: 83, TypeId: 20, ParentId: null, IsInternal: false, TargetAmount: 10_010 },
      { Amount: -0.1, SubTypeId: 13, ParentId: movements[0]?.WalletTransactionId, TargetAmount: 10_009.9 },
      { Amount: 30, SubTypeId: 83, ParentId: null, TargetAmount: 10_039.9 },
      { Amount: -5, SubTypeId: 83, ParentId: movements[2]?.WalletTransactionId, TargetAmount: 10_034.9 },
      { Amount: -0.3, SubTypeId: 13, ParentId: movements[2]?.WalletTransactionId, TargetAmount: 10_034.6 },
    ]);
    expect(movements.map(({ SaleTransactionId }) => SaleTransactionId)).toEqual([
      first,
      first,
      second,
      second,
      second,
    ]);
    expect(movements.map(({ Description }) => Description)).toEqual([
      `clearance of ${first}`,
      `fee of ${first}`,
      `clearance of ${second}`,
      `clearance of the refunds of ${second}`,
      `fee of ${second}`,
    ]);
  });

  it('reports a refund from the balance with its payment, but not a refund of a pending payment', async () => {
    const early = await pay(1000);
    await merchant.web('DELETE', `/api/transactions/${early}?amount=400`);
    expect(await sentEvents()).toEqual([]);
    await merchant.nextDay();
    const before = (await sentEvents()).length;
    await merchant.web('DELETE', `/api/transactions/${early}?amount=100`);
    await merchant.api('POST', `/acquiring/v1/transactions/${early}:rebate`, { amount: 50 });
    merchant.simulator.wallet.withdraw(2500);
    expect((await sentEvents()).slice(before)).toMatchObject([
      { Amount: -1, SubTypeId: 116, SaleTransactionId: early },
      { Amount: -0.5, SubTypeId: 31, SaleTransactionId: early },
      { Amount: -25, SubTypeId: 30, SaleTransactionId: null, Tag: 'PayOutIban' },
    ]);
  });

  it('has Created in the local time of the service, without a zone [wallets.5]', async () => {
    merchant.simulator.wallet.withdraw(100);
    const at = merchant.simulator.clock.now();
    const [movement] = await sentEvents();
    expect(movement?.Created).toBe(athensLocal(at));
  });

  it('reports neither holds nor opening balances', async () => {
    await fetch(`${merchant.simulator.url}/_simulator/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await sentEvents()).toEqual([]);
    const { id } = merchant.simulator.pay();
    await merchant.nextDay();
    const before = await sentEvents();
    merchant.simulator.trigger('dispute-suspected', { transactionId: id });
    expect(merchant.simulator.wallets.primary.reserved).toBeGreaterThan(0n);
    expect(await sentEvents()).toEqual(before);
  });
});

it('a movement has the same ID and balances in calls, events and searches [data-services.13]', async () => {
  const { wallets } = merchant.simulator;
  const [first, second] = wallets.list();
  const payment = await pay(5000);
  await merchant.nextDay();
  await merchant.web('DELETE', `/api/transactions/${payment}?amount=700`);
  const transfer = await merchant.web('POST', `/api/wallets/${first?.id}/balancetransfer/${second?.id}`, {
    amount: 900,
    description: 'Reserve',
  });
  const sent = await merchant.web('POST', `/api/wallets/${first?.id}/balancetransfer/${wallets.other.id}`, {
    amount: 100,
    description: 'Sent',
  });
  const [opening, ...rows] = await searchMovements();
  expect(opening).toMatchObject({ amount: 10_000, subTypeId: 168 });
  expect(
    (await sentEvents()).map((data) => ({
      id: data.WalletTransactionId,
      walletId: data.WalletId,
      amount: data.Amount,
      subTypeId: data.SubTypeId,
      total: data.TargetAmount,
      available: data.TargetAvailable,
      text: data.Description,
    })),
  ).toEqual(
    rows.map((row) => ({
      id: row.accountTransactionId,
      walletId: row.walletId,
      amount: row.amount,
      subTypeId: row.subTypeId,
      total: row.targetAmount,
      available: row.targetAvailable,
      text: row.userDescription,
    })),
  );
  const ids = rows.map((row) => row.accountTransactionId);
  expect(ids).toEqual(
    expect.arrayContaining([
      transfer.json.DebitTransactionId,
      transfer.json.CreditTransactionId,
      sent.json.DebitTransactionId,
    ]),
  );
  // Only the other merchant sees the credit.
  expect(ids).not.toContain(sent.json.CreditTransactionId);
  expect(
    servicesOf(merchant.simulator)
      .wallets.movements()
      .map(({ id }) => id),
  ).toEqual(expect.arrayContaining([...ids, sent.json.CreditTransactionId]));
});
