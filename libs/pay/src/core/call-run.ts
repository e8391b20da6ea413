import { attempt } from './attempt.js';
import type { Attempt, AttemptWiring } from './attempt.js';
import type { Authorizer, Authorization } from './authorizer.js';
import type { CallLimits } from './call-limits.js';
import type { Clock } from './clock.js';
import { afterUnknown, endedFailure, unauthorised } from './failure.js';
import type { CallAtHand, Failure } from './failure.js';
import type { HostName } from './hosts.js';
import type { SentRequest } from './outcome-lookup.js';
import type { PayCallInfo } from './instrumentation.js';
import type { MethodFailure } from './method-return.js';
import type { Observer } from './observer.js';
import type { Operation } from './operation.js';
import type { BuiltRequest } from './request-builder.js';
import { retryDelay } from './retry-policy.js';

/** What a run is made with. */
export interface CallRunWiring extends AttemptWiring {
  authorizer: Authorizer;
  observer: Observer;
  clock: Clock;
  /** From 0 to below 1. */
  random: () => number;
}

/** What is known of a call so far. */
export interface CallRecord {
  startedAt: number;
  /** Requests that may have left. */
  attempts: number;
  httpStatus: number | null;
  correlationId: string | null;
  /** Nobody knows what became of one of them. */
  isUnknown: boolean;
  /** What was asked, null where it could not be made into a request. */
  sent: SentRequest | null;
}

type Answered = Pick<Attempt, 'answer'> & Partial<Attempt>;

/** What may be told of any call to an operation. */
export function callInfo(
  { id, method, host, path, retry }: Operation<unknown, string>,
  hosts: Record<HostName, string>,
): PayCallInfo {
  return {
    operation: id,
    method,
    host,
    origin: new URL(hosts[host]).origin,
    pathTemplate: path,
    safety: typeof retry === 'string' ? retry : 'caller-key',
  };
}

/** How it ended. */
export function endOf(failure: Failure | MethodFailure<string> | null) {
  return failure === null
    ? { success: true, code: null, outcome: null }
    : { success: false, code: failure.code, outcome: failure.error.outcome };
}

/** One call: authorised, sent, and repeated where the retry policy lets it. */
export class CallRun {
  #made = 0;

  constructor(
    private readonly call: CallAtHand,
    private readonly request: BuiltRequest,
    private readonly limits: CallLimits,
    private readonly record: CallRecord,
    private readonly wiring: CallRunWiring,
  ) {}

  async answer(): Promise<Attempt['answer']> {
    const { deadline, retry } = this.limits;
    for (let number = 1; ; number++) {
      const made = await this.#authorisedAttempt();
      if (!('failure' in made.answer)) return made.answer;
      const failure = this.#joined(made.answer.failure);
      const wait = retryDelay(
        {
          attempt: number,
          repeatable: this.call.repeatable,
          kind: made.kind ?? 'over',
          status: made.httpStatus ?? null,
          retryAfterMs: made.retryAfterMs ?? null,
          remainingMs: deadline.remainingMs,
        },
        retry,
        this.wiring.random(),
      );
      if (wait === null) return { failure };
      if (!(await deadline.pause(wait)))
        return { failure: this.#joined(endedFailure(this.call, deadline, this.wiring.hosts)) };
    }
  }

  /** What is refused for who asks was not done: it is asked once more by who may. */
  async #authorisedAttempt(): Promise<Answered> {
    const first = await this.#authorize();
    if (first === null || 'problem' in first) return this.#unauthorised(first);
    const made = await this.#attempt(first.header);
    if (first.header === null || !isUnauthorised(made)) return made;
    // The attempt is over: its own time is none of the next one's authorisation.
    this.limits.deadline.begin();
    const newer = await this.#authorize(first.header);
    if (newer === null) return made;
    return 'problem' in newer ? this.#unauthorised(newer) : this.#attempt(newer.header);
  }

  #authorize(refused?: string): Promise<Authorization | null> {
    return this.wiring.authorizer(
      this.call.operation.auth,
      this.request.targetMerchantId,
      this.limits,
      refused,
    );
  }

  #unauthorised(given: Exclude<Authorization, { header: unknown }> | null): Answered {
    if (given === null) throw new TypeError('an authorizer has nothing newer than nothing');
    return { answer: unauthorised(this.call.operation, given.problem) };
  }

  async #attempt(authorization: string | null): Promise<Attempt> {
    const { deadline, attemptTimeoutMs } = this.limits;
    const { url, headers, body } = this.request;
    if (authorization !== null) headers['authorization'] = authorization;
    deadline.begin(this.call.repeatable ? attemptTimeoutMs : undefined);
    this.record.attempts++;
    const { observer, hosts, clock } = this.wiring;
    const startedAt = clock.now();
    const made = await observer.attempt(
      () => ({ ...callInfo(this.call.operation, hosts), attempt: ++this.#made }),
      () => attempt(this.call, { url, headers, body }, deadline, this.wiring),
      ({ answer, httpStatus }) => ({
        ...endOf('failure' in answer ? answer.failure : null),
        httpStatus,
        durationMs: clock.now() - startedAt,
      }),
    );
    if (!made.sent) this.record.attempts--;
    this.record.httpStatus = made.httpStatus;
    this.record.correlationId = made.correlationId;
    return made;
  }

  /** What a later attempt says does not undo what an earlier one may have done. */
  #joined(failure: Failure): Failure {
    const joined = this.record.isUnknown ? afterUnknown(this.call, failure) : failure;
    this.record.isUnknown ||= failure.error.outcome === 'unknown';
    return joined;
  }
}

/** 401, or 400 with `invalid_client` for a token exchange: who asks is not known, and nothing was done. A 5xx may say so of somebody else. */
function isUnauthorised({ answer, httpStatus }: Answered): boolean {
  if (httpStatus === 401) return true;
  if (!('failure' in answer)) return false;
  const { serviceCode, outcome } = answer.failure.error;
  return serviceCode === 'invalid_client' && outcome === 'rejected';
}
