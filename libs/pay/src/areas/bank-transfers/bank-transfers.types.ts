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
import { IsIban } from '../option-validators.js';

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
/** Options of `bankTransfers.updateBankAccount`. */
export class UpdateBankAccountOptions {
  /** Archives the account if true, restores it if false. The account itself names it `isArchived`. */
  @IsBoolean() archive: boolean;
  @IsOptional() @IsString() friendlyName?: string;
  @IsOptional() @IsString() beneficiaryName?: string;
}
/** Options of `bankTransfers.retrieveBankTransferOptions`. */
export class RetrieveBankTransferOptionsOptions {
  /** Planned amount in minor units. */
  @IsMinorUnits({ min: 1 }) amount: number;
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
