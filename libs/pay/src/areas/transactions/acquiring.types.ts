import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, IsUUID } from 'class-validator';
import { IsKey, IsOptionalKey, IsMinorUnits, IsNumericCurrency } from '../../core/options/validators.js';

/** Kind of card token. */
export const CardTokenType = { Default: 0, OracleOpi: 1 } as const;
export type CardTokenType = (typeof CardTokenType)[keyof typeof CardTokenType] | (number & {});

/** Options of `transactions.createCardToken`. */
export class CreateCardTokenOptions {
  /** A transaction that was paid with the card. */
  @IsUUID('loose') transactionId: string;
  /** Group of merchants that share tokens. */
  @IsOptional() @IsString() groupId?: string;
  /** @default CardTokenType.Default */
  @IsOptional() @IsInt() cardTokenType?: CardTokenType;
}

/** What `transactions.createCardToken` answers. */
export interface CardToken {
  /** `ct_` and 32 hexadecimal digits: for `cardTokens` of `payments.createOrder`. */
  token: string;
}

/** What every call on a transaction's card may say. */
class AcquiringOptions {
  /** @default the source of the transaction */
  @IsOptional() @IsString() @IsNotEmpty() sourceCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Chosen by you, once for each intent: the same key never does it twice, so only a call with one can be repeated safely. */
  @IsOptionalKey() idempotencyKey?: string;
}

/** Options of `transactions.increasePreauth`. */
export class IncreasePreauthOptions extends AcquiringOptions {
  /** Amount to ADD to what is held, minor units; not the new total. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  /** ISO 4217 numeric. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/** What `transactions.increasePreauth` answers. */
export interface IncreasePreauthAnswer {
  /** The pre-authorisation itself, as far as is known: not a new transaction. */
  transactionId: string;
}

/** Options of `transactions.cancelPartialAuthorization`. */
export class CancelPartialAuthorizationOptions extends AcquiringOptions {
  /** Amount that the issuer authorised, minor units. */
  @IsMinorUnits({ min: 1 }) amount: number;
}

/** Options of `transactions.rebate`. */
export class RebateOptions extends AcquiringOptions {
  /** Amount to send, minor units; the payment's amount does not bound it. */
  @IsMinorUnits({ min: 1 }) amount: number;
}

/** Options of `transactions.fastRefund`: all of them are required. */
export class FastRefundOptions {
  /** Amount to refund, minor units; always said, there is no "all of it". */
  @IsMinorUnits({ min: 1 }) amount: number;
  @IsString() @IsNotEmpty() sourceCode: string;
  @IsString() merchantTrns: string;
  /** Required, here or as the call option `idempotencyKey`. Your own key, one for each refund: the same key never refunds twice. */
  @IsKey() idempotencyKey?: string;
}

/** What a rebate or a fast refund answers. */
export interface DisbursementAnswer {
  /** Id of the NEW transaction. Keep it: cancelling on the same day needs it. */
  transactionId: string;
  /** 0, or a reason from the service's list of event ids. */
  eventId: number;
  /** MINOR units, unlike every other answer of this area. */
  amount: number;
}

/** Options of `transactions.cancelRebateOrFastRefund`. */
export class CancelRebateOrFastRefundOptions extends AcquiringOptions {
  /** Exactly the amount of the rebate or fast refund, minor units, positive. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** ISO 4217 numeric. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}

/** What `transactions.octAndPayout` does. */
export const OctServiceId = {
  /** Original credit, such as winnings. */
  Oct: 6,
  Payout: 14,
} as const;
export type OctServiceId = (typeof OctServiceId)[keyof typeof OctServiceId];

/** Options of `transactions.octAndPayout`. */
export class OctAndPayoutOptions {
  /** Amount to send, minor units; may exceed the payment's. */
  @IsMinorUnits({ min: 1 }) amount: number;
  @IsIn(Object.values(OctServiceId)) serviceId: OctServiceId;
  /** Required, here or as the call option `idempotencyKey`. Your own key, one for each payout: the same key never pays twice. */
  @IsKey() idempotencyKey?: string;
  /** Source that the funds come from. */
  @IsOptional() @IsString() @IsNotEmpty() sourceCode?: string;
  @IsOptional() @IsString() merchantTrns?: string;
  /** Text on the customer's receipt. */
  @IsOptional() @IsString() customerTrns?: string;
  /** ISO 4217 numeric. */
  @IsOptional() @IsNumericCurrency() currencyCode?: string | number;
}
