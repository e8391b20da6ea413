import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { GENERATE_RF_CODES } from './rf-code-payments.operations.js';
import type { GenerateRfCodesOptions, RfPayment } from './rf-code-payments.types.js';

/** Payment by bank transfer with an RF creditor reference; Greek merchants only. */
export class PayRFCodePayments extends Area {
  /**
   * The RF code of a payment order. The service asks for no credentials: whoever knows an order code gets it, so keep
   * order codes private. Data is null where the service answers success with nothing; a code with wrong check digits is
   * `nodatas`. Paying makes no card transaction: read the order (state 3) or listen to event 2054.
   *
   * @see https://developer.viva.com/payment-tools/rf-code-payments
   */
  generateRfCodes(
    options: GenerateRfCodesOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<RfPayment | null>> {
    return this.sender.send(GENERATE_RF_CODES, { options }, call);
  }
}
