import { InstructionType, unwrap } from 'nestjs-pay/client';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrip, World } from './world.js';

export const OUTSIDE_IBAN = 'DE89370400440532013000';

/** Links an account and gives its id. */
export async function linkedAccount(world: World, iban = OUTSIDE_IBAN): Promise<string> {
  const linked = await world.accounts.bankTransfers.linkBankAccount({
    iban,
    beneficiaryName: 'Jane Roe Ltd',
    friendlyName: 'Main supplier',
  });
  return unwrap(linked).bankAccountId;
}

export const bankTransfersRoundTrips: Record<string, RoundTrip> = {
  'bankTransfers.linkBankAccount': {
    succeeds: (world) =>
      world.accounts.bankTransfers.linkBankAccount({ iban: OUTSIDE_IBAN, beneficiaryName: 'Jane Roe Ltd' }),
    // A British account in pounds, for a merchant in euro.
    refuses: (world) =>
      world.accounts.bankTransfers.linkBankAccount({
        iban: 'GB33BUKB20201555555555',
        beneficiaryName: 'Jane Roe Ltd',
      }),
    code: 'rejected',
  },
  'bankTransfers.retrieveBankAccounts': {
    succeeds: async (world) => {
      await linkedAccount(world);
      return world.accounts.bankTransfers.retrieveBankAccounts();
    },
    refuses: (world) => world.wallet.bankTransfers.retrieveBankAccounts(),
    code: 'forbidden',
  },
  'bankTransfers.retrieveBankAccountById': {
    succeeds: async (world) =>
      world.accounts.bankTransfers.retrieveBankAccountById(await linkedAccount(world)),
    refuses: (world) => world.accounts.bankTransfers.retrieveBankAccountById(UNKNOWN_ID),
    code: 'notfound',
  },
  'bankTransfers.updateBankAccount': {
    succeeds: async (world) =>
      world.accounts.bankTransfers.updateBankAccount(await linkedAccount(world), { archive: true }),
    refuses: (world) => world.accounts.bankTransfers.updateBankAccount(UNKNOWN_ID, { archive: true }),
    code: 'notfound',
  },
  'bankTransfers.retrieveBankTransferOptions': {
    succeeds: async (world) =>
      world.accounts.bankTransfers.retrieveBankTransferOptions(await linkedAccount(world), { amount: 5000 }),
    refuses: async (world) =>
      world.accounts.bankTransfers.retrieveBankTransferOptions(
        await linkedAccount(world, world.simulator.wallets.other.iban),
        { amount: 5000 },
      ),
    code: 'rejected',
  },
  'bankTransfers.createBankTransferFeeCommand': {
    succeeds: async (world) =>
      world.accounts.bankTransfers.createBankTransferFeeCommand(await linkedAccount(world), {
        amount: 5000,
        walletId: world.simulator.wallets.primary.id,
        instructionType: InstructionType.Shared,
      }),
    refuses: async (world) =>
      world.accounts.bankTransfers.createBankTransferFeeCommand(await linkedAccount(world), {
        amount: 5000,
        walletId: 12,
        instructionType: InstructionType.Shared,
      }),
    code: 'rejected',
  },
  'bankTransfers.executeBankTransfer': {
    succeeds: async (world) =>
      world.accounts.bankTransfers.executeBankTransfer(await linkedAccount(world), {
        amount: 5000,
        walletId: world.simulator.wallets.primary.id,
      }),
    refuses: (world) =>
      world.accounts.bankTransfers.executeBankTransfer(UNKNOWN_ID, {
        amount: 5000,
        walletId: world.simulator.wallets.primary.id,
      }),
    code: 'notfound',
  },
};
