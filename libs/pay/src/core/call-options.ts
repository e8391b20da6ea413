import { MAX_TIMEOUT_MS } from './deadline.js';
import type { FieldError } from './method-return.js';

/** What can be set for one call: the last argument of every method. */
export interface CallOptions {
  /** Time for the whole call: token exchange, request and body. @default the client's `timeoutMs` (30 000) */
  timeoutMs?: number;
  /** Ends the call; the result says whether the request had left. */
  signal?: AbortSignal;
}

export function checkCallOptions(call: CallOptions): FieldError[] {
  const problems: FieldError[] = [];
  const { timeoutMs, signal } = call as { timeoutMs?: unknown; signal?: unknown };
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
