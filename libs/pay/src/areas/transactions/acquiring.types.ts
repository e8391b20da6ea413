import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, IsUUID } from 'class-validator';
import type { CardTokenType } from '../coded-values.generated.js';
import { IsMinorUnits, IsNumericCurrency } from '../../core/options/validators.js';

/** Options of `transactions.createCardToken`. */
export class CreateCardTokenOptions {
  /** ID of a transaction that was paid with the card. */
  @IsUUID('loose') transactionId: string;
  /** ID of a group of merchants that share tokens. */
  @IsOptional() @IsString() groupId?: string;
  /** @default CardTokenType.Default */
  @IsOptional() @IsInt() cardTokenType?: CardTokenType;
}
/** Common options of calls on a transaction's card. */
class AcquiringOptions {
  /** @default the source of the transaction */
  @IsOptional() @IsString() @IsNotEmpty() sourceCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
}

/** Options of `transactions.increasePreauth`. */
export class IncreasePreauthOptions extends AcquiringOptions {
  /** Amount to ADD to the amount on hold, in minor units. It is not the new total. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}
/** Options of `transactions.acquiringRefund`. */
export class AcquiringRefundOptions extends AcquiringOptions {
  /** Amount to refund in minor units, at most what is left of the payment. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/** Options of `transactions.acquiringCharge`. */
export class AcquiringChargeOptions {
  /** Amount in minor units. A capture is at most the authorized amount; a recurring charge can be any amount. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
  /** @default the source of the transaction */
  @IsOptional() @IsString() @IsNotEmpty() sourceCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
}
/** Options of `transactions.cancelPartialAuthorization`. */
export class CancelPartialAuthorizationOptions extends AcquiringOptions {
  /** Amount that the issuer authorized, in minor units. */
  @IsMinorUnits({ min: 1 }) amount: number;
}

/** Options of `transactions.rebate`. */
export class RebateOptions extends AcquiringOptions {
  /** Amount to send, in minor units. It can exceed the payment's amount. */
  @IsMinorUnits({ min: 1 }) amount: number;
}

/** Options of `transactions.fastRefund`. All of them are required. */
export class FastRefundOptions {
  /** Amount to refund, in minor units. There is no default. */
  @IsMinorUnits({ min: 1 }) amount: number;
  @IsString() @IsNotEmpty() sourceCode: string;
  @IsString() merchantTrns: string;
}
/** Options of `transactions.cancelRebateOrFastRefund`. */
export class CancelRebateOrFastRefundOptions extends AcquiringOptions {
  /** Exact amount of the rebate or fast refund, in minor units and positive. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/** Kinds of payment that `transactions.octAndPayout` makes. */
export const OctServiceId = {
  /** Original credit, for example winnings. */
  Oct: 6,
  Payout: 14,
} as const;
export type OctServiceId = (typeof OctServiceId)[keyof typeof OctServiceId];

/** Options of `transactions.octAndPayout`. */
export class OctAndPayoutOptions {
  /** Amount to send, in minor units. It can exceed the payment's amount. */
  @IsMinorUnits({ min: 1 }) amount: number;
  @IsIn(Object.values(OctServiceId)) serviceId: OctServiceId;
  /** Payment source that the funds come from. */
  @IsOptional() @IsString() @IsNotEmpty() sourceCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  /** ISO 4217 numeric code. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}
