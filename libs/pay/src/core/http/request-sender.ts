import { describeThrown } from '../values/describe-thrown.js';
import type { Attempt } from './attempt.js';
import type { MerchantOf } from './authorizer.js';
import type { CallLimits } from './call-limits.js';
import { checkCallOptions } from '../options/call-options.js';
import type { CallOptions } from '../options/call-options.js';
import { Deadline } from './deadline.js';
import { nameOf, notSent, sentence, validationFailure } from '../operation/failure.js';
import { unauthorised } from './transport-failure.js';
import type { Failure } from '../operation/failure.js';
import type { FoundOutcome, IdempotentSender } from './idempotent-call.js';
import { callInfo, endOf, ignoreErrors } from './observer.js';
import { isOutcomeOpen, outcomeLookupOf } from '../operation/open-outcome.js';
import type { PayOutcomeLookup } from '../operation/outcome-lookup.js';
import type { PayLogger } from './logger.js';
import type { CallMeta, MethodFailure, MethodReturn } from '../operation/method-return.js';
import type { Operation, OperationInput } from '../operation/operation.js';
import { ownMembers } from '../values/plain-data.js';
import { buildRequest, keyProblem } from './request-builder.js';
import type { RetryRules } from './retry-policy.js';
import { sendWithRetries } from './send-with-retries.js';
import type { CallRecord, RetryWiring } from './send-with-retries.js';

/** Asks the service what became of a call to this operation, for at most `maxMs` of the call's time. */
export type LookUpOutcome = (
  sender: RequestSender,
  operation: Operation<unknown, string>,
  lookup: PayOutcomeLookup,
  limits: CallLimits,
  maxMs: number,
) => Promise<FoundOutcome>;

/** What a sender is wired with; the same for all operations of a client. */
export interface SenderWiring extends RetryWiring {
  /** The default time for a whole call. */
  timeoutMs: number;
  /** The default time for one attempt of a call that may be repeated. */
  attemptTimeoutMs: number;
  retry: RetryRules;
  /** Where failures are logged; null for nowhere. */
  logger: PayLogger | null;
  /** Whose client it is. @default nobody says */
  merchantOf?: MerchantOf;
  /** Answers calls that carry an `idempotencyKey`; absent where the client has no store for them. */
  idempotency?: { sender: IdempotentSender; lookUp: LookUpOutcome } | undefined;
  /** What is wrong with the client's own options; every call answers it. */
  initProblem: string | null;
}

/** Makes any declared call: checks, authorises, sends, repeats what may be repeated, and answers a MethodReturn whatever happens. */
export class RequestSender {
  readonly #wiring: SenderWiring;

  constructor(wiring: SenderWiring) {
    this.#wiring = wiring;
  }

  /** Makes a call with its own deadline. Never throws. */
  async send<Data, Kind extends string>(
    operation: Operation<Data, Kind>,
    input: OperationInput = {},
    call?: CallOptions | null,
  ): Promise<MethodReturn<Data, Kind>> {
    const wrong = checkCallOptions(call);
    if (wrong.length > 0)
      return this.#fail(operation, validationFailure(operation, wrong), this.#newRecord());
    const own = ownMembers(call ?? {});
    return this.within(own, (limits) => this.sendWithin(operation, input, limits, own.idempotencyKey));
  }

  /** Does several things within one call's limits. @param call checked before. */
  async within<Result>(
    call: CallOptions | null | undefined,
    work: (limits: CallLimits) => Promise<Result>,
  ): Promise<Result> {
    const { clock, retry } = this.#wiring;
    const {
      timeoutMs = this.#wiring.timeoutMs,
      attemptTimeoutMs = this.#wiring.attemptTimeoutMs,
      maxRetries = retry.maxRetries,
      signal,
    } = ownMembers(call ?? {});
    const deadline = new Deadline(timeoutMs, clock, signal);
    try {
      return await work({
        deadline,
        attemptTimeoutMs,
        retry: maxRetries === retry.maxRetries ? retry : { ...retry, maxRetries },
      });
    } finally {
      deadline.close();
    }
  }

  /** How far the service's clock goes ahead of this machine's, in milliseconds; null until an answer came. */
  get serviceOffsetMs(): number | null {
    return this.#wiring.serviceClock.offsetMs;
  }

  /** Makes a call within another call's limits, such as the token exchange. Never throws. */
  sendWithin<Data, Kind extends string>(
    operation: Operation<Data, Kind>,
    input: OperationInput,
    limits: CallLimits,
    key?: string,
  ): Promise<MethodReturn<Data, Kind>> {
    const { observer, hosts } = this.#wiring;
    return observer.call(
      () => callInfo(operation, hosts),
      () => this.#answer(operation, input, limits, key),
      (result) => {
        const { httpStatus, attempts, durationMs } = result.meta;
        return { ...endOf(result.success ? null : result), httpStatus, attempts, durationMs };
      },
    );
  }

