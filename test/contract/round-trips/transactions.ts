import { PayWallet } from 'nestjs-pay/client';
import { GOOD_CARD, UNKNOWN_ID } from './world.js';
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
  'transactions.getLegacyTransactions': {
    succeeds: async (world) =>
      world.wallet.transactions.getLegacyTransactions(await world.payment({ tags: ['spring'] })),
    refuses: (world) => world.wallet.transactions.getLegacyTransactions(UNKNOWN_ID),
    code: 'notfound',
  },
  'transactions.getLegacyTransactions:list': {
    succeeds: async (world) => {
      const orderCode = await world.order();
      world.simulator.checkout.pay(orderCode, GOOD_CARD);
      return world.wallet.transactions.getLegacyTransactions(undefined, { orderCode });
    },
    refuses: (world) =>
      new PayWallet({
        ...world.simulator.credentials.merchant,
        apikey: 'wrong',
        endpoints: world.simulator.endpoints,
      }).transactions.getLegacyTransactions(undefined, { date: '2026-03-18' }),
    code: 'unauthorized',
  },
};
