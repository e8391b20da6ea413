import { Allow, IsNotEmpty, IsString } from 'class-validator';
import type { OrderCodeInput } from '../order-code.js';
import { TargetMerchantOptions } from '../target-merchant.js';
import type { SaleTransactionRow } from '../data-services/data-services.types.js';
import { IsDay } from '../data-services/service-dates.js';
import { IsOrderCode } from '../order-code-option.js';
import type { TransactionStatus } from '../coded-values.generated.js';
import type { Transaction } from '../transactions/transactions.types.js';
import type { OrderCodeValue } from '../order-code.js';

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

/** Transaction of a connected merchant. Amounts are in MAJOR units. The body does not repeat the transaction ID. */
export interface IsvTransaction extends Transaction {
  merchantId?: string;
  /** MAJOR units. */
  tipAmount?: number | null;
  tags?: string[] | null;
  cardType?: string | number | null;
  loyaltyTransactionId?: string | null;
}

/** Transaction in the list of an ISV's payment source. */
export interface ResellerTransaction {
  TransactionId: string;
  MerchantId: string;
  ResellerId: string;
  /** The ISV's payment source. */
  ResellerSourceCode: string;
  /** The merchant's payment source. */
  SourceCode: string;
  OrderCode: OrderCodeValue;
  OrderCodeText: string;
  /** Amount in MAJOR units. See `toMinorUnits`. */
  Amount: number;
  /** ISO 4217 numeric code as a string. */
  CurrencyCode: string;
  StatusId: TransactionStatus;
  InsDate: string;
  Emv?: string | null;
  Email?: string | null;
  FullName?: string | null;
  /** Masked number: six digits, XXXXXX, four digits. */
  CardNumber?: string | null;
}

/** Sale of a connected merchant in a search. Email, phone and name are personal data. */
export interface IsvSaleTransactionRow extends Omit<SaleTransactionRow, 'amount'> {
  /** Amount in MAJOR units. It may be missing in an ISV's search. */
  amount?: number;
}
