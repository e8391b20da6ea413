import type { ServiceWallet } from './movement.js';

/** `X` is known to exist, but no call cancels one. */
export type ObligationStatus = 'A' | 'X' | 'F';

/** What a platform asks for; amount in minor units. */
export interface ObligationTerms {
  readonly amount: number;
  readonly personId: string;
  /** Null: the seller's primary wallet. */
  readonly walletId: string | null;
  readonly currencyCode: string;
  readonly description: string;
}

/** A claim on a seller. */
export interface Obligation extends ObligationTerms {
  readonly id: string;
  readonly status: ObligationStatus;
  /** Pays. */
  readonly wallet: ServiceWallet;
  /** Is credited. */
  readonly target: ServiceWallet;
  readonly createdAt: number;
  /** The movement that captured it, and when. */
  readonly captureId: string | null;
  readonly completedAt: number | null;
}
