import { defineOperation } from '../../core/operation/operation.js';
import { IsvConnectedAccountOptions, CreateConnectedAccountOptions } from './isv-connected-accounts.types.js';
import type { IsvConnectedAccount, IsvInvitedAccount } from './isv-connected-accounts.types.js';

export const CREATE_CONNECTED_ACCOUNT = defineOperation<IsvInvitedAccount>()({
  id: 'connectedAccounts.create',
  method: 'POST',
  host: 'api',
  path: '/isv/v1/accounts',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'An account can only be read by its ID, which was in the lost answer.',
  },
  options: { dto: CreateConnectedAccountOptions, in: 'json', otherNames: { returnurl: 'returnUrl' } },
  answer: { kind: 'json', required: ['accountId', 'invitation'], members: { types: { accountId: 'text' } } },
});

export const GET_CONNECTED_ACCOUNT = defineOperation<IsvConnectedAccount>()({
  id: 'connectedAccounts.getAccountDatas',
  method: 'GET',
  host: 'api',
  path: '/isv/v1/accounts/{accountId}',
  parameters: { accountId: 'uuid' },
  auth: 'oauth',
  retry: 'safe',
  options: { dto: IsvConnectedAccountOptions, in: 'query', toPath: { accountId: 'accountId' } },
  answer: {
    kind: 'json',
    required: ['accountId', 'verified', 'acquiringEnabled'],
    members: { types: { accountId: 'text', verified: 'boolean', acquiringEnabled: 'boolean' } },
  },
});
