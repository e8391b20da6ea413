import { Type } from 'class-transformer';
import { IsObject, IsOptional, IsString, IsUUID, ValidateNested } from 'class-validator';
import { IsMinorUnits, Rule } from '../../core/options/validators.js';
import { SearchDevicesOptions } from '../pos-devices/pos-devices.types.js';
import type { PosDevice } from '../pos-devices/pos-devices.types.js';
import type { PosSession } from '../pos-session/pos-session.types.js';
import {
  CreateActionOptions,
  PosRefundOptions,
  PosSale,
} from '../pos-transactions/pos-transactions.types.js';

/** Options of an ISV's `pos.devices.searchDevices`. */
export class SearchIsvDevicesOptions extends SearchDevicesOptions {
  /** Merchant id of the connected merchant. */
  @IsUUID('loose') merchantId: string;
}

/** A terminal of a connected merchant. */
export interface IsvPosDevice extends PosDevice {
  merchantId?: string;
}

/** Whose terminal it is. */
export class IsvTerminalDetails {
  /** Merchant id of the connected merchant who activated the terminal. */
  @IsUUID('loose') terminalMerchantId: string;
}

/** What an ISV says of a sale at a connected merchant's terminal. */
export class IsvSaleDetails extends IsvTerminalDetails {
  /** The ISV's fee, contained in the sale's `amount`, minor units: above 0 and smaller than it. */
  @IsMinorUnits({ min: 1 }) amount: number;
  /** The ISV's own source for the sale. */
  @IsOptional() @IsString() sourceCode?: string;
  /** Several merchants at one terminal: the one who gets the sale. Leave it out otherwise. */
  @IsOptional() @IsUUID('loose') merchantId?: string;
  /** Several merchants at one terminal: the source of the one who gets the sale. */
  @IsOptional() @IsString() merchantSourceCode?: string;
}

/**
 * Options of an ISV's `pos.transactions.initiateSaleRequest`.
 * @see contract/isv.json pos.transactions.initiateSaleRequest
 */
export class IsvSaleOptions extends PosSale {
  @IsObject()
  @ValidateNested()
  @Type(() => IsvSaleDetails)
  @Rule<IsvSaleOptions>(
    'feeOfSale',
    ({ amount, isvDetails }) => !(isvDetails?.amount >= amount),
    'must have an amount, the fee, that is smaller than the amount of the sale',
  )
  isvDetails: IsvSaleDetails;
  /** Not through an ISV. */
  declare interappCallback?: never;
  /** Not at terminals through an ISV: pre-authorise with `payments.createOrder`. */
  @Rule<IsvSaleOptions>(
    'noPreauth',
    ({ preauth }) => preauth == null || !preauth,
    'is not possible at terminals through an ISV: pre-authorise with payments.createOrder',
  )
  preauth?: false;
}

/**
 * Options of an ISV's `pos.transactions.refundTransaction`.
 * @see contract/isv.json pos.transactions.refundTransaction
 */
export class IsvRefundOptions extends PosRefundOptions {
  /** Without a fee: the service reverses its own. */
  @IsObject() @ValidateNested() @Type(() => IsvTerminalDetails) isvDetails: IsvTerminalDetails;
  /** Not through an ISV. */
  declare fiscalisationData?: never;
}

/**
 * Options of an ISV's `pos.transactions.createAction`.
 * @see contract/isv.json pos.transactions.createAction
 */
export class CreateIsvActionOptions extends CreateActionOptions {
  @IsObject() @ValidateNested() @Type(() => IsvTerminalDetails) isvDetails: IsvTerminalDetails;
}

/** How a session at a connected merchant's terminal ended. Amounts are in MINOR units. */
export interface IsvSession extends PosSession {
  /** What the ISV said of the sale; null of a refund. */
  isvDetails?: {
    /** The ISV's fee, minor units. */
    amount: number;
    /** Several merchants at one terminal: the one who got the sale. */
    merchantId: string | null;
    /** The ISV's source. */
    sourceCode: string | null;
    merchantSourceCode: string | null;
  } | null;
}
