import { PayISV } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../cards.js';
import { dayOf, searchArguments } from './data-services.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

const MOTO_CARD = { number: GOOD_CARD.number, expirationDate: '2030-11-30', cvc: GOOD_CARD.cvc };
const today = (world: World): string => dayOf(world.simulator.clock.now());
/** Returns a transaction that the merchant does not have. */
const unknown = (world: World) => ({ transactionId: UNKNOWN_ID, targetMerchantId: world.merchant() });
const NOT_CONNECTED = { targetMerchantId: UNKNOWN_ID };

export const roundTrips: RoundTrips = {
  'transactions.retrieveTransactionById': {
    fails: (world) => world.isv.transactions.retrieveTransactionById(unknown(world)),
    code: 'notfound',
  },
  'transactions.retrieveLegacyTransaction': {
    fails: (world) => world.isv.transactions.retrieveLegacyTransaction(unknown(world)),
    code: 'notfound',
  },
  'transactions.retrieveTransactionsByDate': {
    fails: (world) =>
      world.isv.transactions.retrieveTransactionsByDate({ date: today(world), ...NOT_CONNECTED }),
    code: 'forbidden',
  },
  'transactions.retrieveTransactionsByClearanceDate': {
    fails: (world) =>
      world.isv.transactions.retrieveTransactionsByClearanceDate({
        clearanceDate: today(world),
        ...NOT_CONNECTED,
      }),
    code: 'forbidden',
  },
  'transactions.retrieveTransactionsByOrderCode': {
    fails: (world) =>
      world.isv.transactions.retrieveTransactionsByOrderCode({ orderCode: 12, ...NOT_CONNECTED }),
    code: 'forbidden',
  },
  'transactions.retrieveTransactionsBySourceCode': {
    fails: (world) =>
      world.isv.transactions.retrieveTransactionsBySourceCode({
        sourceCode: 'Default',
        date: today(world),
        ...NOT_CONNECTED,
      }),
    code: 'forbidden',
  },
  'transactions.retrieveTransactionsByResellerSourceCode': {
    fails: (world) =>
      world.isv.transactions.retrieveTransactionsByResellerSourceCode({
        resellerSourceCode: '7951',
        date: today(world),
        ...NOT_CONNECTED,
      }),
    code: 'forbidden',
  },
  'transactions.searchTransactions': {
    arguments: searchArguments,
    fails: (world) => {
      const { endpoints, credentials } = world.simulator;
      return new PayISV({ ...credentials.cloudTerminal, endpoints }).transactions.searchTransactions();
    },
    code: 'unauthorized',
  },
  'transactions.cancelTransaction': {
    fails: (world) => world.isv.transactions.cancelTransaction({ ...unknown(world), amount: 2450 }),
    code: 'notfound',
  },
  'transactions.payOutOld': {
    fails: (world) => world.isv.transactions.payOutOld({ ...unknown(world), amount: 500 }),
    code: 'notfound',
  },
  'transactions.createRecurringTransaction': {
    fails: (world) =>
      world.isv.transactions.createRecurringTransaction({ ...unknown(world), amount: 990, isvAmount: 40 }),
    code: 'notfound',
  },
  'transactions.increasePreauth': {
    fails: async (world) =>
      world.isv.transactions.increasePreauth({ ...(await world.isvPayment()), amount: 500 }),
    code: 'rejected',
  },
  'transactions.capturePreAuthPayment': {
    fails: async (world) =>
      world.isv.transactions.capturePreAuthPayment({
        ...(await world.isvPayment({ preauth: true, isvAmount: undefined })),
        amount: 2451,
        isvAmount: 100,
      }),
    code: 'rejected',
  },
  'transactions.makeMotoCardCharge': {
    fails: (world) =>
      world.isv.transactions.makeMotoCardCharge({
        targetMerchantId: world.merchant(),
        orderCode: 12,
        moto: true,
        creditcard: MOTO_CARD,
      }),
    code: 'notfound',
  },
};
