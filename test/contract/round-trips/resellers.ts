import { unwrap } from 'nestjs-pay/client';
import type { RoundTrip, World } from './world.js';

const CUSTOMER = { phone: '2101234567', countryCode: 'GR' };

/** What the customer reads on the phone. */
const oneTimePassword = (world: World): string =>
  world.simulator.resellerDesk.passwords().at(-1)?.password ?? '';

/** The options of a cash payment whose check was made. */
async function checkedCash(world: World) {
  const options = { ...CUSTOMER, orderCode: await world.order(), amount: 2450 };
  unwrap(await world.wallet.resellers.checkCashPaymentEligibility(options));
  return { ...options, oneTimePassword: oneTimePassword(world), resellerSourceCode: 'till-7' };
}

/** The options of a bill payment whose check was made. */
async function checkedBill(world: World) {
  unwrap(await world.wallet.resellers.checkBillPaymentEligibility({ ...CUSTOMER, amount: 1000 }));
  return { ...CUSTOMER, amount: 1000, billId: 1, oneTimePassword: oneTimePassword(world) };
}

export const resellersRoundTrips: Record<string, RoundTrip> = {
  'resellers.checkCashPaymentEligibility': {
    succeeds: async (world) => {
      const orderCode = await world.order();
      return world.wallet.resellers.checkCashPaymentEligibility({ ...CUSTOMER, orderCode, amount: 2450 });
    },
    refuses: async (world) => {
      const orderCode = await world.order();
      return world.wallet.resellers.checkCashPaymentEligibility({ ...CUSTOMER, orderCode, amount: 1 });
    },
    code: 'rejected',
  },
  'resellers.checkBillPaymentEligibility': {
    succeeds: (world) => world.wallet.resellers.checkBillPaymentEligibility({ ...CUSTOMER, amount: 1000 }),
    refuses: (world) => {
      world.simulator.permissions.set({ actAsReseller: false });
      return world.wallet.resellers.checkBillPaymentEligibility({ ...CUSTOMER, amount: 1000 });
    },
    code: 'forbidden',
  },
  'resellers.resendCashPaymentOtp': {
    succeeds: async (world) => {
      await world.wallet.resellers.checkCashPaymentEligibility(CUSTOMER);
      return world.wallet.resellers.resendCashPaymentOtp(CUSTOMER);
    },
    refuses: (world) => world.wallet.resellers.resendCashPaymentOtp(CUSTOMER),
    code: 'rejected',
  },
  'resellers.resendBillPaymentOtp': {
    succeeds: async (world) => {
      await world.wallet.resellers.checkBillPaymentEligibility(CUSTOMER);
      return world.wallet.resellers.resendBillPaymentOtp(CUSTOMER);
    },
    refuses: async (world) => {
      await world.wallet.resellers.checkCashPaymentEligibility(CUSTOMER);
      return world.wallet.resellers.resendBillPaymentOtp(CUSTOMER);
    },
    code: 'rejected',
  },
  'resellers.cashPayment': {
    succeeds: async (world) => world.wallet.resellers.cashPayment(await checkedCash(world)),
    refuses: async (world) => {
      const paid = await checkedCash(world);
      unwrap(await world.wallet.resellers.cashPayment(paid));
      return world.wallet.resellers.cashPayment({ ...paid, orderCode: await world.order() });
    },
    code: 'rejected',
  },
  'resellers.billPayment': {
    succeeds: async (world) => world.wallet.resellers.billPayment(await checkedBill(world)),
    refuses: async (world) => {
      const bill = await checkedBill(world);
      return world.wallet.resellers.billPayment({ ...bill, oneTimePassword: `${bill.oneTimePassword}0` });
    },
    code: 'rejected',
  },
  'resellers.createOrder': {
    succeeds: (world) => world.wallet.resellers.createOrder({ ...CUSTOMER, amount: 1000 }),
    refuses: (world) => world.wallet.resellers.createOrder({ ...CUSTOMER, amount: 1 }),
    code: 'rejected',
  },
};
