import { IsDefined } from 'class-validator';
import type { LegacyEnvelope } from '../legacy-envelope.js';
import type { OrderCodeInput } from '../../core/values/order-code.js';
import { IsMinorUnits } from '../../core/options/validators.js';

/** Options of `fees.retrieveFees`. */
export class RetrieveFeesOptions {
  @IsDefined({ message: '$property must be an order code: up to 19 digits, as a number, text or bigint' })
  orderCode: OrderCodeInput;
  /** Amount that the fees are computed for, minor units. */
  @IsMinorUnits() amount: number;
}

/** The fees of an order. All are in MAJOR units (inferred); which of them are there is the service's choice. */
export interface OrderFees extends LegacyEnvelope {
  /** Total, MAJOR units. */
  Fee?: number;
  /** Bill payment fee, MAJOR units. */
  BillFee?: number;
  /** Added for the payment method, MAJOR units. */
  ServiceFee?: number;
  /** The reseller's part, MAJOR units. */
  ResellerFee?: number;
  /** MAJOR units. */
  CollectionFee?: number;
  /** For converting the currency, MAJOR units. */
  TotalConversionFee?: number;
}
