import type { ServiceWallet } from './movement.js';

/** Status of an obligation. No call creates status `X`. */
type ObligationStatus = 'A' | 'X' | 'F';

/** Details of an obligation. The amount is in minor units. */
export interface ObligationDetails {
  readonly amount: number;
  readonly personId: string;
  /** Null for the seller's primary wallet. */
  readonly walletId: string | null;
  readonly currencyCode: string;
  readonly description: string;
}

/** An amount that a seller owes to the platform. */
export interface Obligation extends ObligationDetails {
  readonly id: string;
  readonly status: ObligationStatus;
  /** Wallet that pays. */
  readonly wallet: ServiceWallet;
  /** Wallet that is credited. */
  readonly target: ServiceWallet;
  readonly createdAt: number;
  /** Movement that captured the obligation. */
  readonly captureId: string | null;
  readonly completedAt: number | null;
}
