import { Allow, IsOptional, IsString, IsUUID } from 'class-validator';
import type { OrderCodeInput } from '../order-code.js';
import { TargetMerchantOptions } from '../target-merchant.js';
import { IsMinorUnits, Rule } from '../../core/options/validators.js';
import { CreateOrderOptions } from '../payments/payments.types.js';

/** Query that names the connected merchant of an order. */
export class ConnectedMerchantQuery {
  /** Merchant ID of the connected merchant, not the account ID of its invitation. */
  @IsUUID('loose') merchantId: string;
}

/**
 * Options of an ISV's `payments.createOrder`: those of a merchant, and the ISV's fee.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class CreateIsvOrderOptions extends CreateOrderOptions {
  /**
   * ISV's fee in minor units, included in `amount` and smaller. The merchant receives the rest.
   * With a pre-authorization, set the fee at capture instead. A card verification (`isCardVerification`) has no
   * fee.
   */
  @IsOptional()
  @IsMinorUnits()
  @Rule<CreateIsvOrderOptions>(
    'isvAmountOfOrder',
    ({ amount, isvAmount, preauth }) =>
      isvAmount == null || isvAmount === 0 || (isvAmount < amount && preauth !== true),
    'must be smaller than amount, and is not allowed with a pre-authorization',
  )
  isvAmount?: number | null;
  /** The ISV's own payment source. @default 'Default' */
  @IsOptional() @IsString() resellerSourceCode?: string;
}

/** Options of an ISV's `payments.getOrder` and `payments.cancelOrder`. */
export class IsvOrderOptions extends TargetMerchantOptions {
  /** Order code: 16 digits, as an exact number, a string or a bigint. */
  @Allow() orderCode: OrderCodeInput;
}
