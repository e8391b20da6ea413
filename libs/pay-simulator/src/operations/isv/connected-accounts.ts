import type { ConnectedAccountsCreateBody } from '../request-values.generated.js';
import { accountValues, invitationOf } from '../invitation.js';
import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';
import { membersOf } from '../members-of.js';

/** Invites a merchant. A repeated invitation creates another account. @see contract/openapi/isv.yaml connectedAccounts.create */
export const createConnectedAccount: Handler<ConnectedAccountsCreateBody> = (
  { connectedAccounts, invitations },
  { body },
) => {
  const account = connectedAccounts.invite(invitationOf(body));
  return ok(membersOf('connectedAccounts.create', accountValues(account, invitations)));
};

/** Returns a connected account. @see contract/openapi/isv.yaml connectedAccounts.getAccountDatas */
export const getConnectedAccount: Handler = ({ connectedAccounts, invitations }, { path }) => {
  const account = connectedAccounts.get(path.accountId ?? '');
  return ok(membersOf('connectedAccounts.getAccountDatas', accountValues(account, invitations)));
};