  async #answer<Data, Kind extends string>(
    operation: Operation<Data, Kind>,
    input: OperationInput,
    limits: CallLimits,
    key: string | undefined,
  ): Promise<MethodReturn<Data, Kind>> {
    const record = this.#newRecord();
    try {
      const answer = await this.#exchange(operation, input, limits, record, key);
      if ('failure' in answer) return this.#fail(operation, answer.failure, record);
      return {
        success: true,
        data: answer.data as Data,
        message: `${nameOf(operation)} ${answer.pending === true ? 'is still in progress' : 'succeeded'}.`,
        ...(answer.pending === true && { pending: true }),
        meta: this.#meta(operation, record),
      };
    } catch (error) {
      const name = describeThrown(error).name ?? 'an error';
      const failure = notSent('internalerror', `${nameOf(operation)} failed inside the library (${name}).`);
      if (record.attempts > 0) failure.error.outcome = 'unknown';
      return this.#fail(operation, failure, record);
    }
  }

  async #exchange(
    operation: Operation<unknown, string>,
    input: OperationInput,
    limits: CallLimits,
    record: CallRecord,
    key: string | undefined,
  ): Promise<Attempt['answer']> {
    const { initProblem, hosts, idempotency } = this.#wiring;
    if (initProblem !== null)
      return {
        failure: notSent('initerror', `${nameOf(operation)} was not sent: ${sentence(initProblem)}`),
      };
    const unusable = key === undefined ? null : keyProblem(operation, idempotency !== undefined);
    if (unusable !== null) return { failure: validationFailure(operation, [unusable]) };
    const built = buildRequest(operation, input, hosts, key);
    if (Array.isArray(built)) return { failure: validationFailure(operation, built) };
    const { repeatable, asked, targetMerchantId } = built;
    record.sent = { asked, targetMerchantId, sentAt: Date.now() };
    const send = (): Promise<Attempt['answer']> =>
      sendWithRetries({ operation, repeatable, asked }, built, limits, record, this.#wiring);
    if (key === undefined || idempotency === undefined) return send();
    const owner = (await this.#wiring.merchantOf?.(limits)) ?? { merchantId: null };
    if ('problem' in owner) return unauthorised(operation, owner.problem);
    const { merchantId } = owner;
    const outcomeLookup = this.#lookup(operation, record);
    return idempotency.sender.answer({
      key,
      operation,
      request: built,
      merchantId,
      outcomeLookup,
      limits,
      send,
      lookUp: (lookup, maxMs) => idempotency.lookUp(this, operation, lookup, limits, maxMs),
    });
  }

  #lookup(operation: Operation<unknown, string>, { sent }: CallRecord): PayOutcomeLookup | null {
    return sent === null ? null : outcomeLookupOf(operation, sent, this.serviceOffsetMs);
  }

  #fail<Kind extends string>(
    operation: Operation<unknown, Kind>,
    failure: Failure,
    record: CallRecord,
  ): MethodFailure<Kind> {
    const keepsItsCode =
      failure.code === 'validationerror' || failure.code === 'initerror' || failure.code === 'aborted';
    const { error } = failure;
    if (isOutcomeOpen(operation, error)) error.outcomeLookup ??= this.#lookup(operation, record);
    const code = keepsItsCode ? failure.code : (operation.failureCode ?? failure.code);
    const meta = this.#meta(operation, record);
    this.#log(
      `pay ${operation.id} failed: code=${code} outcome=${failure.error.outcome} status=${meta.httpStatus ?? '-'} ` +
        `correlationId=${meta.correlationId ?? '-'} durationMs=${meta.durationMs}`,
    );
    return { success: false, data: null, ...failure, code: code as MethodFailure<Kind>['code'], meta };
  }

  /** A logger that fails must not turn a known outcome into an exception. */
  #log(line: string): void {
    ignoreErrors(() => this.#wiring.logger?.error(line));
  }

  #newRecord(): CallRecord {
    return {
      startedAt: this.#wiring.clock.now(),
      attempts: 0,
      httpStatus: null,
      correlationId: null,
      sent: null,
    };
  }

  #meta(operation: Operation<unknown, string>, record: CallRecord): CallMeta {
    return {
      operation: operation.id,
      httpStatus: record.httpStatus,
      correlationId: record.correlationId,
      attempts: record.attempts,
      durationMs: Math.round(this.#wiring.clock.now() - record.startedAt),
    };
  }
}
