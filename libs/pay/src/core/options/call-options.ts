import type { FieldError } from '../operation/method-return.js';
import { isObject, specialKindOf } from '../values/plain-data.js';
import { checkOptions, rule, TIMEOUT, wholeNumber } from './option-rules.js';
import type { OptionRule } from './option-rules.js';

const MAX_RETRIES = 10;
const MAX_KEY_LENGTH = 255;
/** Databases store neither NUL nor half of a character, so two different keys could become one. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u;

/** Options of one call: the last argument of every method. */
export interface CallOptions {
  /** Time for the whole call, in milliseconds: token exchange, all attempts and the waits between them. @default the client's `timeoutMs` (30 000) */
  timeoutMs?: number;
  /** How often the call may be repeated after a temporary failure; 0: never. @default the client's `maxRetries` (2) */
  maxRetries?: number;
  /** Aborts the call. The result says whether the request may have been sent. */
  signal?: AbortSignal;
  /**
   * Your own key, one for each intent, such as `refund-17`: 1 to 255 characters. All calls with the same key have one effect and
   * one response, in all processes that share the client's `idempotency` store. A key for another request fails with
   * `idempotencyconflict`. Where the service itself takes a key, the same key is sent. A call that can honor no key fails with
   * `validationerror`, and nothing is sent.
   */
  idempotencyKey?: string;
  /**
   * Members that the service knows and this version of the library does not. They are sent in the body, or in the query of a call
   * without a body, and inside a nested object of the same name. A member that is an option of the call fails with
   * `validationerror`. The members are a part of the request that an `idempotencyKey` stands for.
   */
  extra?: Readonly<Record<string, unknown>>;
}

/** Limits that can be set for a client and for one call. */
export const LIMIT_RULES = {
  timeoutMs: TIMEOUT,
  maxRetries: wholeNumber(0, MAX_RETRIES),
} satisfies Record<keyof Omit<CallOptions, 'signal' | 'idempotencyKey' | 'extra'>, OptionRule>;

const CALL_RULES = {
  ...LIMIT_RULES,
  signal: rule((value) => value instanceof AbortSignal, 'an AbortSignal'),
  idempotencyKey: {
    problem: (value) =>
      isIdempotencyKey(value)
        ? null
        : `must be a string of 1 to ${MAX_KEY_LENGTH} characters, for example 'refund-17'`,
  },
  extra: rule(isObject, 'an object of members to send'),
} satisfies Record<keyof CallOptions, OptionRule>;

/** Names of the options in the last argument of every method. */
export const CALL_OPTION_NAMES: readonly string[] = Object.keys(CALL_RULES);

/** Checks call options. Both `undefined` and `null` are valid. */
export function checkCallOptions(options: unknown): FieldError[] {
  if (options === undefined || options === null) return [];
  const wrong = (problem: string): FieldError[] => [{ field: 'call', problem }];
  try {
    return !isObject(options) || specialKindOf(options) !== null
      ? wrong('must be an object of call options, for example { timeoutMs: 5000 }')
      : checkOptions(CALL_RULES, options);
  } catch {
    return wrong('has a member that cannot be read');
  }
}

function isIdempotencyKey(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= MAX_KEY_LENGTH &&
    !NOT_STORABLE.test(value)
  );
}
