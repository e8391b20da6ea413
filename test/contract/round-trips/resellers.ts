import { unwrap } from 'nestjs-pay/client';
import type { RoundTrips } from './round-trip.js';
import type { World } from './world.js';

const CUSTOMER = { phone: '2101234567', countryCode: 'GR' };

/** Returns the password that the customer received last. */
const oneTimePassword = (world: World): string =>
  world.simulator.resellerDesk.passwords().at(-1)?.password ?? '';

/** Checks a cash payment and returns its options. */
async function checkedCash(world: World) {
  const options = { ...CUSTOMER, orderCode: await world.order(), amount: 2450 };
  unwrap(await world.wallet.resellers.checkCashPaymentEligibility(options));
  return { ...options, oneTimePassword: oneTimePassword(world), resellerSourceCode: 'till-7' };
}

/** Checks a bill payment and returns its options. */
async function checkedBill(world: World) {
  unwrap(await world.wallet.resellers.checkBillPaymentEligibility({ ...CUSTOMER, amount: 1000 }));
  return { ...CUSTOMER, amount: 1000, billId: 1, oneTimePassword: oneTimePassword(world) };
}

export const roundTrips: RoundTrips = {
  'resellers.checkCashPaymentEligibility': {
    fails: async (world) => {
      const orderCode = await world.order();
      return world.wallet.resellers.checkCashPaymentEligibility({ ...CUSTOMER, orderCode, amount: 1 });
    },
    code: 'rejected',
  },
  'resellers.checkBillPaymentEligibility': {
    fails: (world) => {
      world.simulator.permissions.set({ actAsReseller: false });
      return world.wallet.resellers.checkBillPaymentEligibility({ ...CUSTOMER, amount: 1000 });
    },
    code: 'forbidden',
  },
  'resellers.resendCashPaymentOtp': {
    fails: (world) => world.wallet.resellers.resendCashPaymentOtp(CUSTOMER),
    code: 'rejected',
  },
  'resellers.resendBillPaymentOtp': {
    fails: async (world) => {
      await world.wallet.resellers.checkCashPaymentEligibility(CUSTOMER);
      return world.wallet.resellers.resendBillPaymentOtp(CUSTOMER);
    },
    code: 'rejected',
  },
  'resellers.cashPayment': {
    fails: async (world) => {
      const paid = await checkedCash(world);
      unwrap(await world.wallet.resellers.cashPayment(paid));
      return world.wallet.resellers.cashPayment({ ...paid, orderCode: await world.order() });
    },
    code: 'rejected',
  },
  'resellers.billPayment': {
    fails: async (world) => {
      const bill = await checkedBill(world);
      return world.wallet.resellers.billPayment({ ...bill, oneTimePassword: `${bill.oneTimePassword}0` });
    },
    code: 'rejected',
  },
  'resellers.createOrder': {
    fails: (world) => world.wallet.resellers.createOrder({ ...CUSTOMER, amount: 0 }),
    code: 'rejected',
  },
};
