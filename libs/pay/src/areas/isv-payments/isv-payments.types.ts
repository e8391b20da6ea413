import { Allow, IsOptional, IsString, IsUUID } from 'class-validator';
import type { OrderCodeInput } from '../../core/values/order-code.js';
import { TargetMerchantOptions } from '../target-merchant.js';
import { IsMinorUnits, Rule } from '../../core/options/validators.js';
import { CreateOrderOptions } from '../payments/payments.types.js';

/** Whose order is made. */
export class ConnectedMerchantQuery {
  /** Merchant id of the connected merchant: not the account id of its invitation. */
  @IsUUID('loose') merchantId: string;
}

/**
 * Options of an ISV's `payments.createOrder`: a merchant's, and the ISV's fee.
 * @see contract/isv.json payments.createOrder
 */
export class CreateIsvOrderOptions extends CreateOrderOptions {
  /**
   * The ISV's fee, contained in `amount`, minor units: the merchant gets the rest. Smaller than `amount`; on a
   * pre-authorisation it is given at capture instead, and the verification of a card (`isCardVerification`) has none.
   */
  @IsOptional()
  @IsMinorUnits()
  @Rule<CreateIsvOrderOptions>(
    'isvAmountOfOrder',
    ({ amount, isvAmount, preauth }) =>
      isvAmount == null || isvAmount === 0 || (isvAmount < amount && preauth !== true),
    'must be smaller than amount, and be left out of a pre-authorisation',
  )
  isvAmount?: number | null;
  /** The ISV's own payment source. @default 'Default' */
  @IsOptional() @IsString() resellerSourceCode?: string;
}

/** Options of an ISV's `payments.getOrder` and `payments.cancelOrder`. */
export class IsvOrderOptions extends TargetMerchantOptions {
  /** 16 digits, as a number that is exact, text or bigint. */
  @Allow() orderCode: OrderCodeInput;
}
