import { InstructionType, unwrap } from 'nestjs-pay/client';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

export const OUTSIDE_IBAN = 'DE89370400440532013000';

/** Links an account and returns its ID. */
export async function linkedAccount(world: World, iban = OUTSIDE_IBAN): Promise<string> {
  const linked = await world.accounts.bankTransfers.linkBankAccount({
    iban,
    beneficiaryName: 'Jane Roe Ltd',
    friendlyName: 'Main supplier',
  });
  return unwrap(linked).bankAccountId;
}

export const roundTrips: RoundTrips = {
  'bankTransfers.linkBankAccount': {
    // A British account in pounds, for a merchant in euro.
    fails: (world) =>
      world.accounts.bankTransfers.linkBankAccount({
        iban: 'GB33BUKB20201555555555',
        beneficiaryName: 'Jane Roe Ltd',
      }),
    code: 'rejected',
  },
  'bankTransfers.retrieveBankAccounts': {
    fails: (world) => world.wallet.bankTransfers.retrieveBankAccounts(),
    code: 'forbidden',
  },
  'bankTransfers.retrieveBankAccountById': {
    fails: (world) => world.accounts.bankTransfers.retrieveBankAccountById(UNKNOWN_ID),
    code: 'notfound',
  },
  'bankTransfers.updateBankAccount': {
    fails: (world) => world.accounts.bankTransfers.updateBankAccount(UNKNOWN_ID, { archive: true }),
    code: 'notfound',
  },
  'bankTransfers.retrieveBankTransferOptions': {
    fails: async (world) =>
      world.accounts.bankTransfers.retrieveBankTransferOptions(
        await linkedAccount(world, world.simulator.wallets.other.iban),
        { amount: 5000 },
      ),
    code: 'rejected',
  },
  'bankTransfers.createBankTransferFeeCommand': {
    fails: async (world) =>
      world.accounts.bankTransfers.createBankTransferFeeCommand(await linkedAccount(world), {
        amount: 5000,
        walletId: 12,
        instructionType: InstructionType.Shared,
      }),
    code: 'rejected',
  },
  'bankTransfers.executeBankTransfer': {
    fails: (world) =>
      world.accounts.bankTransfers.executeBankTransfer(UNKNOWN_ID, {
        amount: 5000,
        walletId: world.simulator.wallets.primary.id,
      }),
    code: 'notfound',
  },
};
