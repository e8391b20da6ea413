import type { OnboardedAccount } from '../../domain/onboarding.js';
import type { Fields } from '../../http/fields.js';
import type { Services } from '../../services.js';
import { isWebAddress } from '../../web-address.js';
import type { JsonValue } from '../../wire-json.js';
import type { OperationHandler } from '../operation.js';

type Parts = Pick<Services, 'connectedAccounts' | 'invitations'>;

/** Invites a merchant; a repeat makes another account. @see contract/isv.json connectedAccounts.create */
export const createConnectedAccount =
  ({ connectedAccounts, invitations }: Parts): OperationHandler =>
  ({ body }) => {
    body.require('email', 'returnUrl');
    const terms = {
      email: body.text('email', { pattern: /^[^\s@]+@[^\s@]+$/, expected: 'an e-mail address' }) ?? '',
      returnUrl: webAddress(body, 'returnUrl'),
      branding: readBranding(body),
    };
    body.check();
    const account = connectedAccounts.invite(terms);
    return {
      status: 200,
      json: { accountId: account.accountId, invitation: invitationView(account, invitations) },
    };
  };

/** A connected account; a merchant id only once it is connected. @see contract/isv.json connectedAccounts.getAccountDatas */
export const getConnectedAccount =
  ({ connectedAccounts, invitations }: Parts): OperationHandler =>
  ({ path }) => {
    const account = connectedAccounts.get(path.accountId ?? '');
    const { accountId, details, person, state, acquiringEnabled, invitedAt, connectedAt } = account;
    return {
      status: 200,
      json: {
        accountId,
        merchantId: person?.personId ?? null,
        email: details?.email ?? account.email,
        verified: state === 'verified',
        acquiringEnabled,
        created: new Date(connectedAt ?? invitedAt).toISOString(),
        taxNumber: details?.taxNumber ?? null,
        vatNumber: details?.vatNumber ?? null,
        legalName: details?.legalName ?? null,
        registrationNumber: details?.registrationNumber ?? null,
        invitation: invitationView(account, invitations),
      },
    };
  };

/** An invitation, as whoever invited is told of it. */
export function invitationView(
  { accountId, email, invitedAt }: OnboardedAccount,
  invitations: Pick<Services['invitations'], 'addressOf'>,
): JsonValue {
  return {
    email,
    redirectUrl: invitations.addressOf(accountId),
    created: new Date(invitedAt).toISOString(),
  };
}

function readBranding(body: Fields): OnboardedAccount['branding'] {
  const branding = body.object('branding');
  if (!branding) return null;
  branding.require('partnerName', 'logoUrl');
  return {
    partnerName: branding.text('partnerName', { min: 1, max: 200 }) ?? '',
    logoUrl: webAddress(branding, 'logoUrl'),
    primaryColor:
      branding.text('primaryColor', { pattern: /^#?[0-9a-f]{3,8}$/i, expected: 'a hexadecimal colour' }) ??
      null,
  };
}

function webAddress(fields: Fields, name: string): string {
  const text = fields.text(name) ?? '';
  if (fields.has(name) && !isWebAddress(text)) fields.expect(name, 'an absolute http or https address');
  return text;
}
