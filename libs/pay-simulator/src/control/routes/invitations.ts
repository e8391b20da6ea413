import type { InvitationDetails } from '../../domain/onboarding.js';
import { bodyAs, type ControlInput } from '../control-route.js';
import * as schema from '../control-schemas.js';

const BRANDING = schema.input(
  {
    partnerName: schema.text('Name on the invitation page.'),
    logoUrl: schema.webAddress('Logo on the invitation page.'),
    primaryColor: schema.nullable(schema.text('Hexadecimal, such as `#3366ff`.')),
  },
  ['partnerName', 'logoUrl', 'primaryColor'],
);

/** Members of an invitation. */
export const INVITATION = {
  email: schema.id('E-mail address.'),
  returnUrl: schema.webAddress('Return address after the invitation.'),
  branding: schema.nullable(BRANDING),
  known: schema.input(schema.LEGAL_DETAILS),
};

export const UNKNOWN_ACCOUNT = { 404: 'The account is unknown.' };

/** Reads an invitation. */
export function invitationOf(request: ControlInput): InvitationDetails {
  return {
    returnUrl: 'http://localhost:3000/connected',
    branding: null,
    ...bodyAs<Pick<InvitationDetails, 'email'>>(request),
  };
}
