import type { OrderCodeInput } from '../../core/values/order-code.js';
import { IsOrderCode } from '../order-code-option.js';

/** Options of `rfCodePayments.generateRfCodes`. */
export class GenerateRfCodesOptions {
  /** An order with a `paymentTimeout` that leaves time for a bank transfer. */
  @IsOrderCode() orderCode: OrderCodeInput;
}

/** How a customer pays an order by bank transfer. */
export interface RfPayment {
  /** RF creditor reference; its check digits have been verified. */
  rfPaymentCode: string;
}
