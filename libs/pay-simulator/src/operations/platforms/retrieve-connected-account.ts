import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';
import { accountValues } from '../invitation.js';
import { membersOf } from '../members-of.js';

/** Returns a seller's account, which has no merchant ID. @see contract/openapi/marketplace.yaml sellers.retrieveConnectedAccount */
export const retrieveConnectedAccount: Handler = ({ sellers, invitations }, { path }) => {
  const account = sellers.get(path.accountId ?? '');
  const values = { ...accountValues(account, invitations), payouts: sellers.payoutsOf(account.accountId) };
  return ok(membersOf('sellers.retrieveConnectedAccount', values));
};
