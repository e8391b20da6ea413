import { IsISO8601, IsOptional, IsString, Matches } from 'class-validator';
import type { OrderCodeInput } from '../order-code.js';
import { Rule } from '../../core/options/validators.js';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Filters of `transactions.getLegacyTransactions`. At least one is required; several narrow the list. */
export class LegacyTransactionsQuery {
  /** Day of the transactions, `yyyy-MM-dd`. */
  @IsOptional()
  @Matches(DAY, { message: 'date must be a day, yyyy-MM-dd' })
  @IsISO8601({ strict: true })
  date?: string;
  /** Clearance day of the transactions, `yyyy-MM-dd`. */
  @IsOptional()
  @Matches(DAY, { message: 'clearanceDate must be a day, yyyy-MM-dd' })
  @IsISO8601({ strict: true })
  clearanceDate?: string;
  /** Lists all attempts to pay one order, and their refunds, captures and voids. */
  @Rule<LegacyTransactionsQuery>(
    'oneFilter',
    ({ date, clearanceDate, orderCode, sourceCode }) =>
      [date, clearanceDate, orderCode, sourceCode].some((filter) => filter != null),
    'or one of date, clearanceDate, sourceCode is required',
  )
  orderCode?: OrderCodeInput;
  /** Payment source. The service documents it together with `date`. */
  @IsOptional() @IsString() sourceCode?: string;
}
