import { defineOperation } from '../define-operation.js';

export const CREATE_CONNECTED_ACCOUNT = defineOperation('connectedAccounts.create', {
  options: { otherNames: { returnurl: 'returnUrl' } },
});
