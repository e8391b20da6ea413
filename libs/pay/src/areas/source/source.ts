import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { SourceArea } from './source-area.js';
import { CREATE_SOURCE } from './source.operations.js';
import type { CreateSourceOptions } from '../options.generated.js';

/** Creates payment sources. A payment source is the shop or store that an order belongs to. */
export class PaySourceCode extends SourceArea {
  /**
   * Creates a payment source. Live orders with an unapproved source fail with `forbidden`.
   * Fails with `sourcecodeexist` if the code already exists, so repeating the call is harmless. Fails with
   * `sourcecodeerror` for any other rejection, and with `validationerror` if neither the call nor the client has a
   * code.
   *
   * @example
   * const created = await pay.source.createSource({
   *   sourceCode: '1234',
   *   name: 'Web shop',
   *   domain: 'www.example.com', // no scheme: isSecure selects https
   *   isSecure: true,
   *   pathSuccess: 'pay/done',
   *   pathFail: 'pay/failed',
   * });
   * @see https://developer.viva.com/getting-started/create-a-payment-source/payment-source-for-online-payments
   */
  createSource(
    options: CreateSourceOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null, 'sourcecodeexist' | 'sourcecodeerror'>> {
    return this.sender.send(CREATE_SOURCE, { options: SourceArea.withDefaultCode(this, options) }, call);
  }
}
