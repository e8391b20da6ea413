import { isUnanswered } from '../../unanswered.js';

/** Where a seller's invitation stands. The service has no key that would make two requests for an account one. */
export type Invitation =
  | { readonly kind: 'none' }
  /** Under way since `at`, milliseconds. */
  | { readonly kind: 'sending'; readonly at: number }
  /** `url` is passed on to the seller: the service does not mail it. */
  | { readonly kind: 'sent'; readonly accountId: string; readonly url: string }
  | { readonly kind: 'refused'; readonly message: string }
  /** No clear answer: there may be an account that nobody was told of. It holds no money and does no harm. */
  | { readonly kind: 'unknown'; readonly message: string };

/** A bank payout as event 2054 reported it. */
export interface PayoutReport {
  readonly movementId: string;
  /** Minor units. */
  readonly amount: number;
}

/** What the market knows of a seller. Never changed in place. */
export interface Seller {
  readonly key: string;
  readonly invitation: Invitation;
  /** As the service answered last; null before. Only a verified seller's goods are sold. */
  readonly verified: boolean | null;
  /** Why the account could not be read last time; null when it was. */
  readonly problem: string | null;
  /** Who the seller is to the service, once it has connected: events 8448 and 2054 name nobody else. */
  readonly personId: string | null;
  readonly payouts: readonly PayoutReport[];
}

/** The invitation at a time: what was sent long ago and never came to an end, as when the process died, is unknown. */
export function invitationAt({ invitation }: Seller, now: number): Invitation {
  return invitation.kind === 'sending' && isUnanswered(invitation.at, now)
    ? { kind: 'unknown', message: 'The shop was stopped before an answer came.' }
    : invitation;
}

/** Id of the seller's account with the service. */
export function accountOf({ invitation }: Seller): string | null {
  return invitation.kind === 'sent' ? invitation.accountId : null;
}

/** Whether the seller's goods may be sold. */
export function maySell(seller: Seller): boolean {
  return seller.verified === true && accountOf(seller) !== null;
}
