import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { legacyAccount } from '../../../../../test/contract/round-trips/legacy-bank-accounts.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { ID, TestingTransport, wallet } from '../../client.testing.js';

let world: World;
beforeAll(async () => {
  world = await World.create('legacy bank accounts');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

describe('legacy bank accounts', () => {
  it('are the same accounts as in bankTransfers, and are unlinked without a payload [legacy-misc.5]', async () => {
    const id = await legacyAccount(world);
    expect(unwrap(await world.accounts.bankTransfers.retrieveBankAccountById(id))).toMatchObject({
      bankAccountId: id,
      isVivaIban: false,
    });
    expect(unwrap(await world.wallet.legacyBankAccounts.retrieveBankAccountById(id)).CurrencyCode).toBe(
      '978',
    );
    expect(await world.wallet.legacyBankAccounts.unlinkBankAccount(id)).toMatchObject({
      success: true,
      data: null,
    });
    expect(unwrap(await world.wallet.legacyBankAccounts.retrieveBankAccounts())).toEqual([]);
  });

  it('transfer exactly the minor units and the fee the next day, or instantly on request [legacy-misc.1]', async () => {
    const { primary } = world.simulator.wallets;
    const id = await legacyAccount(world);
    const sent = await world.wallet.legacyBankAccounts.outgoingBankTransfer(primary.id, id, {
      amount: 5000,
      instructionTypeId: 2,
    });
    expect(unwrap(sent)).toEqual({ CommandId: expect.any(String), IsInstant: false });
    expect(world.simulator.wallets.primary).toMatchObject({ available: 994_500n, reserved: 5_500n });
    await world.simulator.clock.advance(48 * 3_600_000);
    expect(world.simulator.wallets.primary).toMatchObject({ available: 994_500n, reserved: 0n });
    expect(world.simulator.ledger().balances['978']?.['commission'] ?? 0n).toBe(500n);
    const instant = await world.wallet.legacyBankAccounts.outgoingBankTransfer(primary.id, id, {
      amount: 5000,
      trySendInstant: true,
    });
    expect(unwrap(instant)).toMatchObject({ IsInstant: true });
  });

  it('are sent in camel case with the older option names, and read in Pascal case [legacy-misc.6] [legacy-misc.7]', async () => {
    const transport = new TestingTransport([{ body: '{"CommandId":"c","IsInstant":false}' }]);
    const options = { amount: 5000, instructionTypeId: 2, trySendInstant: false };
    const sent = await wallet(transport).legacyBankAccounts.outgoingBankTransfer(1, ID, options);
    expect(unwrap(sent)).toMatchObject({ CommandId: 'c', IsInstant: false });
    expect(JSON.parse(String(transport.calls[0]?.body))).toEqual(options);
  });

  it('return no payload for a transfer to an IBAN of the service [legacy-misc.5]', async () => {
    const { primary, other } = world.simulator.wallets;
    const id = await legacyAccount(world, other.iban);
    const { legacyBankAccounts } = world.wallet;
    expect(await legacyBankAccounts.outgoingBankTransfer(primary.id, id, { amount: 5000 })).toMatchObject({
      success: true,
      data: null,
    });
    expect(world.simulator.wallets.other.available).toBe(55_000n);
  });

  it('reject a transfer above the balance, and every transfer while transfers are not enabled [legacy-misc.9]', async () => {
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
    expect(world.simulator.wallets.primary).toMatchObject({ available: 1_000_000n, reserved: 0n });
  });
});
