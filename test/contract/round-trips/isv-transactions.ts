import { PayISV } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../cards.js';
import { DAY_MS, dayOf } from './data-services.js';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrip, World } from './world.js';

const MOTO_CARD = { number: GOOD_CARD.number, expirationDate: '2030-11-30', cvc: GOOD_CARD.cvc };
const today = (world: World): string => dayOf(world.simulator.clock.now());
/** A transaction that the merchant does not have. */
const unknown = (world: World) => ({ transactionId: UNKNOWN_ID, targetMerchantId: world.merchant() });
const NOT_CONNECTED = { targetMerchantId: UNKNOWN_ID };

export const isvTransactionsRoundTrips: Record<string, RoundTrip> = {
  'PayISV transactions.retrieveTransactionById': {
    succeeds: async (world) =>
      world.isv.transactions.retrieveTransactionById(await world.isvPayment({ tags: ['spring'] })),
    refuses: (world) => world.isv.transactions.retrieveTransactionById(unknown(world)),
    code: 'notfound',
  },
  'PayISV transactions.retrieveLegacyTransaction': {
    succeeds: async (world) => world.isv.transactions.retrieveLegacyTransaction(await world.isvPayment()),
    refuses: (world) => world.isv.transactions.retrieveLegacyTransaction(unknown(world)),
    code: 'notfound',
  },
  'PayISV transactions.retrieveTransactionsByDate': {
    succeeds: async (world) => {
      const { targetMerchantId } = await world.isvPayment();
      return world.isv.transactions.retrieveTransactionsByDate({ date: today(world), targetMerchantId });
    },
    refuses: (world) =>
      world.isv.transactions.retrieveTransactionsByDate({ date: today(world), ...NOT_CONNECTED }),
    code: 'forbidden',
  },
  'PayISV transactions.retrieveTransactionsByClearanceDate': {
    succeeds: async (world) => {
      const { targetMerchantId } = await world.isvPayment();
      await world.simulator.clock.advance(DAY_MS);
      const clearanceDate = today(world);
      return world.isv.transactions.retrieveTransactionsByClearanceDate({ clearanceDate, targetMerchantId });
    },
    refuses: (world) =>
      world.isv.transactions.retrieveTransactionsByClearanceDate({
        clearanceDate: today(world),
        ...NOT_CONNECTED,
      }),
    code: 'forbidden',
  },
  'PayISV transactions.retrieveTransactionsByOrderCode': {
    succeeds: async (world) => world.isv.transactions.retrieveTransactionsByOrderCode(await world.isvOrder()),
    refuses: (world) =>
      world.isv.transactions.retrieveTransactionsByOrderCode({ orderCode: 12, ...NOT_CONNECTED }),
    code: 'forbidden',
  },
  'PayISV transactions.retrieveTransactionsBySourceCode': {
    succeeds: async (world) => {
      const { targetMerchantId } = await world.isvPayment();
      const options = { sourceCode: 'Default', date: today(world), targetMerchantId };
      return world.isv.transactions.retrieveTransactionsBySourceCode(options);
    },
    refuses: (world) =>
      world.isv.transactions.retrieveTransactionsBySourceCode({
        sourceCode: 'Default',
        date: today(world),
        ...NOT_CONNECTED,
      }),
    code: 'forbidden',
  },
  'PayISV transactions.retrieveTransactionsByResellerSourceCode': {
    succeeds: async (world) => {
      const { targetMerchantId } = await world.isvPayment({ resellerSourceCode: '7951' });
      const options = { resellerSourceCode: '7951', date: today(world), targetMerchantId };
      return world.isv.transactions.retrieveTransactionsByResellerSourceCode(options);
    },
    refuses: (world) =>
      world.isv.transactions.retrieveTransactionsByResellerSourceCode({
        resellerSourceCode: '7951',
        date: today(world),
        ...NOT_CONNECTED,
      }),
    code: 'forbidden',
  },
  'PayISV transactions.searchTransactions': {
    succeeds: async (world) => {
      await world.isvPayment();
      return world.isv.transactions.searchTransactions();
    },
    refuses: (world) => {
      const { endpoints, credentials } = world.simulator;
      return new PayISV({ ...credentials.cloudTerminal, endpoints }).transactions.searchTransactions();
    },
    code: 'forbidden',
  },
  'PayISV transactions.cancelTransaction': {
    succeeds: async (world) =>
      world.isv.transactions.cancelTransaction({ ...(await world.isvPayment()), amount: 2450 }),
    refuses: (world) => world.isv.transactions.cancelTransaction({ ...unknown(world), amount: 2450 }),
    code: 'notfound',
  },
  'PayISV transactions.payOutOld': {
    succeeds: async (world) => {
      const payment = await world.isvPayment();
      await world.simulator.clock.advance(DAY_MS);
      return world.isv.transactions.payOutOld({ ...payment, amount: 500 });
    },
    refuses: (world) => world.isv.transactions.payOutOld({ ...unknown(world), amount: 500 }),
    code: 'notfound',
  },
  'PayISV transactions.createRecurringTransaction': {
    succeeds: async (world) =>
      world.isv.transactions.createRecurringTransaction({
        ...(await world.isvPayment({ allowRecurring: true })),
        amount: 990,
        isvAmount: 40,
      }),
    refuses: (world) =>
      world.isv.transactions.createRecurringTransaction({ ...unknown(world), amount: 990, isvAmount: 40 }),
    code: 'notfound',
  },
  'PayISV transactions.increasePreauth': {
    succeeds: async (world) =>
      world.isv.transactions.increasePreauth({
        ...(await world.isvPayment({ preauth: true, isvAmount: undefined })),
        amount: 500,
      }),
    refuses: async (world) =>
      world.isv.transactions.increasePreauth({ ...(await world.isvPayment()), amount: 500 }),
    code: 'rejected',
  },
  'PayISV transactions.capturePreAuthPayment': {
    succeeds: async (world) =>
      world.isv.transactions.capturePreAuthPayment({
        ...(await world.isvPayment({ preauth: true, isvAmount: undefined })),
        amount: 2000,
        isvAmount: 100,
        tipAmount: 50,
      }),
    refuses: async (world) =>
      world.isv.transactions.capturePreAuthPayment({
        ...(await world.isvPayment({ preauth: true, isvAmount: undefined })),
        amount: 2451,
        isvAmount: 100,
      }),
    code: 'rejected',
  },
  'PayISV transactions.makeMotoCardCharge': {
    succeeds: async (world) =>
      world.isv.transactions.makeMotoCardCharge({
        ...(await world.isvOrder()),
        moto: true,
        creditcard: MOTO_CARD,
      }),
    refuses: (world) =>
      world.isv.transactions.makeMotoCardCharge({
        targetMerchantId: world.merchant(),
        orderCode: 12,
        moto: true,
        creditcard: MOTO_CARD,
      }),
    code: 'notfound',
  },
};
