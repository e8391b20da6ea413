export type Invitation =
  | { readonly kind: 'none' }
  /** `url` is for the seller: the service does not mail it. */
  | { readonly kind: 'sent'; readonly accountId: string; readonly url: string }
  | { readonly kind: 'rejected'; readonly message: string }
  /** There may be an account whose ID was lost. It holds no money and does no harm. */
  | { readonly kind: 'unknown'; readonly message: string };

/** A bank payout as event 2054 reported it. */
export interface PayoutReport {
  readonly movementId: string;
  /** Minor units. */
  readonly amount: number;
}

/** A seller's status. Never changed in place. */
export interface Seller {
  readonly key: string;
  readonly invitation: Invitation;
  /** As the service responded last; null before. Only goods of verified sellers are on sale. */
  readonly verified: boolean | null;
  /** Why the account could not be read last time; null if it was read. */
  readonly problem: string | null;
  /** Person ID of a connected seller, which the events 8448 and 2054 contain. */
  readonly personId: string | null;
  readonly payouts: readonly PayoutReport[];
}

/** Returns the ID of the seller's account. */
export function accountOf({ invitation }: Seller): string | null {
  return invitation.kind === 'sent' ? invitation.accountId : null;
}

/** Returns whether the seller's goods are on sale. */
export function maySell(seller: Seller): boolean {
  return seller.verified === true && accountOf(seller) !== null;
}
