import { defineOperation } from '../define-operation.js';
import {
  IsvConnectedAccountOptions,
  CreateConnectedAccountOptions,
} from './isv-connected-accounts.options.generated.js';

export const CREATE_CONNECTED_ACCOUNT = defineOperation('connectedAccounts.create', {
  outcomeLookup: { nothing: 'An account can only be read by its ID, which was in the lost response.' },
  options: { dto: CreateConnectedAccountOptions, otherNames: { returnurl: 'returnUrl' } },
});

export const GET_CONNECTED_ACCOUNT = defineOperation('connectedAccounts.getAccountDatas', {
  options: { dto: IsvConnectedAccountOptions },
});
