import { Allow, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { IsMinorUnits, IsNumericCurrency } from '../../core/options/validators.js';
/** Options of `transactions.createTransaction`. */
export class CreateTransactionOptions {
  /** ID of the initial transaction: a pre-authorization to capture, or a payment made with `allowRecurring`. */
  @Allow() id: string;
  /** Amount in minor units. A capture is at most the authorized amount. A recurring charge can be any amount, but the service was seen to reject 9. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Number of installments, 1 to 36. Greece only. */
  @IsOptional() @IsInt() @Min(1) @Max(36) installments?: number;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** @default 'Default' */
  @IsOptional() @IsString() sourceCode?: string;
  /** Tip included in `amount`, in minor units. */
  @IsOptional() @IsMinorUnits() tipAmount?: number;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/** Options of `transactions.cancelTransaction`. */
export class CancelTransactionOptions {
  /**
   * Amount to refund in minor units, at most what is left of the payment. Required, to prevent accidental full
   * refunds.
   */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Payment source that the refund is booked on, case-sensitive. */
  @IsOptional() @IsString() sourceCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}
