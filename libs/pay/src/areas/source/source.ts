import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { RequestSender } from '../../core/http/request-sender.js';
import { CREATE_SOURCE } from './source.operations.js';
import type { CreateSourceOptions } from './source.types.js';
import { withCode } from './with-code.js';

/** Payment sources: the shop or till that an order belongs to. */
export class PaySourceCode extends Area {
  readonly #defaultCode: string | null;

  /** @param defaultCode the client's `sourceCode`, sent where a call names none. */
  constructor(sender: RequestSender, defaultCode: string | null) {
    super(sender);
    this.#defaultCode = defaultCode;
  }

  /**
   * Adds a payment source. It may have to be approved before live orders can name it: until then they are `forbidden`.
   * A code that exists is `sourcecodeexist` (so a repeat does no harm), any other refusal of the source `sourcecodeerror`;
   * no code at all, here or on the client, is a `validationerror`.
   *
   * @see https://developer.viva.com/getting-started/create-a-payment-source/payment-source-for-online-payments
   */
  createSource(
    options: CreateSourceOptions,
    call?: CallOptions,
  ): Promise<MethodReturn<null, 'sourcecodeexist' | 'sourcecodeerror'>> {
    return this.sender.send(CREATE_SOURCE, { options: withCode(options, this.#defaultCode) }, call);
  }
}
