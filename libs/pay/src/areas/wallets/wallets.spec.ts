import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { toMinorUnits, unwrap } from 'nestjs-pay/client';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { TestingTransport, wallet } from '../../client.testing.js';

let world: World;
beforeAll(async () => {
  world = await World.create('wallets');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const balances = async (): Promise<number[]> =>
  unwrap(await world.accounts.wallets.retrieveMerchantWallets()).map(({ available }) => available);

describe('wallets', () => {
  it('returns the same MAJOR units and the same currency string from both methods [wallets.1] [wallets.2]', async () => {
    const [primary] = unwrap(await world.accounts.wallets.retrieveMerchantWallets());
    const [legacy] = unwrap(await world.wallet.wallets.retrieveWallet());
    expect(primary).toMatchObject({
      walletId: 2263446430001,
      isPrimary: true,
      amount: 10000,
      available: 10000,
      currencyCode: '978',
      iban: expect.stringMatching(/^GB\d{2}VPAY\d{14}$/),
    });
    expect(legacy).toEqual({
      Iban: primary?.iban,
      WalletId: primary?.walletId,
      IsPrimary: true,
      Amount: 10000,
      Available: 10000,
      Overdraft: 0,
      FriendlyName: 'Primary',
      CurrencyCode: '978',
    });
    expect(toMinorUnits(primary?.available ?? 0, 'EUR')).toBe(1_000_000);
  });

  it('returns a currency that the service sends as a number as a string [wallets.3]', async () => {
    const transport = new TestingTransport(
      [978, '978', 8].map((code) => ({
        body: `[{"WalletId":2263446430001,"Amount":1,"Available":1,"CurrencyCode":${JSON.stringify(code)}}]`,
      })),
    );
    const { wallets } = wallet(transport);
    for (const CurrencyCode of ['978', '978', '008'])
      expect(unwrap(await wallets.retrieveWallet())).toMatchObject([{ CurrencyCode }]);
  });

  it('rejects a wallet ID that is no number before sending [wallets.4]', async () => {
    const id = 'c90d4902-6245-449f-b2b0-51d99cd09cfe';
    expect(await world.wallet.wallets.balanceTransfer(id, 2263446430001, { amount: 100 })).toMatchObject({
      code: 'validationerror',
      error: { outcome: 'not-sent' },
    });
  });

  it('transfers exactly the minor units to a wallet of your own or of another merchant [wallets.1]', async () => {
    const [from, to] = unwrap(await world.accounts.wallets.retrieveMerchantWallets());
    const { wallets } = world.wallet;
    const moved = unwrap(
      await wallets.balanceTransfer(from?.walletId ?? 0, to?.walletId ?? 0, { amount: 2450 }),
    );
    expect(moved.DebitTransactionId).not.toBe(moved.CreditTransactionId);
    expect(await balances()).toEqual([9975.5, 24.5, 0]);
    unwrap(
      await wallets.balanceTransfer(String(to?.walletId), world.simulator.wallets.other.id, { amount: 450 }),
    );
    expect(await balances()).toEqual([9975.5, 20, 0]);
    expect(world.simulator.ledger().totals).toEqual({ '978': 0n });
  });

  it.each([
    ['of more than is available', 1, 0, 2, 'rejected', 400],
    ['to a wallet of another currency', 0, 2, 1, 'rejected', 400],
    ['to the wallet itself', 0, 0, 1, 'rejected', 400],
  ])(
    'rejects a transfer %s and moves nothing [wallets.6]',
    async (_transfer, from, to, amount, code, httpStatus) => {
      const own = world.simulator.wallets.list();
      const before = await balances();
      const result = await world.wallet.wallets.balanceTransfer(own[from]?.id ?? '', own[to]?.id ?? '', {
        amount,
      });
      expect(result).toMatchObject({ success: false, code, error: { httpStatus, retryable: false } });
      expect(await balances()).toEqual(before);
    },
  );

  it('rejects a transfer from another merchant’s wallet, and every transfer while transfers are not enabled [wallets.6]', async () => {
    const { other, primary } = world.simulator.wallets;
    const { wallets } = world.wallet;
    expect(await wallets.balanceTransfer(other.id, primary.id, { amount: 1 })).toMatchObject({
      code: 'notfound',
    });
    world.simulator.permissions.set({ allowTransfers: false });
    expect(await wallets.balanceTransfer(primary.id, other.id, { amount: 1 })).toMatchObject({
      code: 'forbidden',
      error: { outcome: 'rejected' },
    });
  });

  it('does not repeat a transfer after its response was lost [wallets.6]', async () => {
    const { other, primary } = world.simulator.wallets;
    world.simulator.faults.add({ operation: 'wallets.balanceTransfer', kind: 'executed-but-lost', times: 1 });
    const call = { maxRetries: 2 };
    expect(
      await world.wallet.wallets.balanceTransfer(primary.id, other.id, { amount: 100 }, call),
    ).toMatchObject({
      success: false,
      error: { outcome: 'unknown', retryable: false },
    });
    expect((await balances())[0]).toBe(9999);
  });

  it.each([0, -5, 10.5, '100'])('rejects the amount %p before sending', async (amount) => {
    const result = await world.wallet.wallets.balanceTransfer(1, 2, { amount: amount as number });
    expect(result).toMatchObject({ code: 'validationerror', error: { fields: [{ field: 'amount' }] } });
  });
});
