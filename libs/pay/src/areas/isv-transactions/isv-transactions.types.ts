import { Allow, IsNotEmpty, IsString } from 'class-validator';
import type { OrderCodeInput } from '../order-code.js';
import { TargetMerchantOptions } from '../target-merchant.js';
import { IsDay, IsOrderCode } from '../option-validators.js';
import type { SaleTransactionRow } from '../results.generated.js';

/** Options that name one transaction of a connected merchant. */
export class IsvTransactionOptions extends TargetMerchantOptions {
  @Allow() transactionId: string;
}

/** Options of `transactions.retrieveTransactionsByDate`. */
export class IsvTransactionsByDateOptions extends TargetMerchantOptions {
  /** Day as `YYYY-MM-DD`, in the service's calendar (Athens). */
  @IsDay() date: string;
}

/** Options of `transactions.retrieveTransactionsByClearanceDate`. */
export class IsvTransactionsByClearanceDateOptions extends TargetMerchantOptions {
  /** Day as `YYYY-MM-DD`, in the service's calendar (Athens). */
  @IsDay() clearanceDate: string;
}

/** Options of `transactions.retrieveTransactionsByOrderCode`. */
export class IsvTransactionsByOrderCodeOptions extends TargetMerchantOptions {
  /** Order code: 16 digits, as an exact number, a string or a bigint. */
  @IsOrderCode() orderCode: OrderCodeInput;
}

/** Options of `transactions.retrieveTransactionsBySourceCode`. */
export class IsvTransactionsBySourceCodeOptions extends IsvTransactionsByDateOptions {
  /** Payment source of the merchant, case-sensitive. */
  @IsString() @IsNotEmpty() sourceCode: string;
}

/** Options of `transactions.retrieveTransactionsByResellerSourceCode`. */
export class IsvTransactionsByResellerSourceCodeOptions extends IsvTransactionsByDateOptions {
  /** The ISV's own payment source, case-sensitive. */
  @IsString() @IsNotEmpty() resellerSourceCode: string;
}

/** Sale of a connected merchant in a search. Email, phone and name are personal data. */
export interface IsvSaleTransactionRow extends Omit<SaleTransactionRow, 'amount'> {
  /** Amount in MAJOR units. It may be missing in an ISV's search. */
  amount?: number;
}
