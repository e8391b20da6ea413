import { IsInt, IsNumber, IsOptional, IsPositive, IsString, IsUUID, Max, Min } from 'class-validator';
import { toMinorUnits } from '../../core/values/money.js';
import { Rule } from '../../core/options/validators.js';
import type { WalletIdInput } from '../wallets/wallets.types.js';

/** Options of `obligations.createObligation`. */
export class CreateObligationOptions {
  /**
   * Amount in MAJOR units with decimals, unlike all other amounts that you send: 0.6 is sixty cents, 60 is sixty
   * euros.
   * See `toMajorUnits`.
   */
  @IsNumber({ maxDecimalPlaces: 4 }, { message: 'amount must be a number in MAJOR units (10.5 for 10.50)' })
  @IsPositive({ message: 'amount must be above 0' })
  @Rule<CreateObligationOptions>('fitsCurrency', fitsCurrency, 'must have no more decimals than its currency')
  amount: number;
  /** Merchant ID of the seller, who pays. */
  @IsUUID() personId: string;
  /** Wallet of the seller. @default the seller's primary wallet */
  @IsOptional() walletId?: WalletIdInput | null;
  /** Text on the wallet movement when the claim is captured. */
  @IsOptional() @IsString() description?: string;
  /** ISO 4217 numeric code as a number. It must be the currency of both accounts. */
  @IsInt() @Min(1) @Max(999) currencyCode: number;
}
/** Returns whether the amount is a whole number of minor units. Other rules report invalid members. */
function fitsCurrency({ amount, currencyCode }: CreateObligationOptions): boolean {
  if (typeof amount !== 'number' || typeof currencyCode !== 'number') return true;
  try {
    return toMinorUnits(amount, currencyCode) > 0;
  } catch {
    return false;
  }
}
