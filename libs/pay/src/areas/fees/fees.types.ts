import { IsDefined } from 'class-validator';
import type { OrderCodeInput } from '../order-code.js';
import { IsMinorUnits } from '../../core/options/validators.js';

/** Options of `fees.retrieveFees`. */
export class RetrieveFeesOptions {
  @IsDefined({ message: '$property must be an order code: up to 19 digits, as a number, string or bigint' })
  orderCode: OrderCodeInput;
  /** Amount that the fees are calculated for, in minor units. */
  @IsMinorUnits() amount: number;
}
