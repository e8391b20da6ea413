import type { Services } from '../../wiring/services.js';
import { invitationView, readInvitation } from '../invitation.js';
import type { OperationHandler } from '../operation.js';

type Parts = Pick<Services, 'connectedAccounts' | 'invitations'>;

/** Invites a merchant; a repeat makes another account. @see contract/isv.json connectedAccounts.create */
export const createConnectedAccount =
  ({ connectedAccounts, invitations }: Parts): OperationHandler =>
  ({ body }) => {
    const terms = readInvitation(body);
    body.check();
    const account = connectedAccounts.invite(terms);
    const { accountId } = account;
    const invitation = invitationView(account, invitations.addressOf(accountId));
    return { status: 200, json: { accountId, invitation } };
  };

/** A connected account; a merchant id only once it is connected. @see contract/isv.json connectedAccounts.getAccountDatas */
export const getConnectedAccount =
  ({ connectedAccounts, invitations }: Parts): OperationHandler =>
  ({ path }) => {
    const account = connectedAccounts.get(path.accountId ?? '');
    const { accountId, details, person, state, acquiringEnabled, invitedAt, connectedAt } = account;
    return {
      status: 200,
      json: {
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
      },
    };
  };
