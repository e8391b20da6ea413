import type { OnboardingEvent } from '../domain/events.js';
import type { JsonValue } from '../domain/wire-json.js';

/** Creates the payload of events 8193 and 8194. Neither has a member for the merchant ID. @see contract/webhook-events.json */
export function onboardingData({
  type,
  account,
  platformId,
}: OnboardingEvent): Readonly<Record<string, JsonValue>> {
  const { accountId, person, state } = account;
  const shared = {
    PersonId: person?.personId ?? null,
    PlatformPersonId: platformId,
    ConnectedAccountId: accountId,
  };
  return type === 'account-connected'
    ? { ...shared, WalletId: person && BigInt(person.walletId) }
    : { ...shared, Verified: state === 'verified' };
}
