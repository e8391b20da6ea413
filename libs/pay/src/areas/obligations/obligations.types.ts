import { IsInt, IsNumber, IsOptional, IsPositive, IsString, IsUUID, Max, Min } from 'class-validator';
import { toMinorUnits } from '../../core/values/money.js';
import { Rule } from '../../core/options/validators.js';
import type { WalletIdInput } from '../wallets/wallets.types.js';

/** Status of an obligation. Open: the service may send others. */
export const ObligationStatus = {
  /** Waits to be captured. */
  Active: 'A',
  Canceled: 'X',
  /** Captured: the platform has the money. */
  Finished: 'F',
} as const;
export type ObligationStatus = (typeof ObligationStatus)[keyof typeof ObligationStatus] | (string & {});

/** Options of `obligations.createObligation`. */
export class CreateObligationOptions {
  /**
   * MAJOR units with decimals, unlike every other amount that is sent: 0.6 is sixty cents, 60 is sixty euro.
   * See `toMajorUnits`.
   */
  @IsNumber({ maxDecimalPlaces: 4 }, { message: 'amount must be a number in MAJOR units (10.5 for 10.50)' })
  @IsPositive({ message: 'amount must be above 0' })
  @Rule<CreateObligationOptions>('fitsCurrency', fitsCurrency, 'must have no more decimals than its currency')
  amount: number;
  /** Merchant id of the seller, who pays. */
  @IsUUID() personId: string;
  /** The seller's wallet. @default its primary wallet */
  @IsOptional() walletId?: WalletIdInput | null;
  /** Text on the movement when it is captured. */
  @IsOptional() @IsString() description?: string;
  /** ISO 4217 numeric, as a number; the currency of both accounts. */
  @IsInt() @Min(1) @Max(999) currencyCode: number;
}

/** A claim on a seller. */
export interface Obligation {
  obligationId: string;
  /** Active at first. Capture comes later, within about an hour, once the seller's wallet holds the whole amount. */
  statusId: ObligationStatus;
  /** The movement that captured it. */
  captureId: string | null;
  /** The movement that cancelled it. */
  cancellationId: string | null;
  created: string;
  /** When it was captured or cancelled. */
  completed: string | null;
  walletTransactionSubTypeId: number;
}

/** Whether the amount is a whole number of its currency's minor units; what is wrong with either is told elsewhere. */
function fitsCurrency({ amount, currencyCode }: CreateObligationOptions): boolean {
  if (typeof amount !== 'number' || typeof currencyCode !== 'number') return true;
  try {
    return toMinorUnits(amount, currencyCode) > 0;
  } catch {
    return false;
  }
}
