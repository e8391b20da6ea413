import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InstructionType, unwrap } from 'nestjs-pay/client';
import type { ExecuteBankTransferOptions } from 'nestjs-pay/client';
import { linkedAccount, OUTSIDE_IBAN } from '../../../../../test/contract/round-trips/bank-transfers.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

const DAY = 24 * 3_600_000;

let world: World;
beforeAll(async () => {
  world = await World.create('bank transfers');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const primary = async () => unwrap(await world.accounts.wallets.retrieveMerchantWallets())[0];
const send = async (options: Partial<ExecuteBankTransferOptions> = {}, iban = OUTSIDE_IBAN) =>
  world.accounts.bankTransfers.executeBankTransfer(await linkedAccount(world, iban), {
    amount: 5000,
    walletId: world.simulator.wallets.primary.id,
    ...options,
  });

describe('bank transfers', () => {
  it('reserves the amount immediately and debits it the next day [bank-transfers.8]', async () => {
    const sent = unwrap(await send({ description: 'Invoice 42' }));
    expect(sent).toMatchObject({ fee: 0, isInstant: false, walletTransactionId: null });
    expect(sent.commandId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await primary()).toMatchObject({ amount: 10000, available: 9950 });
    await world.simulator.clock.advance(2 * DAY);
    expect(await primary()).toMatchObject({ amount: 9950, available: 9950 });
    expect(world.simulator.ledger().balances['978']?.['bank'] ?? 0n).toBe(5000n);
    expect(world.simulator.ledger().totals).toEqual({ '978': 0n });
  });

  it('executes an instant transfer within seconds at the fee of its fee command [bank-transfers.2] [bank-transfers.5]', async () => {
    const id = await linkedAccount(world);
    const { bankTransfers } = world.accounts;
    const planned = { amount: 5000, walletId: world.simulator.wallets.primary.id };
    const options = unwrap(await bankTransfers.retrieveBankTransferOptions(id, { amount: 5000 }));
    expect(options).toMatchObject({ supportsInstant: true, instructionTypes: [1, 2] });
    const command = unwrap(
      await bankTransfers.createBankTransferFeeCommand(id, {
        ...planned,
        instructionType: InstructionType.Ours,
        isInstant: true,
      }),
    );
    const { bankCommandId } = command;
    expect(command).toMatchObject({ fee: 5.8, isInstant: true, instructionType: InstructionType.Ours });
    expect(unwrap(await bankTransfers.executeBankTransfer(id, { ...planned, bankCommandId }))).toMatchObject({
      fee: 5.8,
      isInstant: true,
    });
    await world.simulator.clock.advance(10_000);
    expect(await primary()).toMatchObject({ amount: 9944.2, available: 9944.2 });
    // A fee command is valid for its amount only.
    expect(
      await bankTransfers.executeBankTransfer(id, { ...planned, amount: 5001, bankCommandId }),
    ).toMatchObject({ code: 'rejected', error: { httpStatus: 400 } });
  });

  it('executes a transfer to an IBAN of the service immediately as a wallet transfer [bank-transfers.8]', async () => {
    const { other } = world.simulator.wallets;
    const sent = unwrap(await send({}, other.iban));
    expect(sent).toMatchObject({ commandId: null, isInstant: false });
    const movements = await fetch(`${world.simulator.url}/_simulator/movements`);
    expect(await movements.json()).toContainEqual(expect.objectContaining({ id: sent.walletTransactionId }));
    expect(world.simulator.wallets.other.available).toBe(55_000n);
    expect(await primary()).toMatchObject({ amount: 9950 });
  });

  it('has no options and no fee command for an IBAN of the service [bank-transfers.7]', async () => {
    const id = await linkedAccount(world, world.simulator.wallets.other.iban);
    const { bankTransfers } = world.accounts;
    const planned = { amount: 5000, walletId: world.simulator.wallets.primary.id };
    const instructionType = InstructionType.Shared;
    const rejected = { code: 'rejected', error: { httpStatus: 400 } };
    expect(await bankTransfers.retrieveBankTransferOptions(id, { amount: 5000 })).toMatchObject(rejected);
    expect(
      await bankTransfers.createBankTransferFeeCommand(id, { ...planned, instructionType }),
    ).toMatchObject(rejected);
    expect((await bankTransfers.executeBankTransfer(id, planned)).success).toBe(true);
  });

  it('has numbers as IDs of wallets, and UUIDs as IDs of accounts and commands [bank-transfers.9]', async () => {
    const walletId = unwrap(await world.accounts.wallets.retrieveMerchantWallets())[0]?.walletId ?? 0;
    expect(String(walletId)).toMatch(/^\d{12,13}$/);
    const id = await linkedAccount(world);
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    expect(id).toMatch(uuid);
    const sent = unwrap(
      await world.accounts.bankTransfers.executeBankTransfer(id, { amount: 5000, walletId }),
    );
    expect(sent.commandId).toMatch(uuid);
    for (const wrong of [id, 2 ** 53])
      expect(
        await world.accounts.bankTransfers.executeBankTransfer(id, {
          amount: 5000,
          walletId: wrong,
        }),
      ).toMatchObject({ code: 'validationerror', error: { fields: [{ field: 'walletId' }] } });
  });

  it.each<[string, Partial<ExecuteBankTransferOptions>]>([
    ['of more than is available', { amount: 1_000_001 }],
    ['from a wallet of another currency', { walletId: 2263446430003 }],
    ['from another merchant’s wallet', { walletId: 952270790001 }],
  ])('rejects a transfer %s and reserves nothing', async (_transfer, options) => {
    expect(await send(options)).toMatchObject({
      success: false,
      code: 'rejected',
      error: { httpStatus: 400, outcome: 'rejected' },
    });
    expect(await primary()).toMatchObject({ amount: 10000, available: 10000 });
  });

  it('rejects a transfer of money that is reserved for another transfer', async () => {
    unwrap(await send({ amount: 600_000 }));
    expect(await send({ amount: 600_000 })).toMatchObject({ code: 'rejected' });
  });

  it('rejects transfers to an archived account until it is restored [bank-transfers.6]', async () => {
    const id = await linkedAccount(world);
    const { bankTransfers } = world.accounts;
    const transfer = { amount: 5000, walletId: world.simulator.wallets.primary.id };
    unwrap(await bankTransfers.updateBankAccount(id, { archive: true, friendlyName: 'Old supplier' }));
    expect(unwrap(await bankTransfers.retrieveBankAccountById(id))).toMatchObject({
      isArchived: true,
      friendlyName: 'Old supplier',
      beneficiaryName: 'Jane Roe Ltd',
    });
    expect(await bankTransfers.executeBankTransfer(id, transfer)).toMatchObject({ code: 'rejected' });
    unwrap(await bankTransfers.updateBankAccount(id, { archive: false }));
    expect(await bankTransfers.executeBankTransfer(id, transfer)).toMatchObject({ success: true });
  });

  it('fails with `forbidden` for checkout credentials, and for all credentials while transfers are not enabled [bank-transfers.3] [bank-transfers.4]', async () => {
    const id = await linkedAccount(world);
    const transfer = { amount: 5000, walletId: world.simulator.wallets.primary.id };
    expect(await world.wallet.bankTransfers.executeBankTransfer(id, transfer)).toMatchObject({
      code: 'forbidden',
      error: { outcome: 'rejected' },
    });
    world.simulator.permissions.set({ allowTransfers: false });
    expect(await world.accounts.bankTransfers.executeBankTransfer(id, transfer)).toMatchObject({
      code: 'forbidden',
    });
  });

  it('does not repeat a transfer after its response was lost [bank-transfers.11]', async () => {
    world.simulator.faults.add({
      operation: 'bankTransfers.executeBankTransfer',
      kind: 'executed-but-lost',
      times: 1,
    });
    const options = { amount: 5000, walletId: world.simulator.wallets.primary.id };
    const id = await linkedAccount(world);
    expect(
      await world.accounts.bankTransfers.executeBankTransfer(id, options, { maxRetries: 2 }),
    ).toMatchObject({ success: false, error: { outcome: 'unknown', retryable: false } });
    expect(await primary()).toMatchObject({ available: 9950 });
  });

  it('iterates over all pages and throws a PayError if a page fails', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(await linkedAccount(world));
    const { bankTransfers } = world.accounts;
    const before = world.simulator.requests().length;
    const seen: string[] = [];
    for await (const account of bankTransfers.iterateBankAccounts({ maxResults: 2 }))
      seen.push(account.bankAccountId);
    expect(seen).toEqual(ids);
    const pages = world.simulator.requests().slice(before);
    expect(pages.filter(({ operation }) => operation === 'bankTransfers.retrieveBankAccounts')).toHaveLength(
      4,
    );
    expect(unwrap(await bankTransfers.retrieveBankAccounts({ iban: OUTSIDE_IBAN, skip: 4 }))).toHaveLength(1);
    expect(unwrap(await bankTransfers.retrieveBankAccounts({ isArchived: true }))).toEqual([]);
    await expect(world.wallet.bankTransfers.iterateBankAccounts().next()).rejects.toMatchObject({
      name: 'PayError',
      code: 'forbidden',
    });
  });

  it.each(['DE88370400440532013000', 'DE89 3704 0044 0532 0130 00', 'DE89', ''])(
    'rejects the invalid IBAN %p before sending',
    async (iban) => {
      const result = await world.accounts.bankTransfers.linkBankAccount({
        iban,
        beneficiaryName: 'Jane Roe',
      });
      expect(result).toMatchObject({ code: 'validationerror', error: { fields: [{ field: 'iban' }] } });
    },
  );
});
