import { describeThrown } from '../values/describe-thrown.js';
import type { Attempt } from './attempt.js';
import type { AccountOf } from './authorizer.js';
import { checkCallOptions } from '../options/call-options.js';
import type { CallOptions } from '../options/call-options.js';
import { Deadline } from './deadline.js';
import type { CallLimits } from './deadline.js';
import { initFailure, nameOf, notSent, validationFailure } from '../operation/failure.js';
import { unauthorized } from './transport-failure.js';
import type { Failure } from '../operation/failure.js';
import type { FoundOutcome, IdempotentSender } from './idempotent-call.js';
import { ignoreErrors } from '../values/ignore-errors.js';
import { endOf, observe, payCallChannel, requestMessage } from './channels.js';
import { isOutcomeOpen } from '../operation/open-outcome.js';
import type { SentRequest } from '../operation/open-outcome.js';
import type { PayOutcomeLookup } from '../operation/outcome-lookup.js';
import type { PayLogger } from './logger.js';
import type { CallMeta, MethodFailure, MethodReturn } from '../operation/method-return.js';
import type { Operation, OperationInput } from '../operation/operation.js';
import { ownMembers } from '../values/plain-data.js';
import { buildRequest, keyProblems } from './request-builder.js';
import type { BuiltRequest, RequestOptions } from './request-builder.js';
import { sendWithRetries } from './send-with-retries.js';
import type { CallRecord, RetryWiring } from './send-with-retries.js';

/** Looks up the outcome of a call, for at most `maxMs` of the call's time. */
export type LookUpOutcome = (
  sender: RequestSender,
  operation: Operation<unknown, string>,
  lookup: PayOutcomeLookup,
  limits: CallLimits,
  maxMs: number,
  madeSince: Date | null,
) => Promise<FoundOutcome>;

/** Everything that a client's calls need: the same for all its operations. */
export interface SenderWiring extends RetryWiring {
  /** Default time for a whole call, in milliseconds. */
  timeoutMs: number;
  maxRetries: number;
  /** Logs failures; null for no log. */
  logger: PayLogger | null;
  /** Finds the account of the client. @default no account is known */
  accountOf?: AccountOf;
  /** Describes how to look up what became of a call; null if no read can tell. @param serviceOffsetMs see {@link ServiceClock} */
  outcomeLookupOf: (
    operation: Operation<unknown, string>,
    sent: SentRequest,
    serviceOffsetMs: number | null,
  ) => PayOutcomeLookup | null;
  /** Handles calls with an `idempotencyKey`; absent if the client has no store for keys. */
  idempotency?: { sender: IdempotentSender; lookUp: LookUpOutcome } | undefined;
  /** What is wrong with the client's options. If it is not null, no call is sent. */
  initProblem: string | null;
}

/** Makes the call of any declared operation. Always resolves with a MethodReturn. */
export class RequestSender {
  readonly #wiring: SenderWiring;

  constructor(wiring: SenderWiring) {
    this.#wiring = wiring;
  }

  /** Makes a call with its own deadline. Never throws. */
  async send<Data, Kind extends string>(
    operation: Operation<Data, Kind>,
    input: OperationInput = {},
    options?: CallOptions | null,
  ): Promise<MethodReturn<Data, Kind>> {
    const problems = checkCallOptions(options);
    if (problems.length > 0)
      return this.#fail(operation, validationFailure(operation, problems), this.#newRecord());
    const own = ownMembers(options ?? {});
    const limits = this.#limitsOf(own);
    try {
      return await this.sendWithin(operation, input, limits, own);
    } finally {
      limits.deadline.close();
    }
  }

  /** Runs several calls within the limits of one. @param options must be checked already. */
  async within<Result>(
    options: CallOptions | null | undefined,
    work: (limits: CallLimits) => Promise<Result>,
  ): Promise<Result> {
    const limits = this.#limitsOf(ownMembers(options ?? {}));
    try {
      return await work(limits);
    } finally {
      limits.deadline.close();
    }
  }

  /** How far the service's clock is ahead of this machine's, in milliseconds; null until the service responded. */
  get serviceOffsetMs(): number | null {
    return this.#wiring.serviceClock.offsetMs;
  }

