import { MAX_TIMEOUT_MS } from './deadline.js';
import type { FieldError } from './method-return.js';
import { unknownOptions } from './nearest-name.js';
import { isObject, ownMembers } from './plain-data.js';

const MAX_RETRIES = 10;
/** What a limit may be. */
export interface Limit {
  is: (value: unknown) => boolean;
  problem: string;
}

/** Any time limit in milliseconds. */
export const TIMEOUT_LIMIT: Limit = {
  is: isTimeout,
  problem: `must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`,
};

/** What can be set for one call: the last argument of every method. */
export interface CallOptions {
  /** Time for the whole call, in milliseconds: token exchange, all attempts and the waits between them. @default the client's `timeoutMs` (30 000) */
  timeoutMs?: number;
  /** Time for one attempt of a call that may be repeated, in milliseconds; one that may not gets all of `timeoutMs`. @default the client's `attemptTimeoutMs` (10 000) */
  attemptTimeoutMs?: number;
  /** How often the call may be repeated after a failure that passes; 0: never. @default the client's `maxRetries` (2) */
  maxRetries?: number;
  /** Ends the call; the result says whether the request had left. */
  signal?: AbortSignal;
  /**
   * Your own key, one for each intent, such as `refund-17`: 1 to 255 characters. All calls with the same key have one effect and
   * one answer, in all processes that share the client's `idempotency` store. A key for another request fails with
   * `idempotencyconflict`. Where the service itself takes a key, the same key is sent. A call that can honour no key fails with
   * `validationerror`, and nothing is sent.
   */
  idempotencyKey?: string;
}

/** What is wrong with call options; none at all, or null, is good. */
export function checkCallOptions(given: unknown): FieldError[] {
  if (given === undefined || given === null) return [];
  if (!isObject(given) || 'then' in given || given instanceof AbortSignal)
    return [{ field: 'call', problem: 'must be an object of call options' }];
  const call = ownMembers(given);
  const problems = unknownOptions(call, NAMES);
  const { signal, idempotencyKey } = call;
  for (const [field, { is, problem }] of Object.entries(LIMITS)) {
    if (call[field] !== undefined && !is(call[field])) problems.push({ field, problem });
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    problems.push({ field: 'signal', problem: 'must be an AbortSignal' });
  }
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) {
    problems.push({ field: 'idempotencyKey', problem: `must be text of 1 to ${MAX_KEY} characters` });
  }
  return problems;
}

/** What may be set for one call as well as for a client. */
export const LIMITS: Readonly<Record<keyof Omit<CallOptions, 'signal' | 'idempotencyKey'>, Limit>> = {
  timeoutMs: TIMEOUT_LIMIT,
  attemptTimeoutMs: TIMEOUT_LIMIT,
  maxRetries: { is: isRetries, problem: `must be a whole number from 0 to ${MAX_RETRIES}` },
};

const NAMES = [...Object.keys(LIMITS), 'signal', 'idempotencyKey'];

const MAX_KEY = 255;
/** No database stores NUL or half a character: two keys would become one. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u;

function isIdempotencyKey(value: unknown): boolean {
  return (
    typeof value === 'string' && value.trim() !== '' && value.length <= MAX_KEY && !NOT_STORABLE.test(value)
  );
}

function isRetries(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_RETRIES;
}

export function isTimeout(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= MAX_TIMEOUT_MS;
}
