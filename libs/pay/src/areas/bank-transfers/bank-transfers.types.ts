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
import { InstructionType } from '../coded-values.generated.js';
import { IsMinorUnits } from '../../core/options/validators.js';
import type { WalletIdInput } from '../wallets/wallets.types.js';
import { IsIban } from './is-iban.js';

/** Options of `bankTransfers.linkBankAccount`. */
export class LinkBankAccountOptions {
  /** IBAN of the beneficiary, without spaces. Its account must be in the merchant's currency. */
  @IsIban() iban: string;
  /** Legal name on the account. The service does not compare it with the IBAN's holder. */
  @IsString() @IsNotEmpty() beneficiaryName: string;
  /** Your own label for the account. */
  @IsOptional() @IsString() friendlyName?: string;
  /** Accounts in the United Kingdom only. */
  @IsOptional() @IsString() secondaryReferenceData?: string;
  /** Accounts in the United Kingdom only. The codes are not documented. */
  @IsOptional() @IsInt() purposeId?: number;
  /** Business or personal. Accounts in the United Kingdom only. The codes are not documented. */
  @IsOptional() @IsInt() accountTypeId?: number;
}

/** Linked bank account. */
export interface LinkedBankAccount {
  /** ID of the account for all later calls. */
  bankAccountId: string;
  /** Whether the IBAN is a wallet inside the service. Such transfers are immediate, and have no options or fees. */
  isVivaIban: boolean;
}

/** Options of `bankTransfers.retrieveBankAccounts`. */
export class RetrieveBankAccountsOptions {
  /** Number of accounts to skip. */
  @IsOptional() @IsInt() @Min(0) skip?: number;
  /** Accounts per page. The service's default and maximum are not documented. */
  @IsOptional() @IsInt() @Min(1) maxResults?: number;
  @IsOptional() @IsString() iban?: string;
  @IsOptional() @IsBoolean() isArchived?: boolean;
  @IsOptional() @IsUUID('loose') bankAccountId?: string;
}

/** Linked bank account. */
export interface BankAccount {
  bankAccountId: string;
  iban: string;
  bankId: string;
  bankName?: string | null;
  /** BIC. */
  swiftCode?: string | null;
  /** Whether the account is archived. An archived account cannot receive transfers. */
  isArchived: boolean;
  /** Whether the IBAN is a wallet inside the service. */
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
  /** Archives the account if true, restores it if false. The account itself names it `isArchived`. */
  @IsBoolean() archive: boolean;
  @IsOptional() @IsString() friendlyName?: string;
  @IsOptional() @IsString() beneficiaryName?: string;
}

/** Linked account after the change. */
export interface UpdatedBankAccount {
  archive: boolean;
  friendlyName?: string | null;
  beneficiaryName?: string | null;
}

/** Options of `bankTransfers.retrieveBankTransferOptions`. */
export class RetrieveBankTransferOptionsOptions {
  /** Planned amount in minor units. */
  @IsMinorUnits({ min: 1 }) amount: number;
}

/** Ways in which an amount can be sent to an account. */
export interface BankTransferOptions {
  supportsInstant: boolean;
  /** Available instruction types. Requests take one number instead of a list. */
  instructionTypes: InstructionType[];
  supportsBatch?: boolean;
  /** Whether the transfer requires a `description`. */
  descriptionRequired?: boolean;
}

/** Options of `bankTransfers.createBankTransferFeeCommand`. */
export class CreateBankTransferFeeCommandOptions {
  /** Planned amount in minor units. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** ID of the wallet that will pay, in the currency of the IBAN. */
  @IsDefined({ message: 'walletId must be the id of the wallet that pays' }) walletId: WalletIdInput;
  /** One `InstructionType`, as a number and not a list. */
  @IsIn(Object.values(InstructionType), { message: 'instructionType must be 1 (shared) or 2 (ours)' })
  instructionType: InstructionType;
  /** Sends an instant transfer. Requires `supportsInstant`. @default false */
  @IsOptional() @IsBoolean() isInstant?: boolean;
}

/** Fixed options and fee of a transfer. */
export interface BankTransferFeeCommand {
  /** ID of the fee command, for `bankCommandId` of the transfer. */
  bankCommandId: string;
  /** Fee of the sender. The unit is not documented; event 768 shows the same fee in MAJOR units. */
  fee: number;
  isInstant: boolean;
  instructionType?: InstructionType;
  /** Name of `instructionType` in newer responses. */
  commissionType?: InstructionType;
  beneficiaryNames?: string[];
}

/** Options of `bankTransfers.executeBankTransfer`. */
export class ExecuteBankTransferOptions {
  /** Amount in minor units. Together with the fee, it is at most the wallet's available balance. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** ID of the wallet that pays, in the currency of the IBAN. */
  @IsDefined({ message: 'walletId must be the id of the wallet that pays' }) walletId: WalletIdInput;
  /** Text for the beneficiary. Required if `descriptionRequired` is true. The maximum length is not documented. */
  @IsOptional() @IsString() description?: string;
  /** ID of the fee command. Without it, charges are shared and the transfer is not instant. */
  @IsOptional() @IsUUID('loose') bankCommandId?: string;
  /** Finnish reference number. Finland only. */
  @IsOptional() @IsString() structuredRemittanceInfo?: string;
}

/** Accepted transfer. Exactly one of `commandId` and `walletTransactionId` is set. */
export interface SentBankTransfer {
  /** Sender's part of the fee. The unit is not documented; event 768 shows the same fee in MAJOR units. */
  fee: number;
  /** `CommandId` of events 768 and 769, for an IBAN outside the service. The money has not left the wallet yet. */
  commandId: string | null;
  isInstant: boolean;
  /** ID of the completed movement, for an IBAN inside the service. */
  walletTransactionId: string | null;
}
