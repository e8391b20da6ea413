import { checkCallOptions } from '../../core/call-options.js';
import type { CallOptions } from '../../core/call-options.js';
import type { CallLimits } from '../../core/call-limits.js';
import { validationFailure } from '../../core/failure.js';
import type { PayInquiry } from '../../core/inquiry.js';
import type { CallMeta, FieldError, MethodFailure, MethodReturn } from '../../core/method-return.js';
import { isObject } from '../../core/plain-data.js';
import { keyProblem } from '../../core/request-builder.js';
import type { RequestSender } from '../../core/request-sender.js';
import { look, settled, unsettled } from './findings.js';
import type { Finding } from './findings.js';
import { isInquiry } from './inquiry-check.js';
import { inquiryReads } from './reads.js';
import type { Settlement } from './settlement.types.js';

const OPERATION = 'transactions.settle';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** A result of any method, as it was or as JSON brought it back. */
export type AnyResult = MethodReturn<unknown, string>;

/** Asks the service what became of a call, with growing pauses, until it is known or the time is over. Never throws. */
export async function settle(
  sender: RequestSender,
  result: AnyResult,
  call?: CallOptions | null,
): Promise<MethodReturn<Settlement>> {
  const problems = [...checkCallOptions(call), ...unusableKey(call), ...resultProblems(result)];
  if (problems.length > 0) return wrong(problems);
  const atOnce = knownAtOnce(result);
  if (atOnce !== null) return answer(atOnce, { ...NO_META, durationMs: 0 });
  const { inquiry } = (result as MethodFailure).error as { inquiry: PayInquiry };
  return sender.within(call, async (limits) => {
    const { settlement, meta } = await settleWithin(sender, inquiry, limits);
    return answer(settlement, meta);
  });
}

/** The same within a call's limits. @param enough ends the asking earlier, in milliseconds. */
export async function settleWithin(
  sender: RequestSender,
  inquiry: PayInquiry,
  limits: CallLimits,
  enough = Infinity,
): Promise<Finding> {
  const { deadline } = limits;
  const reads = inquiryReads(sender, limits, inquiry);
  const last = deadline.remainingMs - enough;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const found = await look(inquiry, reads, () => sentAtOf(inquiry, sender.serviceOffsetMs));
    if (!found.mayChange || deadline.cause !== null) return found;
    // What comes at the very end could not be read any more.
    if (deadline.remainingMs - pauseMs <= Math.max(last, 0)) return found;
    if (!(await deadline.pause(pauseMs))) return found;
  }
}

/** By the service's clock, as far as it is known by now. */
function sentAtOf({ sentAt, clock }: PayInquiry, offsetMs: number | null): number {
  return Date.parse(sentAt) + (clock === 'own' ? (offsetMs ?? 0) : 0);
}

/** What needs no question, or has no answer. */
function knownAtOnce(result: AnyResult): Settlement | null {
  if (result.success) return settled('done', 'It succeeded: there is nothing to settle.');
  const { outcome, inquiry } = result.error;
  if (outcome !== 'unknown' && result.code === 'alreadycanceled')
    return settled(
      'not-done',
      'This call did nothing: the money was given back before. Read the transactions of the order to see by which.',
    );
  // A refusal with an inquiry says nothing of the request before it.
  if (outcome !== 'unknown' && (inquiry ?? null) === null)
    return settled('not-done', 'It certainly did not happen: `error` says why, and whether to repeat it.');
  return inquiry === null
    ? unsettled(`No read tells what became of ${result.meta.operation}: see "what settles it" on its page.`)
    : null;
}

function unusableKey(call: CallOptions | null | undefined): FieldError[] {
  const problem = call?.idempotencyKey === undefined ? null : keyProblem({ retry: 'safe' }, false);
  return problem === null ? [] : [problem];
}

function resultProblems(result: unknown): FieldError[] {
  const problem = (text: string): FieldError[] => [{ field: 'result', problem: text }];
  if (!isObject(result) || typeof result['success'] !== 'boolean')
    return problem('must be the whole result of a method, awaited; its error.inquiry alone will not do');
  if (result['success']) return [];
  const { error } = result;
  if (!isObject(error) || typeof error['outcome'] !== 'string' || !isObject(result['meta']))
    return problem('must be the whole result of a method');
  const { outcome, inquiry } = error;
  const mayLack = outcome === 'unknown' ? inquiry === null : (inquiry ?? null) === null;
  return mayLack || isInquiry(inquiry) ? [] : problem('has an inquiry that cannot be read');
}

const NO_META: CallMeta = {
  operation: OPERATION,
  httpStatus: null,
  correlationId: null,
  attempts: 0,
  durationMs: 0,
};

function answer(data: Settlement, meta: CallMeta): MethodReturn<Settlement> {
  return {
    success: true,
    data,
    message: `${OPERATION} found: ${data.state}. ${data.next}`,
    meta: { ...meta, operation: OPERATION },
  };
}

function wrong(fields: FieldError[]): MethodReturn<Settlement> {
  const failure = validationFailure({ id: OPERATION }, fields);
  return { success: false, data: null, ...failure, code: 'validationerror', meta: NO_META };
}
