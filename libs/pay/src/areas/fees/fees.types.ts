import { IsDefined } from 'class-validator';
import type { LegacyEnvelope } from '../legacy-envelope.js';
import type { OrderCodeInput } from '../order-code.js';
import { IsMinorUnits } from '../../core/options/validators.js';

/** Options of `fees.retrieveFees`. */
export class RetrieveFeesOptions {
  @IsDefined({ message: '$property must be an order code: up to 19 digits, as a number, string or bigint' })
  orderCode: OrderCodeInput;
  /** Amount that the fees are calculated for, in minor units. */
  @IsMinorUnits() amount: number;
}

/** Fees of an order, in MAJOR units (inferred). The service decides which members are present. */
export interface OrderFees extends LegacyEnvelope {
  /** Total fee in MAJOR units. */
  Fee?: number;
  /** Bill payment fee in MAJOR units. */
  BillFee?: number;
  /** Fee for the payment method, in MAJOR units. */
  ServiceFee?: number;
  /** Reseller's share in MAJOR units. */
  ResellerFee?: number;
  /** MAJOR units. */
  CollectionFee?: number;
  /** Currency conversion fee in MAJOR units. */
  TotalConversionFee?: number;
}
