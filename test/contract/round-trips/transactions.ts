import { OctServiceId, PayWallet, unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../cards.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrip } from './world.js';

const FAST_REFUND = {
  amount: 1000,
  sourceCode: 'Default',
  merchantTrns: 'order-77',
  idempotencyKey: 'fastrefund-77',
};
const MOTO_CARD = { number: GOOD_CARD.number, expirationDate: '2030-11-30', cvc: GOOD_CARD.cvc };

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
  'transactions.createCardToken': {
    succeeds: async (world) =>
      world.wallet.transactions.createCardToken({ transactionId: await world.payment() }),
    // The service has no 404 here.
    refuses: (world) => world.wallet.transactions.createCardToken({ transactionId: UNKNOWN_ID }),
    code: 'forbidden',
  },
  'transactions.increasePreauth': {
    succeeds: async (world) =>
      world.wallet.transactions.increasePreauth(await world.payment({ preauth: true }), { amount: 500 }),
    refuses: async (world) =>
      world.wallet.transactions.increasePreauth(await world.payment(), { amount: 500 }),
    code: 'rejected',
  },
  'transactions.cancelPartialAuthorization': {
    succeeds: async (world) => {
      const outcome = world.simulator.checkout.pay(await world.order(), {
        ...GOOD_CARD,
        authorisedAmount: 1000,
      });
      const id = outcome.kind === 'approved' ? outcome.transaction.id : outcome.kind;
      return world.wallet.transactions.cancelPartialAuthorization(id, { amount: 1000 });
    },
    refuses: async (world) =>
      world.wallet.transactions.cancelPartialAuthorization(await world.payment(), { amount: 2450 }),
    code: 'rejected',
  },
  'transactions.rebate': {
    succeeds: async (world) => world.wallet.transactions.rebate(await world.payment(), { amount: 500 }),
    refuses: (world) => world.wallet.transactions.rebate(UNKNOWN_ID, { amount: 500 }),
    code: 'notfound',
  },
  'transactions.fastRefund': {
    succeeds: async (world) => world.wallet.transactions.fastRefund(await world.payment(), FAST_REFUND),
    refuses: (world) => world.wallet.transactions.fastRefund(UNKNOWN_ID, FAST_REFUND),
    code: 'notfound',
  },
  'transactions.cancelRebateOrFastRefund': {
    succeeds: async (world) => {
      const refund = await world.wallet.transactions.fastRefund(await world.payment(), FAST_REFUND);
      return world.wallet.transactions.cancelRebateOrFastRefund(unwrap(refund).transactionId, {
        amount: FAST_REFUND.amount,
      });
    },
    refuses: (world) =>
      world.wallet.transactions.cancelRebateOrFastRefund(UNKNOWN_ID, { amount: FAST_REFUND.amount }),
    code: 'notfound',
  },
  'transactions.makeMotoCardCharge': {
    succeeds: async (world) =>
      world.wallet.transactions.makeMotoCardCharge({
        moto: true,
        orderCode: await world.order(),
        creditcard: MOTO_CARD,
      }),
    refuses: (world) =>
      world.wallet.transactions.makeMotoCardCharge({ moto: true, orderCode: 12, creditcard: MOTO_CARD }),
    code: 'notfound',
  },
  'transactions.octAndPayout': {
    succeeds: async (world) =>
      world.wallet.transactions.octAndPayout(await world.payment(), {
        amount: 40_000,
        serviceId: OctServiceId.Oct,
        idempotencyKey: 'oct-1',
      }),
    refuses: async (world) => {
      world.simulator.permissions.set({ allowOctAndPayouts: false });
      return world.wallet.transactions.octAndPayout(await world.payment(), {
        amount: 40_000,
        serviceId: OctServiceId.Payout,
        idempotencyKey: 'oct-1',
      });
    },
    code: 'forbidden',
  },
};
