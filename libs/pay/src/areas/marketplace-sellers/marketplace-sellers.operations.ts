import { defineOperation } from '../define-operation.js';
import {
  CreateSellerAccountOptions,
  UpdateConnectedAccountOptions,
} from './marketplace-sellers.options.generated.js';

const DAY_OF_WEEK = { 'payouts.dayofWeek': 'dayOfWeek' };

export const CREATE_SELLER_ACCOUNT = defineOperation('sellers.createAccount', {
  outcomeLookup: {
    nothing:
      'A seller can only be read by its ID, which was in the lost response. The service sends event 8193 for each seller that connects.',
  },
  options: {
    dto: CreateSellerAccountOptions,
    otherNames: { 'address.postalCode': 'postCode', ...DAY_OF_WEEK },
  },
});

export const RETRIEVE_CONNECTED_ACCOUNT = defineOperation('sellers.retrieveConnectedAccount');

export const UPDATE_CONNECTED_ACCOUNT = defineOperation('sellers.updateConnectedAccount', {
  options: { dto: UpdateConnectedAccountOptions, otherNames: DAY_OF_WEEK },
});
