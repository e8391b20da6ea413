import type { CreateSellerAccountOptions } from 'nestjs-pay/client';
import { UNKNOWN_ID } from './world.js';
import type { RoundTrips } from './round-trip.js';

export const PAYOUTS: NonNullable<CreateSellerAccountOptions['payouts']> = {
  interval: 2,
  dayOfWeek: 2,
  amountThreshold: 1000,
  bankAccount: { iban: 'DE89370400440532013000', beneficiaryName: 'Example Seller Ltd' },
};

export const SELLER: CreateSellerAccountOptions = {
  email: 'seller@example.com',
  returnUrl: 'https://shop.example.com/connected',
  branding: { partnerName: 'Example Market', logoUrl: 'https://shop.example.com/logo.png' },
  legalName: 'Example Seller Ltd',
};

export const roundTrips: RoundTrips = {
  'sellers.createAccount': {
    fails: (world) =>
      world.marketplace.sellers.createAccount({
        ...SELLER,
        payouts: {
          ...PAYOUTS,
          // An IBAN of the service.
          bankAccount: { iban: world.simulator.wallets.primary.iban, beneficiaryName: 'Example Seller Ltd' },
        },
      }),
    code: 'rejected',
  },
  'sellers.retrieveConnectedAccount': {
    fails: (world) => world.marketplace.sellers.retrieveConnectedAccount(UNKNOWN_ID),
    code: 'notfound',
  },
  'sellers.updateConnectedAccount': {
    fails: (world) => world.marketplace.sellers.updateConnectedAccount(UNKNOWN_ID, { payouts: PAYOUTS }),
    code: 'notfound',
  },
};
