import type { OnboardingEvent } from '../domain/events.js';
import type { JsonValue } from '../domain/wire-json.js';

/** The payload of events 8193 and 8194: neither names the merchant id as such. @see contract/webhook-events.json */
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
