import { PayWallet, unwrap } from 'nestjs-pay/client';
import { OUTSIDE_IBAN } from './bank-transfers.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrip, World } from './world.js';

/** Links an account the old way and gives its id. */
export async function legacyAccount(world: World, iban = OUTSIDE_IBAN): Promise<string> {
  return unwrap(await world.wallet.legacyBankAccounts.linkBankAccount({ iban })).BankAccountId;
}

export const legacyBankAccountsRoundTrips: Record<string, RoundTrip> = {
  'legacyBankAccounts.linkBankAccount': {
    succeeds: (world) => world.wallet.legacyBankAccounts.linkBankAccount({ iban: OUTSIDE_IBAN }),
    refuses: (world) => world.wallet.legacyBankAccounts.linkBankAccount({ iban: 'GB33BUKB20201555555555' }),
    code: 'rejected',
  },
  'legacyBankAccounts.retrieveBankAccounts': {
    succeeds: async (world) => {
      await legacyAccount(world);
      return world.wallet.legacyBankAccounts.retrieveBankAccounts();
    },
    refuses: (world) =>
      new PayWallet({
        ...world.simulator.credentials.merchant,
        apikey: 'wrong',
        endpoints: world.simulator.endpoints,
      }).legacyBankAccounts.retrieveBankAccounts(),
    code: 'unauthorized',
  },
  'legacyBankAccounts.retrieveBankAccountById': {
    succeeds: async (world) =>
      world.wallet.legacyBankAccounts.retrieveBankAccountById(await legacyAccount(world)),
    refuses: (world) => world.wallet.legacyBankAccounts.retrieveBankAccountById(UNKNOWN_ID),
    code: 'notfound',
  },
  'legacyBankAccounts.unlinkBankAccount': {
    succeeds: async (world) => world.wallet.legacyBankAccounts.unlinkBankAccount(await legacyAccount(world)),
    refuses: (world) => world.wallet.legacyBankAccounts.unlinkBankAccount(UNKNOWN_ID),
    code: 'notfound',
  },
  'legacyBankAccounts.outgoingBankTransfer': {
    succeeds: async (world) =>
      world.wallet.legacyBankAccounts.outgoingBankTransfer(
        world.simulator.wallets.primary.id,
        await legacyAccount(world),
        { amount: 5000 },
      ),
    refuses: (world) =>
      world.wallet.legacyBankAccounts.outgoingBankTransfer(world.simulator.wallets.primary.id, UNKNOWN_ID, {
        amount: 5000,
      }),
    code: 'rejected',
  },
};
