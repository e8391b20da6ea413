import type { CreateAccountBody } from '../request-values.generated.js';
import { accountValues, invitationOf } from '../invitation.js';
import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';
import { membersOf } from '../members-of.js';
import { payoutsOf } from './payout-fields.js';

/** Invites a seller. @see contract/openapi/marketplace.yaml sellers.createAccount */
export const createAccount: Handler<CreateAccountBody> = ({ sellers, invitations }, { body }) => {
  const { legalName = body.tradeName, taxNumber = null } = body;
  // The invitation page is prefilled with what the platform knows.
  const known = { ...(legalName !== undefined && { legalName }), taxNumber };
  const account = sellers.invite({ ...invitationOf(body), known }, payoutsOf(body));
  return ok(membersOf('sellers.createAccount', accountValues(account, invitations)));
};
