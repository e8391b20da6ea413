import type { FieldError } from '../values/plain-data.js';
import type { PayOutcomeLookup } from './outcome-lookup.js';

/** Why a call failed. Open: an area may add its own kinds. */
export const PayErrorCode = {
  /**
   * An option or argument is wrong, missing or unknown.
   * @outcome not-sent
   * @retryable no
   * @fix Correct the call: `error.fields` names each option and the expected value.
   */
  ValidationError: 'validationerror',
  /**
   * The client lacks an option that this call needs, an option name is misspelled, or a credentials function failed.
   * @outcome not-sent
   * @retryable if the credentials function failed
   * @fix Correct the configuration: `message` names the option.
   */
  InitError: 'initerror',
  /**
   * The token exchange failed. The call itself was not sent.
   * @outcome not-sent
   * @retryable if the failure is temporary
   * @fix Check `clientId`, `clientSecret` and `dev`: demo and live credentials differ.
   */
  TokenError: 'tokenerror',
  /**
   * The webhook verification key could not be read.
   * @outcome any
   * @retryable if the failure is temporary
   * @fix See `error.serviceText` and `error.httpStatus`.
   */
  WebhookError: 'webhookerror',
  /**
   * The service responded with 2xx without the data that the call returns.
   * @outcome unknown
   * @retryable if the call is safe to repeat
   * @fix Ask the service what happened, or repeat the call with its idempotency key.
   */
  NoDatas: 'nodatas',
  /**
   * The merchant has no such resource (404).
   * @outcome rejected
   * @retryable no
   * @fix Check the ID and the environment (`dev`).
   */
  NotFound: 'notfound',
  /**
   * The transaction is already refunded or voided in full: HTTP 200 with `ErrorCode` 403 and `EventId` 2055. Any other
   * 409 or 403 of a refund does not say that money was returned.
   * @outcome rejected
   * @retryable no
   * @fix Read the transactions of the order to find that refund.
   */
  AlreadyCanceled: 'alreadycanceled',
  /**
   * A payment source with this code exists already.
   * @outcome rejected
   * @retryable no
   * @fix Use the existing source, or choose another code.
   */
  SourceCodeExist: 'sourcecodeexist',
  /**
   * The service rejected the payment source for another reason.
   * @outcome rejected
   * @retryable no
   * @fix See `error.serviceText`.
   */
  SourceCodeError: 'sourcecodeerror',
  /**
   * The service did not accept the credentials (401).
   * @outcome rejected
   * @retryable no
   * @fix Check the credentials that `message` names.
   */
  Unauthorized: 'unauthorized',
  /**
   * The credentials lack a scope or a permission (403).
   * @outcome rejected
   * @retryable no
   * @fix Use the credential set, or switch on the permission, that `message` names.
   */
  Forbidden: 'forbidden',
  /**
   * The service rejected the call for another reason.
   * @outcome rejected
   * @retryable for status 423 and 429
   * @fix See `error.serviceText` and `error.eventId`; `describePayEventId(eventId)` returns the next step.
   */
  Rejected: 'rejected',
  /**
   * The service responded with 408, 499, 5xx, a redirect, or a contradiction.
   * @outcome unknown
   * @retryable if the call is safe to repeat
   * @fix Ask the service what happened, or repeat the call with its idempotency key.
   */
  ServerError: 'servererror',
  /**
   * The call took longer than `timeoutMs`.
   * @outcome not-sent or unknown
   * @retryable if not sent, or safe to repeat
   * @fix See `error.outcome`. If it is `unknown`, ask the service before you repeat the call.
   */
  Timeout: 'timeout',
  /**
   * Your `signal` ended the call.
   * @outcome not-sent or unknown
   * @retryable no
   * @fix See `error.outcome`. If it is `unknown`, ask the service before you repeat the call.
   */
  Aborted: 'aborted',
  /**
   * The connection could not be made, or it broke.
   * @outcome not-sent or unknown
   * @retryable if not sent, or safe to repeat
   * @fix See `error.outcome`. If it is `unknown`, ask the service before you repeat the call.
   */
  NetworkError: 'networkerror',
  /**
   * A call with the same `idempotencyKey` is running.
   * @outcome unknown
   * @retryable yes, with the same key
   * @fix Call again with the same key: nothing is sent twice.
   */
  InProgress: 'inprogress',
  /**
   * The `idempotencyKey` belongs to a request that differs in what is sent.
   * @outcome not-sent
   * @retryable no
   * @fix Repeat the first request with exactly its options. Use a new key only for another intent.
   */
  IdempotencyConflict: 'idempotencyconflict',
  /**
   * The idempotency store failed. This call was not sent, but an earlier call with the key cannot be ruled out.
   * @outcome unknown
   * @retryable yes, with the same key
   * @fix Check the database of the store, and call again with the same key.
   */
  IdempotencyError: 'idempotencyerror',
  /**
   * A defect in this library, or in a transport that you passed.
   * @outcome not-sent or unknown
   * @retryable no
   * @fix Report it.
   */
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
 * - `rejected`: certainly not, the service rejected it;
 * - `unknown`: it may have. Ask the service before repeating anything that moves money.
 */
export type CallOutcome = 'not-sent' | 'rejected' | 'unknown';

export type { FieldError };

/** Details of a failure. They contain no credentials, tokens, headers or card numbers. */
export interface PayErrorDetails {
  /** HTTP status of the response; null if there was none. */
  httpStatus: number | null;
  /** The service's own code: `invalid_client`, `452`, … */
  serviceCode: string | null;
  /** The service's own words, redacted. */
  serviceText: string | null;
  /** The service's event ID: why a card or an operation was rejected (10051 = insufficient funds). */
  eventId: number | null;
  /** Wrong options, each with the expected value or the service's explanation. Empty if the options are not the cause. */
  fields: FieldError[];
  /**
   * Whether the call took effect. `not-sent` and `rejected`: it did not. `unknown`: it may have, so ask the service, or repeat the call
   * with its idempotency key, before you send it again.
   */
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
  /** HTTP status of the last response; null if there was none. */
  httpStatus: number | null;
  /** The service's correlation id: quote it to the service's support. */
  correlationId: string | null;
  /** How many times the request was attempted; 0 when nothing was sent. */
  attempts: number;
  /** Duration of the whole call, token exchange included, in milliseconds. */
  durationMs: number;
  /** How long the service asks you to wait (`Retry-After`), in milliseconds. Absent if the last response does not say. */
  retryAfterMs?: number;
}

/** The call succeeded. */
export interface MethodSuccess<Data> {
  /** Narrows the result: `data` is the payload. */
  success: true;
  /** Payload. `null` if the operation has none, and while `pending`. */
  data: Data;
  /** Short text for logs. */
  message: string;
  /** The service is still working on it and `data` is null: call again. Only methods that document it return this. */
  pending?: true;
  /** Facts about the call, for logs and support requests. */
  meta: CallMeta;
}

/** The call failed. `code` is the reason, and `error.outcome` says whether the call may have taken effect. */
export interface MethodFailure<Kind extends string = never> {
  /** Narrows the result: `code` and `error` say why it failed. */
  success: false;
  /** Always `null`. */
  data: null;
  /** What failed and what to do. Safe for logs. */
  message: string;
  /** Reason of the failure: a member of `PayErrorCode`. */
  code: CommonErrorCode | Kind;
  /** Details. `error.outcome` says whether the call may have taken effect, `error.retryable` whether you can repeat it. */
  error: PayErrorDetails;
  /** Facts about the call, for logs and support requests. */
  meta: CallMeta;
}

/**
 * The result of every method. The promise never rejects: check `success` before you use `data`.
 *
 * @typeParam Data the payload on success.
 * @typeParam Kind error kinds of this method beyond the common ones.
 * @example
 * const result = await pay.payments.createOrder({ amount: 2450 });
 * if (result.success) console.log(result.data.orderCodeText);
 * else if (result.error.outcome === 'unknown') console.warn(`Ask the service first: ${result.message}`);
 */
export type MethodReturn<Data, Kind extends string = never> = MethodSuccess<Data> | MethodFailure<Kind>;

/** A failure as an exception, with the same fields as {@link MethodFailure}. */
export class PayError extends Error {
  override readonly name = 'PayError';
  /** Reason of the failure: a member of `PayErrorCode`. */
  readonly code: string;
  /** Details. `error.outcome` says whether the call may have taken effect. */
  readonly error: PayErrorDetails;
  /** Facts about the call, for logs and support requests. */
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
 * @example const { orderCodeText } = unwrap(await pay.payments.createOrder({ amount: 2450 }));
 */
export function unwrap<Data, Kind extends string>(result: MethodReturn<Data, Kind>): Data {
  if (!isResult(result)) throw new TypeError('unwrap takes the result of a method: await it first');
  if (result.success) return result.data;
  throw new PayError(result);
}

function isResult(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'success' in result;
}
