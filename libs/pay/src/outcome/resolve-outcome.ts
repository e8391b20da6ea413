import type { CallLimits } from '../core/http/deadline.js';
import { checkCallOptions } from '../core/options/call-options.js';
import type { CallOptions } from '../core/options/call-options.js';
import { validationFailure } from '../core/operation/failure.js';
import type { CallMeta, FieldError, MethodFailure, MethodReturn } from '../core/operation/method-return.js';
import type { OutcomeLookupTopic, PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import { isObject } from '../core/values/plain-data.js';
import { keyProblems } from '../core/http/request-builder.js';
import type { RequestSender } from '../core/http/request-sender.js';
import type { LookUpOutcome } from '../core/http/request-sender.js';
import { lookupReads } from './lookup-reads.js';
import { recoveredAnswer } from './recovered-answer.js';
import { lookOnce, outcomeOf } from './lookup-result.js';
import type { LookupResult } from './lookup-result.js';
import type { ResolvedOutcome } from './resolved-outcome.js';

const OPERATION = 'transactions.resolveOutcome';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** A result of any method, as it was returned or as JSON brought it back. */
export type AnyResult = MethodReturn<unknown, string>;

/** Asks the service what became of a call, with growing pauses, until it is known or the time is over. Never throws. */
export async function resolveOutcome(
  sender: RequestSender,
  result: AnyResult,
  call?: CallOptions | null,
): Promise<MethodReturn<ResolvedOutcome>> {
  const problems = [
    ...checkCallOptions(call),
    ...keyProblems({ retry: 'safe' }, call?.idempotencyKey, false),
    ...resultProblems(result),
  ];
  if (problems.length > 0) return wrong(problems);
  const known = knownOutcome(result);
  if (known !== null) return answer(known, { ...NO_META, durationMs: 0 });
  const { outcomeLookup } = (result as MethodFailure).error as { outcomeLookup: PayOutcomeLookup };
  return sender.within(call, async (limits) => {
    const { outcome, meta } = await lookUpOutcome(sender, outcomeLookup, limits);
    return answer(outcome, meta);
  });
}

/** Looks the outcome up within a call's limits. @param maxMs ends the lookup earlier, in milliseconds. */
export async function lookUpOutcome(
  sender: RequestSender,
  lookup: PayOutcomeLookup,
  limits: CallLimits,
  maxMs = Infinity,
): Promise<LookupResult> {
  const { deadline } = limits;
  const reads = lookupReads(sender, limits, lookup);
  const last = deadline.remainingMs - maxMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const found = await lookOnce(lookup, reads, () => sentAtOf(lookup, sender.serviceOffsetMs));
    if (!found.mayChange || deadline.cause !== null) return found;
    // A look at the very end could not be answered in time.
    if (deadline.remainingMs - pauseMs <= Math.max(last, 0)) return found;
    if (!(await deadline.pause(pauseMs))) return found;
  }
}

/** The lookup for calls with an idempotency key, with the answer that was lost. */
export const lookUpAnswer: LookUpOutcome = async (sender, operation, lookup, limits, maxMs) => {
  const { outcome, arrived, seenNothing, isOwn } = await lookUpOutcome(sender, lookup, limits, maxMs);
  const { state, next, transaction } = outcome;
  return {
    state,
    arrived,
    seenNothing,
    isOwn,
    next,
    data: arrived ? recoveredAnswer(operation, lookup, outcome) : null,
    transactionId: transaction?.TransactionId ?? null,
  };
};

/** By the service's clock, as far as it is known by now. */
function sentAtOf({ sentAt, clock }: PayOutcomeLookup, offsetMs: number | null): number {
  return Date.parse(sentAt) + (clock === 'own' ? (offsetMs ?? 0) : 0);
}

/** The outcome of a result that needs no lookup, or has none. */
function knownOutcome(result: AnyResult): ResolvedOutcome | null {
  if (result.success) return outcomeOf('done', 'It succeeded: there is nothing to look up.');
  const { outcome, outcomeLookup } = result.error;
  if (outcome !== 'unknown' && result.code === 'alreadycanceled')
    return outcomeOf(
      'not-done',
      'This call did nothing: the money was given back before. Read the transactions of the order to see by which call.',
    );
  // A refusal with a lookup says nothing about the request before it.
  if (outcome !== 'unknown' && (outcomeLookup ?? null) === null)
    return outcomeOf(
      'not-done',
      'It certainly did not happen: `error` says why, and whether you can repeat it.',
    );
  return outcomeLookup === null
    ? outcomeOf(
        'unknown',
        `No read tells what became of ${result.meta.operation}: see "resolving a lost answer" on its page.`,
      )
    : null;
}

function resultProblems(result: unknown): FieldError[] {
  const problem = (text: string): FieldError[] => [{ field: 'result', problem: text }];
  if (!isObject(result) || typeof result['success'] !== 'boolean')
    return problem(
      'must be the whole result of a method, awaited; its error.outcomeLookup alone is not enough',
    );
  if (result['success']) return [];
  const { error } = result;
  if (!isObject(error) || typeof error['outcome'] !== 'string' || !isObject(result['meta']))
    return problem('must be the whole result of a method');
  const { outcome, outcomeLookup } = error;
  const mayLack = outcome === 'unknown' ? outcomeLookup === null : (outcomeLookup ?? null) === null;
  return mayLack || isOutcomeLookup(outcomeLookup)
    ? []
    : problem('has an error.outcomeLookup that cannot be read');
}

const TOPICS: Readonly<Record<OutcomeLookupTopic, true>> = {
  refund: true,
  charge: true,
  'order-charge': true,
  'cancelled-order': true,
  session: true,
};

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string' && value !== '';
const orNull =
  (is: Check): Check =>
  (value) =>
    value === null || is(value);

const MEMBERS: Readonly<Record<keyof PayOutcomeLookup, Check>> = {
  operation: isText,
  read: isText,
  about: (value) => typeof value === 'string' && Object.hasOwn(TOPICS, value),
  client: (value) => value === 'merchant' || value === 'isv',
  id: isText,
  targetMerchantId: orNull(isText),
  amount: orNull(Number.isSafeInteger),
  merchantTrns: orNull(isText),
  sentAt: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  clock: (value) => value === 'service' || value === 'own',
};

/** Whether a value from storage is a complete lookup. */
function isOutcomeLookup(value: unknown): value is PayOutcomeLookup {
  return isObject(value) && Object.entries(MEMBERS).every(([name, is]) => is(value[name]));
}

const NO_META: CallMeta = {
  operation: OPERATION,
  httpStatus: null,
  correlationId: null,
  attempts: 0,
  durationMs: 0,
};

function answer(data: ResolvedOutcome, meta: CallMeta): MethodReturn<ResolvedOutcome> {
  return {
    success: true,
    data,
    message: `${OPERATION} found: ${data.state}. ${data.next}`,
    meta: { ...meta, operation: OPERATION },
  };
}

function wrong(fields: FieldError[]): MethodReturn<ResolvedOutcome> {
  const failure = validationFailure({ id: OPERATION }, fields);
  return { success: false, data: null, ...failure, code: 'validationerror', meta: NO_META };
}
