import type { CallLimits } from '../core/http/deadline.js';
import { checkCallOptions } from '../core/options/call-options.js';
import { localMeta, validationFailure } from '../core/operation/failure.js';
import type { CallMeta, FieldError, MethodFailure, MethodReturn } from '../core/operation/method-return.js';
import { OUTCOME_LOOKUP_TOPICS } from '../core/operation/outcome-lookup.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import { isObject } from '../core/values/plain-data.js';
import { keyProblems } from '../core/http/request-builder.js';
import type { RequestSender } from '../core/http/request-sender.js';
import type { LookUpOutcome } from '../core/http/request-sender.js';
import type { ResolveOutcome } from '../areas/outcome-area.js';
import { createLookupReads } from './lookup-reads.js';
import { recoveredResponse } from './recovered-response.js';
import { lookUpOnce, outcomeOf } from './lookup-result.js';
import type { LookupResult, LookupTimes } from './lookup-result.js';
import type { ResolvedOutcome } from '../areas/resolved-outcome.js';

const OPERATION = 'transactions.resolveOutcome';
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** Result of any method, possibly restored from JSON. */
type AnyResult = MethodReturn<unknown, string>;

/** Looks up what became of a call, with growing pauses, until the outcome is known or the time is over. Never throws. */
export const resolveOutcome: ResolveOutcome = async (sender, result, call) => {
  const problems = checkCallOptions(call);
  if (problems.length > 0) return wrong(problems);
  problems.push(
    ...keyProblems({ retry: 'safe' }, call?.idempotencyKey, false),
    ...(call?.extra === undefined ? [] : [{ field: 'extra', problem: 'is not an option of this call' }]),
    ...resultProblems(result),
  );
  if (problems.length > 0) return wrong(problems);
  const known = knownOutcome(result);
  if (known !== null) return response(known, localMeta(OPERATION));
  const { outcomeLookup } = (result as MethodFailure).error as { outcomeLookup: PayOutcomeLookup };
  return sender.within(call, async (limits) => {
    const { outcome, meta } = await lookUpOutcome(sender, outcomeLookup, limits);
    return response(outcome, meta);
  });
};

/**
 * Looks an outcome up within a call's limits.
 *
 * @param maxMs - Earlier limit of the lookup, in milliseconds.
 * @param isEnough - Returns whether a result ends the lookup.
 * @param madeSince - Ignores transactions before this time, except the one that the call is about.
 */
export async function lookUpOutcome(
  sender: RequestSender,
  lookup: PayOutcomeLookup,
  limits: CallLimits,
  maxMs = Infinity,
  isEnough = ({ mayChange }: LookupResult): boolean => !mayChange,
  madeSince: Date | null = null,
): Promise<LookupResult> {
  const { deadline } = limits;
  const reads = createLookupReads(sender, limits, lookup, madeSince);
  const last = deadline.remainingMs - maxMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const found = await lookUpOnce(lookup, reads, () => timesOf(lookup, sender.serviceOffsetMs));
    if (isEnough(found) || deadline.cause !== null) return found;
    // A read after the next pause would exceed the limit.
    if (deadline.remainingMs - pauseMs <= Math.max(last, 0)) return found;
    if (!(await deadline.pause(pauseMs))) return found;
  }
}

/** Looks an outcome up for a call with an idempotency key, and restores the lost response. */
export const lookUpResponse: LookUpOutcome = async (sender, operation, lookup, limits, maxMs, madeSince) => {
  // A terminal session that arrived may still run for a minute, and its request gets a response without its end.
  const isEnough = ({ mayChange, arrived }: LookupResult): boolean => arrived || !mayChange;
  const found = await lookUpOutcome(sender, lookup, limits, maxMs, isEnough, madeSince);
  const { outcome, arrived, seenNothing, isOwn } = found;
  const { state, next, transaction } = outcome;
  const data = arrived ? recoveredResponse(operation, lookup, outcome) : null;
  const transactionId = transaction?.TransactionId ?? null;
  return { state, arrived, seenNothing, isOwn, next, data, transactionId };
};

/** Returns the times of a lookup by the service's clock, as far as its offset is known by now. */
function timesOf({ sentAt, clock }: PayOutcomeLookup, offsetMs: number | null): LookupTimes {
  return {
    sentAt: Date.parse(sentAt) + (clock === 'own' ? (offsetMs ?? 0) : 0),
    now: Date.now() + (offsetMs ?? 0),
  };
}

/** Returns the outcome of a result without a lookup, or null if a lookup is needed. */
function knownOutcome(result: AnyResult): ResolvedOutcome | null {
  if (result.success) return outcomeOf('done', 'The call succeeded. There is nothing to look up.');
  const { outcome, outcomeLookup } = result.error;
  if (outcome !== 'unknown' && result.code === 'alreadycanceled')
    return outcomeOf(
      'not-done',
      'The call had no effect, because the money was refunded before. Read the transactions of the order to find that refund.',
    );
  // A rejection with a lookup follows an earlier request, whose outcome it does not show.
  if (outcome !== 'unknown' && (outcomeLookup ?? null) === null)
    return outcomeOf(
      'not-done',
      'The call had no effect. `error` contains the reason, and whether you can repeat the call.',
    );
  return outcomeLookup === null
    ? outcomeOf(
        'unknown',
        `No read shows what became of ${result.meta.operation}. See "outcome lookup" on its page of the documentation.`,
      )
    : null;
}

function resultProblems(result: unknown): FieldError[] {
  const problem = (text: string): FieldError[] => [{ field: 'result', problem: text }];
  if (!isObject(result) || typeof result['success'] !== 'boolean')
    return problem('must be the whole awaited result of a method, not only its error.outcomeLookup');
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

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string' && value !== '';
const orNull =
  (is: Check): Check =>
  (value) =>
    value === null || is(value);

const MEMBERS: Readonly<Record<keyof PayOutcomeLookup, Check>> = {
  operation: isText,
  read: isText,
  about: (value) => OUTCOME_LOOKUP_TOPICS.some((topic) => topic === value),
  client: (value) => value === 'merchant' || value === 'isv',
  id: isText,
  targetMerchantId: orNull(isText),
  amount: orNull(Number.isSafeInteger),
  merchantTrns: orNull(isText),
  sentAt: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  clock: (value) => value === 'service' || value === 'own',
};

/** Returns whether a stored value is a complete lookup. */
function isOutcomeLookup(value: unknown): value is PayOutcomeLookup {
  return isObject(value) && Object.entries(MEMBERS).every(([name, is]) => is(value[name]));
}

function response(data: ResolvedOutcome, meta: CallMeta): MethodReturn<ResolvedOutcome> {
  return {
    success: true,
    data,
    message: `${OPERATION} found: ${data.state}. ${data.next}`,
    meta: { ...meta, operation: OPERATION },
  };
}

function wrong(fields: FieldError[]): MethodReturn<ResolvedOutcome> {
  const failure = validationFailure({ id: OPERATION }, fields);
  return { success: false, data: null, ...failure, code: 'validationerror', meta: localMeta(OPERATION) };
}
