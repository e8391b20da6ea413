import type { OnboardedAccount } from '../../domain/onboarding.js';
import type { Payouts } from '../../domain/payouts.js';
import type { JsonValue } from '../../domain/wire-json.js';
import { invitationView } from '../invitation.js';

const isoTime = (time: number): string => new Date(time).toISOString();

/** Formats a seller's account, which has no merchant ID. @see contract/marketplace.json sellers.retrieveConnectedAccount */
export function sellerView(
  account: OnboardedAccount,
  payouts: Payouts | undefined,
  redirectUrl: string,
): JsonValue {
  return {
    accountId: account.accountId,
    email: account.details?.email ?? account.email,
    verified: account.state === 'verified',
    acquiringEnabled: account.acquiringEnabled,
    created: isoTime(account.connectedAt ?? account.invitedAt),
    payouts: payouts ? { ...payouts, bankAccount: { ...payouts.bankAccount } } : null,
    invitation: invitationView(account, redirectUrl),
  };
}
