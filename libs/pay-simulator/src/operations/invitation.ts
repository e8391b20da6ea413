import type { InvitationDetails, OnboardedAccount } from '../domain/onboarding.js';
import type { Fields } from '../http/fields.js';
import type { Services } from '../wiring/services.js';
import { EMAIL, readWebAddress } from './field-kinds.js';

const COLOR = { pattern: /^#?([\da-f]{3}|[\da-f]{6})$/i, expected: 'a hex code such as #2266AA' };

/** Reads the details of an invitation. */
export function readInvitation(body: Fields): InvitationDetails {
  body.require('returnUrl');
  return {
    email: body.text('email', { ...EMAIL, required: true }),
    returnUrl: readWebAddress(body, 'returnUrl') ?? '',
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
  branding.require('logoUrl');
  return {
    partnerName: branding.text('partnerName', { min: 1, max: 200, required: true }),
    logoUrl: readWebAddress(branding, 'logoUrl') ?? '',
    primaryColor: branding.text('primaryColor', COLOR) ?? null,
  };
}
