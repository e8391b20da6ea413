import type { InvitationDetails, OnboardedAccount } from '../domain/onboarding.js';
import type { Fields } from '../http/fields.js';
import { EMAIL, readWebAddress } from './field-kinds.js';
import type { JsonValue } from '../domain/wire-json.js';

const COLOR = { pattern: /^#?([\da-f]{3}|[\da-f]{6})$/i, expected: 'a hex code such as #2266AA' };

/** Reads the details of an invitation. */
export function readInvitation(body: Fields): InvitationDetails {
  body.require('email', 'returnUrl');
  return {
    email: body.text('email', EMAIL) ?? '',
    returnUrl: readWebAddress(body, 'returnUrl') ?? '',
    branding: readBranding(body),
  };
}

/** Formats an invitation for the inviter. */
export function invitationView({ email, invitedAt }: OnboardedAccount, redirectUrl: string): JsonValue {
  return { email, redirectUrl, created: new Date(invitedAt).toISOString() };
}

function readBranding(body: Fields): InvitationDetails['branding'] {
  const branding = body.object('branding');
  if (!branding) return null;
  branding.require('partnerName', 'logoUrl');
  return {
    partnerName: branding.text('partnerName', { min: 1, max: 200 }) ?? '',
    logoUrl: readWebAddress(branding, 'logoUrl') ?? '',
    primaryColor: branding.text('primaryColor', COLOR) ?? null,
  };
}
