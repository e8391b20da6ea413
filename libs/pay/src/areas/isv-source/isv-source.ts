import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { SourceArea } from '../source/source-area.js';
import { CREATE_ISV_SOURCE } from './isv-source.operations.js';
import type { CreateIsvSourceOptions } from '../options.generated.js';

/** Creates payment sources for connected merchants. */
export class IsvSourceCode extends SourceArea {
  /**
   * Creates a payment source for a connected merchant, beside its existing `'Default'` source.
   * Fails with `sourcecodeexist` if the code already exists, so repeating the call is harmless. Fails with
   * `sourcecodeerror` for any other rejection.
   * One integrator received only HTTP 400 from the live service: try the call there before you rely on it.
   * Uses reseller authentication.
   *
   * @example
   * const created = await pay.source.createSource({
   *   targetMerchantId,
   *   sourceCode: '1234',
   *   name: 'Web shop',
   *   domain: 'www.example.com', // no scheme: isSecure selects https
   *   isSecure: true,
   *   pathSuccess: 'pay/done',
   *   pathFail: 'pay/failed',
   * });
   * @see https://developer.viva.com/isv-partner-program
   */
  createSource(
    options: CreateIsvSourceOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null, 'sourcecodeexist' | 'sourcecodeerror'>> {
    return this.sender.send(CREATE_ISV_SOURCE, { options: SourceArea.withDefaultCode(this, options) }, call);
  }
}
