import { PayWallet, unwrap } from 'nestjs-pay/client';
import { OUTSIDE_IBAN } from './bank-transfers.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

/** Links an account with the legacy call and returns its ID. */
export async function legacyAccount(world: World, iban = OUTSIDE_IBAN): Promise<string> {
  return unwrap(await world.wallet.legacyBankAccounts.linkBankAccount({ iban })).BankAccountId;
}

export const roundTrips: RoundTrips = {
  'legacyBankAccounts.linkBankAccount': {
    fails: (world) => world.wallet.legacyBankAccounts.linkBankAccount({ iban: 'GB33BUKB20201555555555' }),
    code: 'rejected',
  },
  'legacyBankAccounts.retrieveBankAccounts': {
    fails: (world) =>
      new PayWallet({
        ...world.simulator.credentials.merchant,
        apikey: 'wrong',
        endpoints: world.simulator.endpoints,
      }).legacyBankAccounts.retrieveBankAccounts(),
    code: 'unauthorized',
  },
  'legacyBankAccounts.retrieveBankAccountById': {
    fails: (world) => world.wallet.legacyBankAccounts.retrieveBankAccountById(UNKNOWN_ID),
    code: 'notfound',
  },
  'legacyBankAccounts.unlinkBankAccount': {
    fails: (world) => world.wallet.legacyBankAccounts.unlinkBankAccount(UNKNOWN_ID),
    code: 'notfound',
  },
  'legacyBankAccounts.outgoingBankTransfer': {
    fails: (world) =>
      world.wallet.legacyBankAccounts.outgoingBankTransfer(world.simulator.wallets.primary.id, UNKNOWN_ID, {
        amount: 5000,
      }),
    code: 'rejected',
  },
};
