import type { InvitationDetails } from '../../domain/onboarding.js';

/** An invitation in a body, of which only the address is required. */
export type InvitationBody = Partial<InvitationDetails> & Pick<InvitationDetails, 'email'>;

/** Completes an invitation. */
export const invitationOf = (body: InvitationBody): InvitationDetails => ({
  returnUrl: 'http://localhost:3000/connected',
  branding: null,
  ...body,
});
