import { UNKNOWN_ID } from './world.js';
import type { RoundTrip } from './world.js';

export const transactionsRoundTrips: Record<string, RoundTrip> = {
  'transactions.getTransactionById': {
    succeeds: async (world) => world.wallet.transactions.getTransactionById(await world.payment()),
    refuses: (world) => world.wallet.transactions.getTransactionById(UNKNOWN_ID),
    code: 'notfound',
  },
  'transactions.createTransaction': {
    succeeds: async (world) =>
      world.wallet.transactions.createTransaction({
        id: await world.payment({ allowRecurring: true }),
        amount: 990,
      }),
    refuses: (world) => world.wallet.transactions.createTransaction({ id: UNKNOWN_ID, amount: 990 }),
    code: 'notfound',
  },
  'transactions.cancelTransaction': {
    succeeds: async (world) =>
      world.wallet.transactions.cancelTransaction(await world.payment(), { amount: 2450 }),
    refuses: (world) => world.wallet.transactions.cancelTransaction(UNKNOWN_ID, { amount: 2450 }),
    code: 'notfound',
  },
};
