import { errorDetails, localMeta } from '../core/operation/failure.js';
import type {
  CallOutcome,
  CommonErrorCode,
  MethodFailure,
  MethodSuccess,
  PayErrorDetails,
} from '../core/operation/method-return.js';

/** Details of a failure for {@link payFailed}. Unknown details are `null`, empty or `false`. */
export interface PayFailedDetails<Code extends string> extends Partial<Omit<PayErrorDetails, 'outcome'>> {
  /** Reason of the failure. @default 'networkerror' for `not-sent`, 'rejected' for `rejected`, 'timeout' for `unknown` */
  code?: Code;
  /** @default a sentence with the outcome */
  message?: string;
}

const META = { ...localMeta('test.double'), attempts: 1 };

const DEFAULT_CODES = {
  'not-sent': 'networkerror',
  rejected: 'rejected',
  unknown: 'timeout',
} as const satisfies Record<CallOutcome, CommonErrorCode>;

/**
 * Builds a successful result for a test double.
 *
 * @param data - Data of the result, as the method returns it.
 * @example
 * const payments = { createOrder: async () => payOk({ orderCode: 1, orderCodeText: '1' }) };
 */
export function payOk<Data>(data: Data): MethodSuccess<Data> {
  return { success: true, data, message: 'The test double succeeded.', meta: { ...META, httpStatus: 200 } };
}

/**
 * Builds a failed result for a test double. With `unknown`, the call may have taken effect.
 *
 * @param details - `code`, `message`, and members of `error`, such as `eventId`.
 * @example
 * const payments = { createOrder: async () => payFailed('unknown', { code: 'timeout', message: 'no response' }) };
 * @example
 * const transactions = { refund: async () => payFailed('rejected', { eventId: 10051 }) }; // insufficient funds
 */
export function payFailed<Code extends string = CommonErrorCode>(
  outcome: CallOutcome,
  { code, message, ...details }: PayFailedDetails<Code> = {},
): MethodFailure<Exclude<Code, CommonErrorCode>> {
  const { httpStatus = null } = details;
  return {
    success: false,
    data: null,
    // The type of `code` follows from the argument; the defaults are common codes.
    code: (code ?? DEFAULT_CODES[outcome]) as CommonErrorCode | Exclude<Code, CommonErrorCode>,
    message: message ?? `The test double failed with the outcome ${outcome}.`,
    error: errorDetails(outcome, details),
    meta: { ...META, httpStatus, attempts: outcome === 'not-sent' ? 0 : 1 },
  };
}
