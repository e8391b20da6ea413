import { OctServiceId, PayWallet } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../cards.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';

const FAST_REFUND = { amount: 1000, sourceCode: 'Default', merchantTrns: 'order-77' };
const ONCE = { idempotencyKey: 'once-77' };
const MOTO_CARD = { number: GOOD_CARD.number, expirationDate: '2030-11-30', cvc: GOOD_CARD.cvc };

export const roundTrips: RoundTrips = {
  'transactions.getTransactionById': {
    fails: (world) => world.wallet.transactions.getTransactionById(UNKNOWN_ID),
    code: 'notfound',
  },
  'transactions.createTransaction': {
    arguments: ({ transactionId }, options) => [{ ...options, id: transactionId }],
    fails: (world) => world.wallet.transactions.createTransaction({ id: UNKNOWN_ID, amount: 990 }),
    code: 'notfound',
  },
  'transactions.cancelTransaction': {
    fails: (world) => world.wallet.transactions.cancelTransaction(UNKNOWN_ID, { amount: 2450 }),
    code: 'notfound',
  },
  'transactions.getLegacyTransactions': {
    fails: (world) => world.wallet.transactions.getLegacyTransactions(UNKNOWN_ID),
    code: 'notfound',
  },
  'transactions.getLegacyTransactions:list': {
    // A day, a clearance day or an order is required.
    arguments: (_path, options) => [undefined, { date: '2026-03-18', ...options }],
    fails: (world) =>
      new PayWallet({
        ...world.simulator.credentials.merchant,
        apikey: 'wrong',
        endpoints: world.simulator.endpoints,
      }).transactions.getLegacyTransactions(undefined, { date: '2026-03-18' }),
    code: 'unauthorized',
  },
  'transactions.createCardToken': {
    // The service has no 404 here.
    fails: (world) => world.wallet.transactions.createCardToken({ transactionId: UNKNOWN_ID }),
    code: 'forbidden',
  },
  'transactions.increasePreauth': {
    fails: async (world) => world.wallet.transactions.increasePreauth(await world.payment(), { amount: 500 }),
    code: 'rejected',
  },
  'transactions.acquiringRefund': {
    fails: (world) => world.wallet.transactions.acquiringRefund(UNKNOWN_ID, { amount: 500 }),
    code: 'notfound',
  },
  'transactions.acquiringCharge': {
    fails: (world) => world.wallet.transactions.acquiringCharge(UNKNOWN_ID, { amount: 500 }),
    code: 'notfound',
  },
  'transactions.cancelPartialAuthorization': {
    fails: (world) => world.wallet.transactions.cancelPartialAuthorization(UNKNOWN_ID, { amount: 2450 }),
    code: 'notfound',
  },
  'transactions.rebate': {
    fails: (world) => world.wallet.transactions.rebate(UNKNOWN_ID, { amount: 500 }),
    code: 'notfound',
  },
  'transactions.fastRefund': {
    fails: (world) => world.wallet.transactions.fastRefund(UNKNOWN_ID, FAST_REFUND, ONCE),
    code: 'notfound',
  },
  'transactions.cancelRebateOrFastRefund': {
    fails: (world) =>
      world.wallet.transactions.cancelRebateOrFastRefund(UNKNOWN_ID, { amount: FAST_REFUND.amount }),
    code: 'notfound',
  },
  'transactions.makeMotoCardCharge': {
    fails: (world) =>
      world.wallet.transactions.makeMotoCardCharge({ moto: true, orderCode: 12, creditcard: MOTO_CARD }),
    code: 'notfound',
  },
  'transactions.octAndPayout': {
    fails: async (world) => {
      world.simulator.permissions.set({ allowOctAndPayouts: false });
      const payout = { amount: 40_000, serviceId: OctServiceId.Payout };
      return world.wallet.transactions.octAndPayout(await world.payment(), payout, ONCE);
    },
    code: 'forbidden',
  },
};
