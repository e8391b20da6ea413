import { randomUUID } from 'node:crypto';
import type { Attempt } from '../core/http/attempt.js';
import { backOffMs } from '../core/values/back-off.js';
import type { Clock } from '../core/values/clock.js';
import { afterUnknown } from '../core/operation/failure.js';
import type { Failure } from '../core/operation/failure.js';
import type { FoundOutcome, IdempotentCall } from '../core/http/idempotent-call.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import { fingerprintOf, formerFingerprintOf } from './fingerprint.js';
import * as failures from './idempotency-failures.js';
import type { IdempotencyRecord, PayIdempotencyStore } from './idempotency-store.js';
import { LeasedRecord } from './leased-record.js';

type CallResponse = Attempt['response'];

/** Times in milliseconds. */
export interface IdempotencyTimes {
  leaseMs: number;
  waitMs: number;
  lookupMs: number;
  resendAfterMs: number;
}

type BeginResult =
  /** The key is new or its call was declined, or the call that had its record ended without an outcome. This call has the lease now. */
  | { state: 'new' | 'unresolved'; record: IdempotencyRecord; now: number }
  | { state: 'done'; response: string }
  /** Another call has the lease. */
  | { state: 'busy' }
  /** The key belongs to another request. */
  | { state: 'conflict' };

/** Pauses between two looks at a record that another call leases. */
const PAUSES = { firstMs: 25, maxMs: 500 };
/** With less time left than this, a lookup would only time out. */
const MIN_LOOKUP_MS = 20;

/** One call with an idempotency key, from its record to its response. */
export class KeyedCall {
  readonly #fingerprint: string;

  constructor(
    private readonly call: IdempotentCall,
    private readonly store: PayIdempotencyStore,
    private readonly times: IdempotencyTimes,
    private readonly clock: Clock,
  ) {
    this.#fingerprint = fingerprintOf(call);
  }

  /** Sends the call, or returns the response that is stored under its key. */
  async respond(): Promise<CallResponse> {
    const { operation, limits } = this.call;
    const { timeoutMs } = limits.deadline;
    if (timeoutMs > this.times.resendAfterMs)
      return failures.resentTooEarly(operation, this.times.resendAfterMs, timeoutMs);
    let result: BeginResult;
    try {
      result = await this.#begin();
    } catch (error) {
      return failures.storeFailed(operation, error);
    }
    if (result.state === 'busy') return failures.inProgress(operation);
    if (result.state === 'conflict') return failures.keyConflict(operation);
    if (result.state === 'done') return JSON.parse(result.response) as CallResponse;
    const leased = new LeasedRecord(result.record, result.now, this.store, this.clock);
    const stopRenewing = leased.keepLease(this.times.leaseMs);
    try {
      return result.state === 'new' ? await this.#sendFirst(leased) : await this.#recover(leased);
    } finally {
      stopRenewing();
    }
  }

