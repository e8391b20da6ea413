import type { InvitationTerms, OnboardedAccount } from '../domain/onboarding.js';
import type { Fields } from '../http/fields.js';
import { isWebAddress } from '../domain/web-address.js';
import type { JsonValue } from '../domain/wire-json.js';

const EMAIL = { pattern: /^[^\s@]+@[^\s@]+$/, expected: 'an e-mail address' };
const COLOUR = { pattern: /^#?([\da-f]{3}|[\da-f]{6})$/i, expected: 'a hex code such as #2266AA' };

/** Reads the terms of an invitation. */
export function readInvitation(body: Fields): InvitationTerms {
  body.require('email', 'returnUrl');
  return {
    email: body.text('email', EMAIL) ?? '',
    returnUrl: webAddress(body, 'returnUrl'),
    branding: readBranding(body),
  };
}

/** Formats an invitation for the inviter. */
export function invitationView({ email, invitedAt }: OnboardedAccount, redirectUrl: string): JsonValue {
  return { email, redirectUrl, created: new Date(invitedAt).toISOString() };
}

function readBranding(body: Fields): InvitationTerms['branding'] {
  const branding = body.object('branding');
  if (!branding) return null;
  branding.require('partnerName', 'logoUrl');
  return {
    partnerName: branding.text('partnerName', { min: 1, max: 200 }) ?? '',
    logoUrl: webAddress(branding, 'logoUrl'),
    primaryColor: branding.text('primaryColor', COLOUR) ?? null,
  };
}

function webAddress(fields: Fields, name: string): string {
  const address = fields.text(name);
  if (address !== undefined && !isWebAddress(address))
    fields.expect(name, 'an absolute http or https address');
  return address ?? '';
}
