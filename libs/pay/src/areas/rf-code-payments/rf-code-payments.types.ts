import type { OrderCodeInput } from '../order-code.js';
import { IsOrderCode } from '../option-validators.js';

/** Options of `rfCodePayments.generateRfCodes`. */
export class GenerateRfCodesOptions {
  /** Code of an order whose `paymentTimeout` is long enough for a bank transfer. */
  @IsOrderCode() orderCode: OrderCodeInput;
}
