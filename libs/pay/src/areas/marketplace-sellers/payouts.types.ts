import { Allow, IsBoolean, IsIn, IsNotEmpty, IsOptional, IsString, ValidateIf } from 'class-validator';
import { PayoutInterval } from '../coded-values.generated.js';
import type { PayoutDayOfWeek } from '../coded-values.generated.js';
import { IsCountryCode, IsMinorUnits, IsNested, Rule } from '../../core/options/validators.js';
import { IsIban } from '../option-validators.js';

/** Bank account outside the service: an `iban`, or `accountNumber` with `branchCode` and `countryCode`. */
export class PayoutBankAccount {
  /** IBAN that the service did not issue itself. */
  @ValidateIf(({ iban, accountNumber }: PayoutBankAccount) => iban != null || accountNumber == null)
  @IsIban()
  iban?: string | null;
  /** Label. */
  @IsOptional() @IsString() friendlyName?: string | null;
  /** Name of the account holder. */
  @IsString() @IsNotEmpty() beneficiaryName: string;
  /** Branch or sort code. */
  @IsOptional() @IsString() branchCode?: string | null;
  @IsOptional()
  @IsString()
  @Rule<PayoutBankAccount>(
    'wholeAccount',
    ({ iban, accountNumber, branchCode, countryCode }) =>
      iban != null || Boolean(accountNumber && branchCode && countryCode),
    'requires branchCode and countryCode, or pass an iban instead',
  )
  accountNumber?: string | null;
  /** ISO 3166-1 alpha-2 country code. */
  @IsOptional() @IsCountryCode() countryCode?: string | null;
}

type Days = { interval?: number | null; dayOfWeek?: number | null; dayOfMonth?: number | null };

const isWithin = (day: number | null | undefined, last: number): boolean =>
  day == null || (Number.isInteger(day) && day >= 1 && day <= last);

/** Common options of automatic payouts, on creation and change. */
abstract class PayoutTerms {
  /** Text on the seller's bank statement. */
  @IsOptional() @IsString() statementDescriptor?: string | null;
  /** Day of the week, where Sunday is 1. Required with a weekly interval. */
  @Rule<Days>('dayOfWeek', ({ dayOfWeek }) => isWithin(dayOfWeek, 7), 'must be 1 (Sunday) to 7 (Saturday)')
  @Rule<Days>(
    'dayOfWeekNeeded',
    ({ interval, dayOfWeek }) => interval !== PayoutInterval.Weekly || dayOfWeek != null,
    'is required with a weekly interval',
  )
  dayOfWeek?: PayoutDayOfWeek | null;
  /**
   * Day of the week under the name that the service's own documents use.
   *
   * @deprecated Use `dayOfWeek`, which takes precedence.
   */
  @Allow() dayofWeek?: PayoutDayOfWeek | null;
  /** Day of the month, 1 to 31. Required with a monthly interval. */
  @Rule<Days>('dayOfMonth', ({ dayOfMonth }) => isWithin(dayOfMonth, 31), 'must be 1 to 31')
  @Rule<Days>(
    'dayOfMonthNeeded',
    ({ interval, dayOfMonth }) => interval !== PayoutInterval.Monthly || dayOfMonth != null,
    'is required with a monthly interval',
  )
  dayOfMonth?: number | null;
  /** Smallest balance to pay out, in minor units. @default the equivalent of EUR 10 */
  @IsOptional() @IsMinorUnits({ min: 1 }) amountThreshold?: number | null;
  /** Pauses automatic payouts. */
  @IsOptional() @IsBoolean() disable?: boolean | null;
}

/** Automatic payouts to a seller's bank account outside the service. */
export class SellerPayouts extends PayoutTerms {
  @IsIn(Object.values(PayoutInterval)) interval: PayoutInterval;
  @IsNested(() => PayoutBankAccount) bankAccount: PayoutBankAccount;
}

/** Changes to a seller's payouts. */
export class SellerPayoutChanges extends PayoutTerms {
  @IsOptional() @IsIn(Object.values(PayoutInterval)) interval?: PayoutInterval | null;
  @IsOptional() @IsNested(() => PayoutBankAccount) bankAccount?: PayoutBankAccount | null;
}