  /** Makes a call within another call's limits, such as the token exchange. Never throws. */
  async sendWithin<Data, Kind extends string>(
    operation: Operation<Data, Kind>,
    input: OperationInput,
    limits: CallLimits,
    options: RequestOptions = ownMembers({}),
    isObserved = payCallChannel.hasSubscribers,
  ): Promise<MethodReturn<Data, Kind>> {
    if (isObserved)
      return observe(
        payCallChannel,
        { ...requestMessage(operation, this.#wiring.hosts), attempts: 0 },
        () => this.sendWithin(operation, input, limits, options, false),
        {
          ended: (result) => ({
            ...endOf(result.success ? null : result),
            httpStatus: result.meta.httpStatus,
            attempts: result.meta.attempts,
          }),
        },
      );
    const { idempotencyKey: key } = options;
    const record = this.#newRecord();
    const { initProblem, hosts, idempotency } = this.#wiring;
    try {
      if (initProblem !== null) return this.#fail(operation, initFailure(operation, initProblem), record);
      const problems = keyProblems(operation, key, idempotency !== undefined);
      const request = buildRequest(operation, input, hosts, options);
      if (Array.isArray(request)) problems.push(...request);
      if (Array.isArray(request) || problems.length > 0)
        return this.#fail(operation, validationFailure(operation, problems), record);

      record.sent = { input: request.input, onBehalfOf: request.onBehalfOf, sentAt: Date.now() };
      const response = await (key === undefined
        ? sendWithRetries(request, limits, record, this.#wiring)
        : this.#sendOnce(key, request, limits, record));
      if ('failure' in response) return this.#fail(operation, response.failure, record);
      const isPending = response.pending === true;
      return {
        success: true,
        data: response.data as Data,
        message: `${nameOf(operation)} ${isPending ? 'is still in progress' : 'succeeded'}.`,
        ...(isPending && { pending: true }),
        meta: this.#meta(operation, record),
      };
    } catch (error) {
      const name = describeThrown(error).name ?? 'an error';
      const failure = notSent('internalerror', `${nameOf(operation)} failed inside the library (${name}).`);
      if (record.attempts > 0) failure.error.outcome = 'unknown';
      return this.#fail(operation, failure, record);
    }
  }

  /** Sends a call once for its idempotency key, through the client's store if it has one. */
  async #sendOnce(
    key: string,
    request: BuiltRequest,
    limits: CallLimits,
    record: CallRecord,
  ): Promise<Attempt['response']> {
    const { idempotency, accountOf } = this.#wiring;
    const { operation } = request;
    const send = (): Promise<Attempt['response']> => sendWithRetries(request, limits, record, this.#wiring);
    if (idempotency === undefined) return send();
    const owner = (await accountOf?.(limits)) ?? { accountId: null };
    if ('problem' in owner) return unauthorized(operation, owner.problem);
    return idempotency.sender.respond({
      key,
      operation,
      request,
      accountId: owner.accountId,
      outcomeLookup: this.#lookup(operation, record),
      limits,
      send,
      lookUp: (lookup, maxMs, madeSince) =>
        idempotency.lookUp(this, operation, lookup, limits, maxMs, madeSince),
    });
  }

  /** Combines the limits of a call with the client's. Close the deadline when the call ends. */
  #limitsOf({ timeoutMs, maxRetries, signal }: CallOptions): CallLimits {
    const client = this.#wiring;
    return {
      deadline: new Deadline(timeoutMs ?? client.timeoutMs, client.clock, signal),
      maxRetries: maxRetries ?? client.maxRetries,
    };
  }

  #lookup(operation: Operation<unknown, string>, { sent }: CallRecord): PayOutcomeLookup | null {
    return sent === null ? null : this.#wiring.outcomeLookupOf(operation, sent, this.serviceOffsetMs);
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
      `pay ${nameOf(operation)} failed: code=${code} outcome=${failure.error.outcome} status=${meta.httpStatus ?? '-'} ` +
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
      ...(record.retryAfterMs != null && { retryAfterMs: record.retryAfterMs }),
    };
  }
}
