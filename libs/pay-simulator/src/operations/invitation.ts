import type { InvitationDetails, OnboardedAccount } from '../domain/onboarding.js';
import type { Fields } from '../http/fields.js';
import type { Services } from '../services/services.js';
import { EMAIL } from './field-kinds.js';

/** Reads the details of an invitation. */
export function readInvitation(body: Fields): InvitationDetails {
  return {
    email: body.text('email', EMAIL),
    returnUrl: body.text('returnUrl', { required: true }),
    branding: readBranding(body),
  };
}

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

function readBranding(body: Fields): InvitationDetails['branding'] {
  const branding = body.object('branding');
  if (!branding) return null;
  return {
    partnerName: branding.text('partnerName', { required: true }),
    logoUrl: branding.text('logoUrl', { required: true }),
    primaryColor: branding.text('primaryColor') ?? null,
  };
}
