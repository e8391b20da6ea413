import { IsOptional, IsString, IsUUID } from 'class-validator';
import { IsMinorUnits, IsNested, Rule } from '../../core/options/validators.js';
import { SearchDevicesOptions } from '../pos-devices/pos-devices.types.js';
import {
  CreateActionOptions,
  PosRefundOptions,
  PosSale,
} from '../pos-transactions/pos-transactions.types.js';

/** Options of an ISV's `pos.devices.searchDevices`. */
export class SearchIsvDevicesOptions extends SearchDevicesOptions {
  /** Merchant ID of the connected merchant. */
  @IsUUID('loose') merchantId: string;
}
/** Owner of the terminal. */
export class IsvTerminalDetails {
  /** Merchant ID of the connected merchant that activated the terminal. */
  @IsUUID('loose') terminalMerchantId: string;
}

/** Data of the ISV for a sale at a connected merchant's terminal. */
export class IsvSaleDetails extends IsvTerminalDetails {
  /** ISV's fee in minor units, included in the sale's `amount`: above 0 and smaller than `amount`. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** The ISV's own payment source for the sale. */
  @IsOptional() @IsString() sourceCode?: string;
  /** Merchant that receives the sale, if several merchants share the terminal. Otherwise leave it out. */
  @IsOptional() @IsUUID('loose') merchantId?: string;
  /** Payment source of the merchant that receives the sale, if several merchants share the terminal. */
  @IsOptional() @IsString() merchantSourceCode?: string;
}

/**
 * Options of an ISV's `pos.transactions.initiateSaleRequest`.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class IsvSaleOptions extends PosSale {
  @IsNested(() => IsvSaleDetails)
  @Rule<IsvSaleOptions>(
    'feeOfSale',
    ({ amount, isvDetails }) => !(isvDetails?.amount >= amount),
    'must have an amount (the fee) smaller than the amount of the sale',
  )
  isvDetails: IsvSaleDetails;
  /** Not available through an ISV. */
  declare interappCallback?: never;
  /** Not available at terminals through an ISV: pre-authorize with `payments.createOrder`. */
  @Rule<IsvSaleOptions>(
    'noPreauth',
    ({ preauth }) => preauth == null || !preauth,
    'is not available at terminals through an ISV: pre-authorize with payments.createOrder',
  )
  preauth?: false;
}

/**
 * Options of an ISV's `pos.transactions.refundTransaction`.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class IsvRefundOptions extends PosRefundOptions {
  /** Owner of the terminal. There is no fee: the service reverses its own. */
  @IsNested(() => IsvTerminalDetails) isvDetails: IsvTerminalDetails;
  /** Not available through an ISV. */
  declare fiscalisationData?: never;
}

/**
 * Options of an ISV's `pos.transactions.createAction`.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class CreateIsvActionOptions extends CreateActionOptions {
  @IsNested(() => IsvTerminalDetails) isvDetails: IsvTerminalDetails;
}
