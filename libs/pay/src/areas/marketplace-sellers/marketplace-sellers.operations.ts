import { defineOperation } from '../define-operation.js';

const DAY_OF_WEEK = { 'payouts.dayofWeek': 'dayOfWeek' };

export const CREATE_SELLER_ACCOUNT = defineOperation('sellers.createAccount', {
  options: {
    otherNames: { 'address.postalCode': 'postCode', ...DAY_OF_WEEK },
  },
});

export const UPDATE_CONNECTED_ACCOUNT = defineOperation('sellers.updateConnectedAccount', {
  options: { otherNames: DAY_OF_WEEK },
});
