import { IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { IsMinorUnits } from '../../core/options/validators.js';
import { InstructionType } from '../bank-transfers/bank-transfers.enums.js';
import { IsIban } from '../bank-transfers/is-iban.js';

/** Options of `legacyBankAccounts.linkBankAccount`. */
export class LinkLegacyBankAccountOptions {
  /** Beneficiary's IBAN without spaces; its account must be in the merchant's currency. */
  @IsIban() iban: string;
  /** Your own label. */
  @IsOptional() @IsString() friendlyName?: string;
  /** Legal name on the account. */
  @IsOptional() @IsString() beneficiaryName?: string;
}

/** A linked bank account as the older calls answer it. */
export interface LegacyBankAccount {
  Iban: string;
  BankId: string;
  IsArchived: boolean;
  /** Names the account in every later call, old and new. */
  BankAccountId: string;
  FriendlyName?: string | null;
  /** ISO 4217 numeric, as text. */
  CurrencyCode: string;
  BeneficiaryName?: string | null;
  VerificationRetries?: number;
  /** The codes are not documented. */
  IdentificationState?: number;
}

/** Options of `legacyBankAccounts.outgoingBankTransfer`. */
export class OutgoingBankTransferOptions {
  /** Taken to be minor units, as everywhere on this host; the documentation does not say. Try a small amount first. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Text for the beneficiary. */
  @IsOptional() @IsString() description?: string;
  /** Instant where it is possible, else not. Always say it: the default is not documented. */
  @IsOptional() @IsBoolean() trySendInstant?: boolean;
  /** One of `InstructionType`; 2 falls back to 1 where it is not supported. @default 1 */
  @IsOptional()
  @IsIn(Object.values(InstructionType), { message: 'instructionTypeId must be 1 (shared) or 2 (ours)' })
  instructionTypeId?: InstructionType;
}

/** A transfer that the service took on. The money has not left yet. */
export interface OutgoingBankTransfer {
  /** The `CommandId` of events 768 and 769. */
  CommandId: string;
  /** Whether it goes as an instant transfer. */
  IsInstant: boolean;
}
