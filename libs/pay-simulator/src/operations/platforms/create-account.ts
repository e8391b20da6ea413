import type { Fields } from '../../http/fields.js';
import { accountValues, readInvitation } from '../invitation.js';
import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';
import { membersOf } from '../members-of.js';
import { readPayouts } from './payout-fields.js';

/** Invites a seller. @see contract/openapi/marketplace.yaml sellers.createAccount */
export const createAccount: Handler = ({ sellers, invitations }, { body }) => {
  const details = { ...readInvitation(body), known: readKnownDetails(body) };
  const payouts = readPayouts(body);
  body.check();
  const account = sellers.invite(details, payouts);
  return ok(membersOf('sellers.createAccount', accountValues(account, invitations)));
};

/** Reads the details that the platform knows. The invitation page is prefilled with them. */
function readKnownDetails(body: Fields) {
  const legalName = body.text('legalName') ?? body.text('tradeName');
  return { ...(legalName !== undefined && { legalName }), taxNumber: body.text('taxNumber') ?? null };
}
