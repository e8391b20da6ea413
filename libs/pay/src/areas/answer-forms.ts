import { unreadableFailure } from '../core/failure.js';
import type { MethodReturn } from '../core/method-return.js';
import type { Operation } from '../core/operation.js';

/**
 * Reads a payload that the service sends in more than one form.
 *
 * @param read gives undefined for what is not believed: the call then fails with `nodatas`.
 */
export function readForms<Sent, Data>(
  operation: Operation<Sent>,
  result: MethodReturn<Sent>,
  read: (sent: Sent) => Data | undefined,
  problem: string,
): MethodReturn<Data> {
  if (!result.success) return result;
  const data = read(result.data);
  if (data !== undefined) return { ...result, data };
  const call = { operation, repeatable: operation.retry === 'safe' || operation.retry === 'idempotent' };
  const failure = unreadableFailure(call, result.meta.httpStatus ?? 200, problem);
  return { success: false, data: null, ...failure, code: 'nodatas', meta: result.meta };
}
