import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { RequestSender } from '../../core/http/request-sender.js';
import { withCode } from '../source/with-code.js';
import { CREATE_ISV_SOURCE } from './isv-source.operations.js';
import type { CreateIsvSourceOptions } from './isv-source.types.js';

/** Payment sources of connected merchants. */
export class IsvSourceCode extends Area {
  readonly #defaultCode: string | null;

  /** @param defaultCode the client's `sourceCode`, sent where a call names none. */
  constructor(sender: RequestSender, defaultCode: string | null) {
    super(sender);
    this.#defaultCode = defaultCode;
  }

  /**
   * Adds a payment source to a connected merchant, who has one named `'Default'` without this. A code that exists is
   * `sourcecodeexist` (so a repeat does no harm), any other refusal of the source `sourcecodeerror`. One third party
   * got nothing but HTTP 400 here on the live service: try it there before you rely on it. Reseller authentication.
   *
   * @see contract/isv.json source.createSource
   */
  createSource(
    options: CreateIsvSourceOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null, 'sourcecodeexist' | 'sourcecodeerror'>> {
    return this.sender.send(CREATE_ISV_SOURCE, { options: withCode(options, this.#defaultCode) }, call);
  }
}
