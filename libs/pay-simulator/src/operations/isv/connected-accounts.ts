import { invitationView, readInvitation } from '../invitation.js';
import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';

/** Invites a merchant. A repeated invitation creates another account. @see contract/isv.json connectedAccounts.create */
export const createConnectedAccount: Handler = ({ connectedAccounts, invitations }, { body }) => {
  const details = readInvitation(body);
  body.check();
  const account = connectedAccounts.invite(details);
  const { accountId } = account;
  const invitation = invitationView(account, invitations.addressOf(accountId));
  return ok({ accountId, invitation });
};

/** Returns a connected account. It has a merchant ID after the invitation was accepted. @see contract/isv.json connectedAccounts.getAccountDatas */
export const getConnectedAccount: Handler = ({ connectedAccounts, invitations }, { path }) => {
  const account = connectedAccounts.get(path.accountId ?? '');
  const { accountId, details, person, state, acquiringEnabled, invitedAt, connectedAt } = account;
  return ok({
    accountId,
    merchantId: person?.personId ?? null,
    email: details?.email ?? account.email,
    verified: state === 'verified',
    acquiringEnabled,
    created: new Date(connectedAt ?? invitedAt).toISOString(),
    taxNumber: details?.taxNumber ?? null,
    vatNumber: details?.vatNumber ?? null,
    legalName: details?.legalName ?? null,
    registrationNumber: details?.registrationNumber ?? null,
    invitation: invitationView(account, invitations.addressOf(accountId)),
  });
};
