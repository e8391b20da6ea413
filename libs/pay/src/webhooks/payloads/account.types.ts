import type { ExactInteger } from './wire.types.js';

/**
 * Members of 2054: a change of a wallet balance. Decimals in MAJOR units; there is no TransactionId.
 *
 * @see https://developer.viva.com/webhooks-for-payments/account-transaction-created
 */
export interface AccountTransactionMembers {
  /** Kind of movement, e.g. PayOutIbanReversal. */
  Tag: string;
  /** Counterparty IBAN. */
  Iban: string;
  /** Account holder. UUID. */
  PersonId: string;
  /** Wallet. */
  WalletId: ExactInteger;
  /** Bank. */
  BankId: string;
  /** Related movement. UUID. */
  ParentId: string;
  /** Signed change of the balance. Major units. */
  Amount: number;
  /** Whether the movement is inside the service. */
  IsInternal: boolean;
  /** F if finished. */
  StatusId: string;
  /** Local time without offset; differs from the envelope's Created. */
  Created: string;
  /** Masked card for card expenses. */
  CardNumber: string;
  /** Statement text. */
  Description: string;
  /** Value date. */
  ValueDate: string;
  /** Linked bank account. */
  BankAccountId: string;
  /** ISO 4217 numeric. */
  CurrencyCode: string;
  /** Balance after the movement (inferred). Major units. */
  TargetAmount: number;
  /** Customer payment behind the movement. UUID. */
  SaleTransactionId: string;
  /** Reserved balance after. Major units. */
  TargetReserved: number;
  /** Available balance after. Major units. */
  TargetAvailable: number;
  /** Overdraft after. Major units. */
  TargetOverdraft: number;
  /** ID of this movement. UUID. */
  WalletTransactionId: string;
  /** Text for internal use. */
  InternalDescription: string;
  /** Movement type (20 in the sample). */
  TypeId: number;
  /** Movement sub-type (140 in the sample). */
  SubTypeId: number;
}

/**
 * Members of 8193. A connected account is not verified yet.
 *
 * @see https://developer.viva.com/webhooks-for-payments/account-connected/
 */
export interface AccountConnectedMembers {
  /** The connected person or merchant. UUID. */
  PersonId: string;
  /** Its primary wallet. */
  WalletId: ExactInteger;
  /** The platform or ISV account. UUID. */
  PlatformPersonId: string;
  /** Connected account; equals accountId of the API. UUID. */
  ConnectedAccountId: string;
}

/**
 * Members of 8194 (live only). One account can have several such events, with different values.
 *
 * @see https://developer.viva.com/webhooks-for-payments/account-verification-status-changed
 */
export interface AccountVerificationMembers {
  /** New status. */
  Verified: boolean;
  /** The connected person or merchant. UUID. */
  PersonId: string;
  /** Platform or ISV account. UUID. */
  PlatformPersonId: string;
  /** Connected account. UUID. */
  ConnectedAccountId: string;
}
