import { defineOperation } from '../../core/operation/operation.js';
import { CreateSellerAccountOptions, UpdateConnectedAccountOptions } from './marketplace-sellers.types.js';
import type { SellerAccount, CreateSellerAccountAnswer } from './marketplace-sellers.types.js';

const DAY_OF_WEEK = { 'payouts.dayofWeek': 'dayOfWeek' };

export const CREATE_SELLER_ACCOUNT = defineOperation<CreateSellerAccountAnswer>()({
  id: 'sellers.createAccount',
  method: 'POST',
  host: 'api',
  path: '/platforms/v1/accounts',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing:
      'A seller can only be read by its ID, which was in the lost answer. The service sends event 8193 for each seller that connects.',
  },
  options: {
    dto: CreateSellerAccountOptions,
    in: 'json',
    otherNames: { 'address.postalCode': 'postCode', ...DAY_OF_WEEK },
  },
  answer: { kind: 'json', required: ['accountId', 'invitation'], members: { types: { accountId: 'text' } } },
});

export const RETRIEVE_CONNECTED_ACCOUNT = defineOperation<SellerAccount>()({
  id: 'sellers.retrieveConnectedAccount',
  method: 'GET',
  host: 'api',
  path: '/platforms/v1/accounts/{accountId}',
  parameters: { accountId: 'uuid' },
  auth: 'oauth',
  retry: 'safe',
  answer: {
    kind: 'json',
    required: ['accountId', 'verified'],
    members: { types: { accountId: 'text', verified: 'boolean' } },
  },
});

export const UPDATE_CONNECTED_ACCOUNT = defineOperation<null>()({
  id: 'sellers.updateConnectedAccount',
  method: 'PATCH',
  host: 'api',
  path: '/platforms/v1/accounts/{accountId}',
  parameters: { accountId: 'uuid' },
  auth: 'oauth',
  retry: 'idempotent',
  options: { dto: UpdateConnectedAccountOptions, in: 'json', otherNames: DAY_OF_WEEK },
  answer: { kind: 'empty' },
});
