import { IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { IsMinorUnits } from '../../core/options/validators.js';
import { InstructionType } from '../coded-values.generated.js';
import { IsIban } from '../option-validators.js';

/** Options of `legacyBankAccounts.linkBankAccount`. */
export class LinkLegacyBankAccountOptions {
  /** IBAN of the beneficiary, without spaces. Its account must be in the merchant's currency. */
  @IsIban() iban: string;
  /** Your own label for the account. */
  @IsOptional() @IsString() friendlyName?: string;
  /** Legal name on the account. */
  @IsOptional() @IsString() beneficiaryName?: string;
}
/** Options of `legacyBankAccounts.outgoingBankTransfer`. */
export class OutgoingBankTransferOptions {
  /**
   * Amount in minor units (inferred, because the documentation does not state the unit). Try a small amount first.
   */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Text for the beneficiary. */
  @IsOptional() @IsString() description?: string;
  /** Sends an instant transfer where possible. Always set it, because the default is not documented. */
  @IsOptional() @IsBoolean() trySendInstant?: boolean;
  /** One `InstructionType`. The service falls back from 2 to 1 where 2 is not supported. @default 1 */
  @IsOptional()
  @IsIn(Object.values(InstructionType), { message: 'instructionTypeId must be 1 (shared) or 2 (ours)' })
  instructionTypeId?: InstructionType;
}
