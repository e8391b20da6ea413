import { IsDay } from '../option-validators.js';
import { IsOptional, IsString } from 'class-validator';
import type { OrderCodeInput } from '../order-code.js';
import { Rule } from '../../core/options/validators.js';

/** Filters of `transactions.getLegacyTransactions`. At least one is required; several narrow the list. */
export class LegacyTransactionsQuery {
  /** Day of the transactions, `yyyy-MM-dd`. */
  @IsOptional() @IsDay() date?: string;
  /** Clearance day of the transactions, `yyyy-MM-dd`. */
  @IsOptional() @IsDay() clearanceDate?: string;
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
