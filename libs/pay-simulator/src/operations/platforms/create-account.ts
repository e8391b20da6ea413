import type { CreateAccountBody } from '../request-values.generated.js';
import { EMAIL } from '../field-kinds.js';
import { accountValues, invitationOf } from '../invitation.js';
import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';
import { membersOf } from '../members-of.js';
import { payoutsOf } from './payout-fields.js';

/** Invites a seller. @see contract/openapi/marketplace.yaml sellers.createAccount */
export const createAccount: Handler = ({ sellers, invitations }, { body }) => {
  const email = body.text('email', EMAIL);
  const values = body.rest<CreateAccountBody>();
  const { legalName = values.tradeName, taxNumber = null } = values;
  // The invitation page is prefilled with what the platform knows.
  const known = { ...(legalName !== undefined && { legalName }), taxNumber };
  const account = sellers.invite({ ...invitationOf(email, values), known }, payoutsOf(values));
  return ok(membersOf('sellers.createAccount', accountValues(account, invitations)));
};
