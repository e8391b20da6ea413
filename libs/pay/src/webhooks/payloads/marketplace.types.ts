import type { ExactInteger } from './wire.types.js';

/**
 * Members of 8448: a marketplace transfer, executed or not. Decimals in MAJOR units.
 *
 * @see https://developer.viva.com/webhooks-for-payments/transfer-created/
 */
export interface TransferMembers {
  /** Person that started the transfer. UUID. */
  PersonId: string;
  /** Amount of the transfer. Major units. */
  Amount: number;
  /** Parent transfer, for a reversal (inferred). UUID. */
  ParentId: string;
  /** Transfer. UUID. */
  TransferId: string;
  /** ISO 4217 numeric. */
  CurrencyCode: string;
  /** Receiving wallet. */
  TargetWalletId: ExactInteger;
  /** Receiving person (not the ConnectedAccountId). UUID. */
  TargetPersonId: string;
  /** Customer payment behind it. UUID. */
  TransactionId: string;
  /** When the money moved; null before the settlement. */
  Executed: string;
  /** Wallet movement out. UUID. */
  DebitWalletTransactionId: string;
  /** Wallet movement in. UUID. */
  CreditWalletTransactionId: string;
  /** 1 in the sample; other values not published. */
  TransferTypeId: number;
}

/**
 * Members of 5632 and 5633: a claim on a seller (deprecated). Decimals in MAJOR units. The documentation shows no envelope.
 *
 * @see https://developer.viva.com/webhooks-for-payments/obligation-created
 * @see https://developer.viva.com/webhooks-for-payments/obligation-captured
 */
export interface ObligationMembers {
  /** Person who owes. UUID. */
  PersonId: string;
  /** Wallet that pays. */
  WalletId: ExactInteger;
  /** Amount. Major units. */
  Amount: number;
  /** Wallet movement that paid it; null until captured. UUID. */
  CaptureId: string;
  /** Obligation: the same in both events. UUID. */
  ObligationId: string;
  /** ISO 4217 numeric. */
  CurrencyCode: string;
  /** Person who is owed. UUID. */
  TargetPersonId: string;
  /** Wallet that is credited. */
  TargetWalletId: ExactInteger;
  /** Movement that canceled it. UUID. */
  CancellationId: string;
  /** When the obligation was created. */
  Created: string;
  /** When the obligation was captured or canceled. */
  Completed: string;
  /** 159 in the sample. */
  WalletTransactionSubTypeId: number;
  /** Delivery retries so far. */
  RetryCount: number;
  /** Delay before a delivery retry, in seconds. */
  RetryDelayInSeconds: number;
}