  /** Acquires the lease of the key. Waits while another call has it. */
  async #begin(): Promise<BeginResult> {
    const { deadline } = this.call.limits;
    const until = deadline.remainingMs - this.times.waitMs;
    for (let attempt = 1; ; attempt++) {
      const pauseMs = backOffMs(attempt, PAUSES);
      const result = await this.#tryBegin();
      if (result.state !== 'busy' || deadline.remainingMs - pauseMs <= Math.max(until, 0)) return result;
      if (!(await deadline.pause(pauseMs))) return result;
    }
  }

  async #tryBegin(): Promise<BeginResult> {
    const { key, outcomeLookup } = this.call;
    const { record, now } = await this.store.get(key);
    const lease = { token: randomUUID(), leasedUntil: now + this.times.leaseMs };
    if (record === null) {
      const fresh: IdempotencyRecord = {
        key,
        fingerprint: this.#fingerprint,
        state: 'sending',
        ...lease,
        outcomeLookup,
        response: null,
        transactionId: null,
        sentAt: now,
        finishedAt: null,
      };
      return (await this.store.insert(fresh)) ? { state: 'new', record: fresh, now } : { state: 'busy' };
    }
    if (record.fingerprint !== this.#fingerprint && record.fingerprint !== formerFingerprintOf(this.call))
      return { state: 'conflict' };
    if (record.response !== null) return { state: 'done', response: record.response };
    if (record.leasedUntil > now) return { state: 'busy' };
    const isDeclined = record.state === 'done';
    const change = isDeclined
      ? ({ state: 'sending', outcomeLookup, sentAt: now, finishedAt: null, ...lease } as const)
      : lease;
    const written = await this.store.update(key, record.token, change);
    if (written !== 'written') return { state: 'busy' };
    return { state: isDeclined ? 'new' : 'unresolved', record: { ...record, ...change }, now };
  }

  async #sendFirst(leased: LeasedRecord): Promise<CallResponse> {
    const response = await this.call.send();
    if (!('failure' in response)) return this.#finish(leased, response);
    const { outcome, eventId } = response.failure.error;
    if (outcome === 'unknown') return this.#lookUpLost(leased, response);
    // The call certainly had no effect, so it can be sent again. A declined one was an intent, which keeps its amount.
    await (outcome === 'rejected' && (eventId ?? 0) > 0 ? leased.markDeclined() : leased.delete());
    return response;
  }

  /** Asks the service about the outcome of an earlier call with the key, before anything is sent again. */
  async #recover(leased: LeasedRecord): Promise<CallResponse> {
    const { outcomeLookup } = leased.record;
    const found = await this.#lookUp(outcomeLookup);
    const response = found === null ? null : await this.#storeFound(leased, outcomeLookup, found);
    if (response !== null) return response;
    if (this.#mayResend(found, leased.sentAgoMs)) return this.#sendAgain(leased);
    await leased.markUnknown();
    return failures.stillUnknown(this.call.operation, outcomeLookup, found?.next ?? this.#whyNoLookup());
  }

  #mayResend(found: FoundOutcome | null, sentAgoMs: number): boolean {
    const { operation, request } = this.call;
    if (found?.arrived === true) return false;
    if (request.repeatable || found?.state === 'not-done') return true;
    const { outcomeLookup } = operation;
    if (outcomeLookup !== undefined && 'nothing' in outcomeLookup) {
      const harmful = outcomeLookup.harmlessWithout;
      return harmful !== undefined && !harmful.some((option) => isSet(request.input[option]));
    }
    return found?.seenNothing === true && sentAgoMs >= this.times.resendAfterMs;
  }

  async #sendAgain(leased: LeasedRecord): Promise<CallResponse> {
    const { operation, request, outcomeLookup } = this.call;
    // Without this write, the record would have the time of the first request if the process ended now.
    const written = await leased
      .update({ state: 'sending', outcomeLookup, sentAt: leased.now })
      .catch(() => null);
    if (written === null) return failures.storeFailed(operation);
    if (written !== 'written') return failures.inProgress(operation);
    const response = await this.call.send();
    if (!('failure' in response)) return this.#finish(leased, response);
    // The earlier request may have caused this rejection.
    return this.#lookUpLost(leased, { failure: afterUnknown(request, response.failure) });
  }

  /** Asks the service about the outcome of a call whose response was lost. */
  async #lookUpLost(leased: LeasedRecord, lost: { failure: Failure }): Promise<CallResponse> {
    const { outcomeLookup } = this.call;
    const found = await this.#lookUp(outcomeLookup);
    const response = found === null ? null : await this.#storeFound(leased, outcomeLookup, found);
    if (response !== null) return response;
    if (found?.state === 'not-done') {
      await leased.delete();
      return failures.provenNotDone(lost, found.next);
    }
    await leased.markUnknown();
    return lost;
  }

  async #lookUp(outcomeLookup: PayOutcomeLookup | null): Promise<FoundOutcome | null> {
    const { deadline } = this.call.limits;
    if (outcomeLookup === null || deadline.cause !== null || deadline.remainingMs < MIN_LOOKUP_MS)
      return null;
    return this.call.lookUp(outcomeLookup, this.times.lookupMs);
  }

  /** Stores what the lookup found and returns it, unless it may belong to another key. Returns null if nothing was found. */
  async #storeFound(
    leased: LeasedRecord,
    outcomeLookup: PayOutcomeLookup | null,
    { arrived, isOwn, data, transactionId }: FoundOutcome,
  ): Promise<CallResponse | null> {
    if (!arrived || outcomeLookup === null) return null;
    const { operation } = this.call;
    const stillUnknown = async (why: string): Promise<CallResponse> => {
      await leased.markUnknown();
      return failures.stillUnknown(operation, outcomeLookup, why);
    };
    if (!isOwn && (await this.#mayBelongToOtherKey(outcomeLookup)))
      return stillUnknown(
        'The transaction that the service shows may belong to another open key: give each call a merchantTrns of its own.',
      );
    const response = { data };
    const written = await leased.finish(response, transactionId).catch(() => null);
    if (written === 'written' || (isOwn && written !== 'transaction-in-use')) return response;
    return stillUnknown(
      written === 'transaction-in-use'
        ? 'The transaction that the service shows belongs to another key.'
        : 'The transaction that the service shows could not be stored, and may belong to another key.',
    );
  }

  /** Returns whether an open call with another key may have made the transaction. Its response may still be on the way. */
  async #mayBelongToOtherKey({ id, about, amount }: PayOutcomeLookup): Promise<boolean> {
    const open = await this.store.listOpenAbout(id).catch(() => null);
    if (open === null) return true;
    return open.some(
      ({ key, outcomeLookup }) =>
        key !== this.call.key &&
        outcomeLookup?.about === about &&
        (outcomeLookup.amount === null || amount === null || outcomeLookup.amount === amount),
    );
  }

  /** Stores and returns the response. If the store fails, the next call with the key looks the outcome up. */
  async #finish(leased: LeasedRecord, response: { data: unknown }): Promise<CallResponse> {
    const { key, operation } = this.call;
    const transactionId = makesTransaction(operation) ? transactionIdIn(response.data) : null;
    if ((await leased.finishAnyway(response, transactionId).catch(() => null)) !== 'stale') return response;
    // The process was suspended for longer than its lease, and another call acquired the key.
    const result = await this.#tryBegin().catch(() => null);
    if (result === null || result.state === 'busy') return failures.inProgress(operation);
    if (result.state === 'done') return JSON.parse(result.response) as CallResponse;
    if (result.state !== 'conflict') {
      const again = new LeasedRecord({ ...result.record, key }, result.now, this.store, this.clock);
      await again.finishAnyway(response, transactionId).catch(() => null);
    }
    return response;
  }

  #whyNoLookup(): string {
    const { outcomeLookup } = this.call.operation;
    return outcomeLookup !== undefined && 'nothing' in outcomeLookup
      ? `${outcomeLookup.nothing} When you know the outcome, store it: idempotency.resolve(key, …).`
      : 'There was no time left to ask: call again with the same key.';
  }
}

/** Returns the transaction ID in a response, or null if the response has none. */
export function transactionIdIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const { TransactionId, transactionId } = data as Record<string, unknown>;
  const id = TransactionId ?? transactionId;
  return typeof id === 'string' ? id : null;
}

/** Returns whether an operation makes a transaction. Others return the ID of the transaction in their request, or none. */
function makesTransaction({ outcomeLookup }: IdempotentCall['operation']): boolean {
  return outcomeLookup !== undefined && 'about' in outcomeLookup && /refund|charge/.test(outcomeLookup.about);
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;
