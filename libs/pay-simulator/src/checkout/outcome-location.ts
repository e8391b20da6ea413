import { addressOf, CHALLENGE_PATH, CHECKOUT_PATH, type CheckoutAddress } from './checkout-address.js';
import type { CheckoutOutcome } from './checkout.types.js';

/** Where the browser goes after an attempt; a declined one comes back to the order, which can be tried again. */
export function outcomeLocation(
  outcome: Exclude<CheckoutOutcome, { readonly kind: 'invalid' }>,
  address: CheckoutAddress,
): string {
  switch (outcome.kind) {
    case 'approved':
      return outcome.redirectUrl;
    case 'declined':
      return addressOf(CHECKOUT_PATH, address, { attempt: outcome.transaction.id });
    case 'challenge':
      return addressOf(CHALLENGE_PATH, address, { id: outcome.challengeId });
    case 'not-payable':
      return addressOf(CHECKOUT_PATH, address);
  }
}
