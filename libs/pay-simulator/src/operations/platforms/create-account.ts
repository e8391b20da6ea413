import type { Fields } from '../../http/fields.js';
import type { Services } from '../../wiring/services.js';
import { invitationView, readInvitation } from '../invitation.js';
import type { OperationHandler } from '../operation.js';
import { payoutFields } from './payout-fields.js';

const COUNTRY = { pattern: /^[A-Za-z]{2}$/, expected: 'an ISO 3166-1 alpha-2 code' };

/** Invites a seller. @see contract/marketplace.json sellers.createAccount */
export const createAccount =
  ({ sellers, invitations }: Pick<Services, 'sellers' | 'invitations'>): OperationHandler =>
  ({ body }) => {
    body.require('branding');
    const terms = { ...readInvitation(body), known: knownDetails(body) };
    checkAccepted(body);
    const payouts = payoutFields(body);
    body.check();
    const account = sellers.invite(terms, payouts);
    const { accountId } = account;
    const invitation = invitationView(account, invitations.addressOf(accountId));
    return { status: 200, json: { accountId, invitation } };
  };

/** What the platform knows of the seller already: the page has it typed in. */
function knownDetails(body: Fields) {
  const legalName = body.text('legalName') ?? body.text('tradeName');
  return { ...(legalName !== undefined && { legalName }), taxNumber: body.text('taxNumber') ?? null };
}

/** Fields that only fill the page in: their types are checked all the same. A mobile number may be a bare number. */
function checkAccepted(body: Fields): void {
  if (typeof body.value('mobile') !== 'number') body.text('mobile');
  const address = body.object('address');
  for (const name of ['street', 'number', 'city', 'postCode', 'secondLine']) address?.text(name);
  address?.text('countryCode', COUNTRY);
}
