import type { LedgerAccount } from './ledger.js';
import type { MovementTerms } from './movement-terms.js';

/** A wallet inside the service. */
export interface ServiceWallet {
  /** int64 on the wire. */
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly iban: string;
  readonly currencyCode: string;
  readonly isPrimary: boolean;
  /** Ledger account of what can be spent. */
  readonly available: LedgerAccount;
  /** Ledger account of what is held for transfers that have not run. */
  readonly reserved: LedgerAccount;
  /** Whose it is, where it is a seller's: the platform is told of its movements. */
  readonly connectedAccountId?: string;
}

/** A change of a wallet's balance, with the balances after it, minor units: one for calls, events and searches. */
export interface Movement extends MovementTerms {
  readonly id: string;
  /** The first movement of the same booking. */
  readonly parentId: string | null;
  readonly type: MovementType;
  readonly wallet: ServiceWallet;
  /** Signed. */
  readonly amount: bigint;
  readonly createdAt: number;
  readonly balanceAfter: WalletBalance;
}

/** Minor units; what is available and what is reserved make the total. */
export interface WalletBalance {
  readonly available: bigint;
  readonly reserved: bigint;
}

/** What a movement changes: the balance, or only what is available of it. @see contract/data-services.json enums.AccountTransactionTypeId */
export const MovementType = { Balance: 20, AvailableOnly: 32 } as const;
export type MovementType = (typeof MovementType)[keyof typeof MovementType];

/** Sub-types of movements. @see contract/data-services.json enums.AccountTransactionSubTypeId */
export const MovementSubType = {
  IbanPayoutFee: 4,
  CashCommission: 11,
  CardCommission: 13,
  IbanPayout: 30,
  CardPayout: 31,
  ClearanceCash: 81,
  ClearanceCards: 83,
  CashDisbursement: 112,
  CardRefund: 116,
  WalletToWallet: 140,
  Obligation: 159,
  ManualDeposit: 168,
} as const;
