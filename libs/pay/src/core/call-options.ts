import { MAX_TIMEOUT_MS } from './deadline.js';
import type { FieldError } from './method-return.js';
import { isObject } from './plain-data.js';

/** What can be set for one call: the last argument of every method. */
export interface CallOptions {
  /** Time for the whole call: token exchange, request and body. @default the client's `timeoutMs` (30 000) */
  timeoutMs?: number;
  /** Ends the call; the result says whether the request had left. */
  signal?: AbortSignal;
}

/** What is wrong with call options; none at all, or null, is good. */
export function checkCallOptions(call: unknown): FieldError[] {
  if (call === undefined || call === null) return [];
  if (!isObject(call) || 'then' in call)
    return [{ field: 'call', problem: 'must be an object of call options' }];
  const problems: FieldError[] = [];
  const { timeoutMs, signal } = call;
  if (timeoutMs !== undefined && !isTimeout(timeoutMs)) {
    problems.push({
      field: 'timeoutMs',
      problem: `must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`,
    });
  }
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    problems.push({ field: 'signal', problem: 'must be an AbortSignal' });
  }
  return problems;
}

export function isTimeout(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && value <= MAX_TIMEOUT_MS;
}
