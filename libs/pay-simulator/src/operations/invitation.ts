import type { ConnectedAccountsCreateBody, CreateAccountBody } from './request-values.generated.js';
import type { InvitationDetails, OnboardedAccount } from '../domain/onboarding.js';
import type { Services } from '../services/services.js';

/** Returns the details of an invitation. */
export const invitationOf = ({
  email,
  returnUrl,
  branding,
}: ConnectedAccountsCreateBody | CreateAccountBody): InvitationDetails => ({
  ...{ email, returnUrl },
  branding: branding ? { primaryColor: null, ...branding } : null,
});

/** Returns the values of an invited account by the service's names. It has a merchant ID after the invitation was accepted. */
export function accountValues(account: OnboardedAccount, invitations: Services['invitations']): object {
  const { accountId, connectedAt, details, email, invitedAt, person, state } = account;
  const isoTime = (time: number): string => new Date(time).toISOString();
  return {
    ...account,
    ...details,
    merchantId: person?.personId,
    verified: state === 'verified',
    created: isoTime(connectedAt ?? invitedAt),
    invitation: { email, redirectUrl: invitations.addressOf(accountId), created: isoTime(invitedAt) },
  };
}
