import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { GENERATE_RF_CODES } from './rf-code-payments.operations.js';
import type { GenerateRfCodesOptions } from '../options.generated.js';
import type { RfPayment } from '../results.generated.js';

/** Generates RF codes for payment by bank transfer. Greek merchants only. */
export class PayRFCodePayments extends Area {
  /**
   * Generates the RF code of a payment order.
   * The service requires no credentials for this call, so keep order codes private. Anyone with an order code can
   * get its RF code.
   * `data` is null if the service reports success with an empty body. Fails with `nodatas` if the check digits are
   * wrong.
   * A payment by RF code creates no card transaction. Read the order (state 3 is paid) or handle event 2054.
   *
   * @example
   * const rf = await pay.rfCodePayments.generateRfCodes({ orderCode: order.data.orderCodeText });
   * @see https://developer.viva.com/payment-tools/rf-code-payments
   */
  generateRfCodes(
    options: GenerateRfCodesOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<RfPayment | null>> {
    return this.sender.send(GENERATE_RF_CODES, { options }, call);
  }
}
