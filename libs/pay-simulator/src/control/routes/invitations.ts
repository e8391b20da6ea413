import type { InvitationDetails } from '../../domain/onboarding.js';
import { bodyAs, type ControlInput } from '../control-route.js';

/** Reads an invitation. */
export function invitationOf(request: ControlInput): InvitationDetails {
  return {
    returnUrl: 'http://localhost:3000/connected',
    branding: null,
    ...bodyAs<Pick<InvitationDetails, 'email'>>(request),
  };
}
