import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { RequestSender } from '../../core/http/request-sender.js';
import { withMembers } from '../../core/values/plain-data.js';
import { CREATE_SOURCE } from './source.operations.js';
import type { CreateSourceOptions } from '../options.generated.js';

/** Creates payment sources. A payment source is the shop or store that an order belongs to. */
export class PaySourceCode extends Area {
  readonly #defaultCode: string | null;

  /** @internal @param defaultCode Source code of the client, sent if a call has none. */
  constructor(sender: RequestSender, defaultCode: string | null) {
    super(sender);
    this.#defaultCode = defaultCode;
  }

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
    return this.sender.send(CREATE_SOURCE, { options: withDefaultCode(options, this.#defaultCode) }, call);
  }
}

/** Adds the client's source code to options that have none. Values other than objects are left for validation. */
export function withDefaultCode<Options extends { sourceCode?: string }>(
  options: Options,
  defaultCode: string | null,
): Options {
  const code = ({ sourceCode }: Partial<Options>): Partial<Options> =>
    ({ sourceCode: sourceCode ?? defaultCode ?? undefined }) as Partial<Options>;
  return withMembers(options, code);
}
