import type { ExactInteger } from './wire.types.js';

/**
 * Members of 768 and 769: a transfer to an external IBAN. Decimals in MAJOR units.
 *
 * @see https://developer.viva.com/webhooks-for-payments/command-bank-transfer-created
 * @see https://developer.viva.com/webhooks-for-payments/command-bank-transfer-executed
 */
export interface BankTransferMembers {
  /** Transfer fee. Major units. */
  Fee: number;
  /** Receiving IBAN. */
  Iban: string;
  /** Account holder. UUID. */
  PersonId: string;
  /** Paying wallet. */
  WalletId: ExactInteger;
  /** Amount. Major units. */
  Amount: number;
  /** The transfer command: the same in 768 and 769. UUID. */
  CommandId: string;
  /** Whether the transfer is instant. */
  IsInstant: boolean;
  /** Name of the paying wallet. */
  WalletName: string;
  /** Reference. */
  Description: string;
  /** Displayed name of the account holder. */
  DisplayName: string;
  /** ISO alpha-2. */
  CountryCode: string;
  /** ISO 4217 numeric. */
  CurrencyCode: string;
  /** Bank-side command. UUID. */
  BankCommandId: string;
  /** Account holder. */
  PersonLastName: string;
  /** Account holder. */
  PersonFirstName: string;
  /** Label of the linked account. */
  BankAccountName: string;
  /** Name of the receiver. */
  BeneficiaryName: string;
  /** Roles of the account holder. */
  PersonRoles: string[];
  /** Wallet movement; presumably null on 768. UUID. */
  WalletTransactionId: string;
  /** Bank of the linked account. */
  BankAccountBankName: string;
}
