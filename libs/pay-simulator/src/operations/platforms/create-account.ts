import type { Fields } from '../../http/fields.js';
import { COUNTRY_CODE } from '../field-kinds.js';
import { accountValues, readInvitation } from '../invitation.js';
import { ok } from '../../http/operation.js';
import type { Handler } from '../handler.js';
import { membersOf } from '../members-of.js';
import { readPayouts } from './payout-fields.js';

/** Invites a seller. @see contract/openapi/marketplace.yaml sellers.createAccount */
export const createAccount: Handler = ({ sellers, invitations }, { body }) => {
  body.require('branding');
  const details = { ...readInvitation(body), known: readKnownDetails(body) };
  checkIgnoredFields(body);
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

/** Validates fields that have no effect in the simulator. A mobile number can be a JSON number. */
function checkIgnoredFields(body: Fields): void {
  if (typeof body.value('mobile') !== 'number') body.text('mobile');
  const address = body.object('address');
  for (const name of ['street', 'number', 'city', 'postCode', 'secondLine']) address?.text(name);
  address?.text('countryCode', COUNTRY_CODE);
}
