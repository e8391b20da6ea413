import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { legacyAccount } from '../../../../../test/contract/round-trips/legacy-bank-accounts.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('legacy bank accounts');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

describe('legacy bank accounts', () => {
  it('are the same accounts as in bankTransfers', async () => {
    const id = await legacyAccount(world);
    expect(unwrap(await world.accounts.bankTransfers.retrieveBankAccountById(id))).toMatchObject({
      bankAccountId: id,
      isVivaIban: false,
    });
    expect(unwrap(await world.wallet.legacyBankAccounts.retrieveBankAccountById(id)).CurrencyCode).toBe(
      '978',
    );
    unwrap(await world.wallet.legacyBankAccounts.unlinkBankAccount(id));
    expect(unwrap(await world.wallet.legacyBankAccounts.retrieveBankAccounts())).toEqual([]);
  });

  it('transfer exactly the minor units and the fee the next day, or instantly on request', async () => {
    const { primary } = world.simulator.wallets;
    const id = await legacyAccount(world);
    const sent = await world.wallet.legacyBankAccounts.outgoingBankTransfer(primary.id, id, {
      amount: 5000,
      instructionTypeId: 2,
    });
    expect(unwrap(sent)).toEqual({ CommandId: expect.any(String), IsInstant: false });
    expect(world.simulator.wallets.balance(primary)).toEqual({ available: 994_500n, reserved: 5_500n });
    await world.simulator.clock.advance(48 * 3_600_000);
    expect(world.simulator.wallets.balance(primary)).toEqual({ available: 994_500n, reserved: 0n });
    expect(world.simulator.ledger.balance('commission', '978')).toBe(500n);
    const instant = await world.wallet.legacyBankAccounts.outgoingBankTransfer(primary.id, id, {
      amount: 5000,
      trySendInstant: true,
    });
    expect(unwrap(instant)).toMatchObject({ IsInstant: true });
  });

  it('return no payload for a transfer to an IBAN of the service', async () => {
    const { primary, other } = world.simulator.wallets;
    const id = await legacyAccount(world, other.iban);
    const { legacyBankAccounts } = world.wallet;
    expect(await legacyBankAccounts.outgoingBankTransfer(primary.id, id, { amount: 5000 })).toMatchObject({
      success: true,
      data: null,
    });
    expect(world.simulator.wallets.balance(other).available).toBe(55_000n);
  });

  it('reject a transfer above the balance, and every transfer while transfers are not enabled', async () => {
    const { primary } = world.simulator.wallets;
    const id = await legacyAccount(world);
    const { legacyBankAccounts } = world.wallet;
    expect(
      await legacyBankAccounts.outgoingBankTransfer(primary.id, id, { amount: 1_000_001 }),
    ).toMatchObject({
      code: 'rejected',
      error: { httpStatus: 400, outcome: 'rejected' },
    });
    world.simulator.permissions.set({ allowTransfers: false });
    expect(await legacyBankAccounts.outgoingBankTransfer(primary.id, id, { amount: 1 })).toMatchObject({
      code: 'forbidden',
    });
    expect(world.simulator.wallets.balance(primary)).toEqual({ available: 1_000_000n, reserved: 0n });
  });
});
