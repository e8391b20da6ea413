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
}

/** What is wrong with call options; none at all, or null, is good. */
export function checkCallOptions(given: unknown): FieldError[] {
  if (given === undefined || given === null) return [];
  if (!isObject(given) || 'then' in given || given instanceof AbortSignal)
    return [{ field: 'call', problem: 'must be an object of call options' }];
  const call = ownMembers(given);
  // An idempotency key here would be one that was never sent.
  const problems = unknownOptions(call, NAMES);
  const { signal } = call;
  for (const [field, { is, problem }] of Object.entries(LIMITS)) {
    if (call[field] !== undefined && !is(call[field])) problems.push({ field, problem });
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    problems.push({ field: 'signal', problem: 'must be an AbortSignal' });
  }
  return problems;
}

/** What may be set for one call as well as for a client. */
export const LIMITS: Readonly<Record<keyof Omit<CallOptions, 'signal'>, Limit>> = {
  timeoutMs: TIMEOUT_LIMIT,
  attemptTimeoutMs: TIMEOUT_LIMIT,
  maxRetries: { is: isRetries, problem: `must be a whole number from 0 to ${MAX_RETRIES}` },
};

const NAMES = [...Object.keys(LIMITS), 'signal'];

function isRetries(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_RETRIES;
}

export function isTimeout(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= MAX_TIMEOUT_MS;
}
