import {
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Min,
} from 'class-validator';
import { IsMinorUnits } from '../../core/options/validators.js';
import type { WalletIdInput } from '../wallets/wallets.types.js';
import { InstructionType } from './bank-transfers.enums.js';
import { IsIban } from './is-iban.js';

/** Options of `bankTransfers.linkBankAccount`. */
export class LinkBankAccountOptions {
  /** Beneficiary's IBAN without spaces; its account must be in the merchant's currency. */
  @IsIban() iban: string;
  /** Legal name on the account; the service does not compare it with the IBAN's holder. */
  @IsString() @IsNotEmpty() beneficiaryName: string;
  /** Your own label. */
  @IsOptional() @IsString() friendlyName?: string;
  /** Accounts in the United Kingdom only. */
  @IsOptional() @IsString() secondaryReferenceData?: string;
  /** Accounts in the United Kingdom only; the codes are not documented. */
  @IsOptional() @IsInt() purposeId?: number;
  /** Business or personal; accounts in the United Kingdom only; the codes are not documented. */
  @IsOptional() @IsInt() accountTypeId?: number;
}

/** A bank account that was linked. */
export interface LinkedBankAccount {
  /** Names the account in every later call. */
  bankAccountId: string;
  /** The IBAN is a wallet inside the service: transfer options and fees do not exist, transfers arrive at once. */
  isVivaIban: boolean;
}

/** Options of `bankTransfers.retrieveBankAccounts`. */
export class RetrieveBankAccountsOptions {
  /** Accounts to pass over. */
  @IsOptional() @IsInt() @Min(0) skip?: number;
  /** Page length; how long a page is without it, and how long it may be, is not documented. */
  @IsOptional() @IsInt() @Min(1) maxResults?: number;
  @IsOptional() @IsString() iban?: string;
  @IsOptional() @IsBoolean() isArchived?: boolean;
  @IsOptional() @IsUUID('loose') bankAccountId?: string;
}

/** A linked bank account. */
export interface BankAccount {
  bankAccountId: string;
  iban: string;
  bankId: string;
  bankName?: string | null;
  /** BIC. */
  swiftCode?: string | null;
  /** An archived account cannot receive transfers. */
  isArchived: boolean;
  /** The IBAN is a wallet inside the service. */
  isVivaIban: boolean;
  friendlyName?: string | null;
  beneficiaryName?: string | null;
  created?: string;
  /** United Kingdom only. */
  secondaryReferenceData?: string | null;
  /** United Kingdom only. */
  purposeId?: number | null;
  /** United Kingdom only. */
  accountTypeId?: number | null;
}

/** Options of `bankTransfers.updateBankAccount`. */
export class UpdateBankAccountOptions {
  /** True archives, false restores; always said. The account itself calls it `isArchived`. */
  @IsBoolean() archive: boolean;
  @IsOptional() @IsString() friendlyName?: string;
  @IsOptional() @IsString() beneficiaryName?: string;
}

/** A linked account after its change. */
export interface UpdatedBankAccount {
  archive: boolean;
  friendlyName?: string | null;
  beneficiaryName?: string | null;
}

/** Options of `bankTransfers.retrieveBankTransferOptions`. */
export class RetrieveBankTransferOptionsOptions {
  /** Planned amount, minor units. */
  @IsMinorUnits({ min: 1 }) amount: number;
}

/** How an amount can be sent to an account. */
export interface BankTransferOptions {
  supportsInstant: boolean;
  /** A list here; one bare number when sent. */
  instructionTypes: InstructionType[];
  supportsBatch?: boolean;
  /** The transfer needs a `description`. */
  descriptionRequired?: boolean;
}

/** Options of `bankTransfers.createBankTransferFeeCommand`. */
export class CreateBankTransferFeeCommandOptions {
  /** Planned amount, minor units. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** The wallet that will pay, in the currency of the IBAN. */
  @IsDefined({ message: 'walletId must be the id of the wallet that pays' }) walletId: WalletIdInput;
  /** One of `InstructionType`; a bare number, never a list. */
  @IsIn(Object.values(InstructionType), { message: 'instructionType must be 1 (shared) or 2 (ours)' })
  instructionType: InstructionType;
  /** Only where `supportsInstant` is true. @default false */
  @IsOptional() @IsBoolean() isInstant?: boolean;
}

/** Options and fee that are fixed for a transfer. */
export interface BankTransferFeeCommand {
  /** For the transfer's `bankCommandId`. */
  bankCommandId: string;
  /** The sender's fee. Its unit is not documented: event 768 shows the same fee in MAJOR units. */
  fee: number;
  isInstant: boolean;
  instructionType?: InstructionType;
  /** Another name of `instructionType` in newer answers. */
  commissionType?: InstructionType;
  beneficiaryNames?: string[];
}

/** Options of `bankTransfers.executeBankTransfer`. */
export class ExecuteBankTransferOptions {
  /** Minor units; with the fee at most what is available in the wallet. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** The wallet that pays, in the currency of the IBAN. */
  @IsDefined({ message: 'walletId must be the id of the wallet that pays' }) walletId: WalletIdInput;
  /** Text for the beneficiary; how long it may be is not documented. Needed where `descriptionRequired` is true. */
  @IsOptional() @IsString() description?: string;
  /** From the fee command. Without it: charges shared, not instant. */
  @IsOptional() @IsUUID('loose') bankCommandId?: string;
  /** Finnish reference number; Finland only. */
  @IsOptional() @IsString() structuredRemittanceInfo?: string;
}

/** A transfer that the service took on. `commandId` and `walletTransactionId` exclude each other. */
export interface SentBankTransfer {
  /** The sender's part of the fee. Its unit is not documented: event 768 shows the same fee in MAJOR units. */
  fee: number;
  /** For an IBAN outside the service: the `CommandId` of events 768 and 769. The money has not left yet. */
  commandId: string | null;
  isInstant: boolean;
  /** For an IBAN inside the service: the movement, which is done. */
  walletTransactionId: string | null;
}
