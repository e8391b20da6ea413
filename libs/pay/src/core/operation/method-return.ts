import type { FieldError } from '../values/plain-data.js';
import type { PayOutcomeLookup } from './outcome-lookup.js';

/** Why a call failed. Open: an area may add its own kinds. */
export const PayErrorCode = {
  /** An option or argument is wrong; nothing was sent. */
  ValidationError: 'validationerror',
  /** The client lacks an option that this call needs; nothing was sent. */
  InitError: 'initerror',
  /** The token exchange failed; the call itself was not sent. */
  TokenError: 'tokenerror',
  /** The webhook verification key could not be read. */
  WebhookError: 'webhookerror',
  /** The service answered 2xx, but not with what the call returns. */
  NoDatas: 'nodatas',
  /** The service knows no such resource. */
  NotFound: 'notfound',
  /** The transaction is already refunded or voided in full. */
  AlreadyCanceled: 'alreadycanceled',
  /** A payment source with this code exists already. */
  SourceCodeExist: 'sourcecodeexist',
  /** The payment source was refused for another reason. */
  SourceCodeError: 'sourcecodeerror',
  /** The credentials were not accepted (401). */
  Unauthorized: 'unauthorized',
  /** The credentials are not allowed to do this: a scope or a permission is missing (403). */
  Forbidden: 'forbidden',
  /** The service refused the call for another reason, which `error` names. */
  Rejected: 'rejected',
  /** The service answered with 5xx, a redirect, or a contradiction: the outcome is unknown. */
  ServerError: 'servererror',
  /** The time allowed for the whole call was over. */
  Timeout: 'timeout',
  /** The caller's signal ended the call. */
  Aborted: 'aborted',
  /** The connection could not be made or broke. */
  NetworkError: 'networkerror',
  /** A call with the same `idempotencyKey` is under way: call again with the same key. */
  InProgress: 'inprogress',
  /** The `idempotencyKey` belongs to another request; nothing was sent. */
  IdempotencyConflict: 'idempotencyconflict',
  /** The idempotency store failed; nothing was sent. */
  IdempotencyError: 'idempotencyerror',
  /** A defect in this library or in a transport given to it. */
  InternalError: 'internalerror',
} as const;
export type PayErrorCode = (typeof PayErrorCode)[keyof typeof PayErrorCode];

/** The codes that any method can return. The type of a method lists its own codes. */
export type CommonErrorCode = Exclude<
  PayErrorCode,
  'webhookerror' | 'alreadycanceled' | 'sourcecodeexist' | 'sourcecodeerror'
>;

/**
 * Whether a failed call took effect:
 * - `not-sent`: certainly not, the request was not sent;
 * - `rejected`: certainly not, the service refused it;
 * - `unknown`: it may have. Ask the service before repeating anything that moves money.
 */
export type CallOutcome = 'not-sent' | 'rejected' | 'unknown';

export type { FieldError };

/** Details of a failure. They contain no credentials, tokens, headers or card numbers. */
export interface PayErrorDetails {
  /** HTTP status of the answer; null if there was none. */
  httpStatus: number | null;
  /** The service's own code: `invalid_client`, `452`, … */
  serviceCode: string | null;
  /** The service's own words, redacted. */
  serviceText: string | null;
  /** The service's event id: why a card or an operation was refused (10051 = insufficient funds). */
  eventId: number | null;
  /** Wrong options, each with the expected value or the service's explanation. Empty if the options are not the cause. */
  fields: FieldError[];
  outcome: CallOutcome;
  /**
   * Input for `transactions.resolveOutcome`, if `outcome` is unknown or a terminal's session id arrived before. Null if the outcome is
   * known, or if no read can find it out.
   */
  outcomeLookup: PayOutcomeLookup | null;
  /** Whether the same call may be repeated later without the risk of doing it twice. */
  retryable: boolean;
}

/** About the call itself, for logs and support requests. */
export interface CallMeta {
  /** Operation id, such as `payments.createOrder`. */
  operation: string;
  httpStatus: number | null;
  /** The service's correlation id: quote it to the service's support. */
  correlationId: string | null;
  /** How many times the request was attempted; 0 when nothing was sent. */
  attempts: number;
  /** Duration of the whole call, token exchange included, in milliseconds. */
  durationMs: number;
}

/** The call succeeded. */
export interface MethodSuccess<Data> {
  success: true;
  data: Data;
  message: string;
  /** The service is still working on it and `data` is null: call again. Only methods that document it return this. */
  pending?: true;
  meta: CallMeta;
}

/** The call failed. `code` is the reason, and `error.outcome` says whether the call may have taken effect. */
export interface MethodFailure<Kind extends string = never> {
  success: false;
  data: null;
  /** What failed and what to do. Safe for logs. */
  message: string;
  code: CommonErrorCode | Kind;
  error: PayErrorDetails;
  meta: CallMeta;
}

/**
 * The result of every method. The promise never rejects: check `success` before you use `data`.
 *
 * @typeParam Data the payload on success.
 * @typeParam Kind error kinds of this method beyond the common ones.
 */
export type MethodReturn<Data, Kind extends string = never> = MethodSuccess<Data> | MethodFailure<Kind>;

/** A failure as an exception, with the same fields as {@link MethodFailure}. */
export class PayError extends Error {
  override readonly name = 'PayError';
  readonly code: string;
  readonly error: PayErrorDetails;
  readonly meta: CallMeta;

  constructor(failure: Omit<MethodFailure<string>, 'success' | 'data'>) {
    super(failure.message);
    this.code = failure.code;
    this.error = failure.error;
    this.meta = failure.meta;
  }
}

/**
 * Returns the data of a successful result.
 *
 * @throws PayError if the call failed. TypeError if the argument is no result, for example a promise.
 */
export function unwrap<Data, Kind extends string>(result: MethodReturn<Data, Kind>): Data {
  if (!isResult(result)) throw new TypeError('unwrap takes the result of a method: await it first');
  if (result.success) return result.data;
  throw new PayError(result);
}

function isResult(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'success' in result;
}
