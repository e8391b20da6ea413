import type { LedgerAccount, MovementReason } from './ledger.js';

/** A wallet of the service. */
export interface ServiceWallet {
  /** int64 on the wire. */
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly iban: string;
  readonly currencyCode: string;
  readonly isPrimary: boolean;
  /** Ledger account of the available balance. */
  readonly available: LedgerAccount;
  /** Ledger account of the balance that is held for pending transfers and open disputes. */
  readonly reserved: LedgerAccount;
  /** Account ID of the seller that owns the wallet. The platform receives events for its movements. */
  readonly connectedAccountId?: string;
}

/** A change of a wallet's balance, with the balances after it, in minor units. */
export interface Movement extends MovementReason {
  readonly id: string;
  /** First movement of the same ledger entry. */
  readonly parentId: string | null;
  readonly type: MovementType;
  readonly wallet: ServiceWallet;
  /** Signed. */
  readonly amount: bigint;
  readonly createdAt: number;
  readonly balanceAfter: WalletBalance;
}

/** Balance in minor units. The total is `available` plus `reserved`. */
export interface WalletBalance {
  readonly available: bigint;
  /** Balance that is held for pending transfers and open disputes. */
  readonly reserved: bigint;
}

/** Types of movement: of the balance, or only of the available part. @see contract/behaviour/data-services.yaml enums.AccountTransactionTypeId */
export const MovementType = { Balance: 20, AvailableOnly: 32 } as const;
export type MovementType = (typeof MovementType)[keyof typeof MovementType];
