import type { RoundTrip } from './world.js';

const CUSTOMER = { phone: '2101234567', countryCode: 'GR' };

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
  'resellers.createOrder': {
    succeeds: (world) => world.wallet.resellers.createOrder({ ...CUSTOMER, amount: 1000 }),
    refuses: (world) => world.wallet.resellers.createOrder({ ...CUSTOMER, amount: 1 }),
    code: 'rejected',
  },
};
