import { randomUUID } from 'node:crypto';
import type { Attempt } from '../core/http/attempt.js';
import { backOffMs } from '../core/values/back-off.js';
import { afterUnknown } from '../core/operation/failure.js';
import type { Failure } from '../core/operation/failure.js';
import type { FoundOutcome, IdempotentCall } from '../core/http/idempotent-call.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import { fingerprintOf } from './fingerprint.js';
import * as failures from './idempotency-failures.js';
import type { IdempotencyRecord, PayIdempotencyStore } from './idempotency-store.js';
import { LeasedRecord } from './leased-record.js';
import { heldToken, lookupAfter, uncertainSince, RESTORE_KEY } from './restore.js';
import type { PayRestore } from './restore.js';

type CallResponse = Attempt['response'];

/** Times in milliseconds. */
export const IDEMPOTENCY_TIMES = {
  /** A key stays locked for this time after its process ended. The lock is renewed while the call runs. */
  leaseMs: 10_000,
  /** A second call with a key waits this time for the first one, within its own `timeoutMs`. */
  waitMs: 10_000,
  /** The outcome of a call whose response was lost is looked up for this time, within the call's `timeoutMs`. */
  lookupMs: 5_000,
  storeTimeoutMs: 10_000,
  /** Option of the same name. */
  resendAfterMs: 900_000,
};

type BeginResult =
  /**
   * The key is new or its call was declined, or the call that had its record ended without an outcome. This call has the lease now.
   * With `restore`, the database was restored, and the record of the call may be lost.
   */
  | { state: 'new' | 'unresolved'; record: IdempotencyRecord; now: number; restore: PayRestore | null }
  | { state: 'done'; response: string }
  /** Another call has the lease. */
  | { state: 'busy' }
  /** The key belongs to another request. */
  | { state: 'conflict' };

/** Pauses between two looks at a record that another call leases. */
const PAUSES = { firstMs: 25, maxMs: 500 };
/** With less time left than this, a lookup would only time out. */
const MIN_LOOKUP_MS = 20;
const MAY_BE_OF_OTHER_CALL =
  'The service shows a transaction that may belong to another call. Compare it with your own records, and give each call a merchantTrns of its own.';

/** One call with an idempotency key, from its record to its response. */
export class KeyedCall {
  readonly #fingerprint: string;

  constructor(
    private readonly call: IdempotentCall,
    private readonly store: PayIdempotencyStore,
    private readonly times: typeof IDEMPOTENCY_TIMES,
    /** Reads the latest statement that the database was restored. */
    private readonly readRestore: () => Promise<PayRestore | null>,
  ) {
    this.#fingerprint = fingerprintOf(call);
  }

  /** Sends the call, or returns the response that is stored under its key. */
  async respond(): Promise<CallResponse> {
    const { key, operation, limits } = this.call;
    const { timeoutMs } = limits.deadline;
    if (key === RESTORE_KEY) return failures.reservedKey(operation, key);
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
    const leased = new LeasedRecord(result.record, result.now, this.store);
    const stopRenewing = leased.keepLease(this.times.leaseMs);
    try {
      if (result.restore !== null) return await this.#sendUnlessSent(leased, result.restore);
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
    // Side by side, so that the statement, which is rarely there, costs no round trip of its own.
    const [{ record, now }, restore] = await Promise.all([this.store.get(key), this.readRestore()]);
    if (record !== null) {
      if (record.fingerprint !== this.#fingerprint) return { state: 'conflict' };
      if (record.response !== null) return { state: 'done', response: record.response };
      if (record.leasedUntil > now) return { state: 'busy' };
    }
    const held = uncertainSince(record, restore, now);
    const token = held === null ? randomUUID() : heldToken();
    const lease = { token, leasedUntil: now + this.times.leaseMs };
    const begun = {
      // A held call was not sent by this database. Its earlier request, if any, was sent before the restore.
      ...(held === null
        ? ({ state: 'sending', sentAt: now } as const)
        : ({ state: 'unknown', sentAt: held.restoredAt.getTime() } as const)),
      ...lease,
      outcomeLookup: held === null ? outcomeLookup : lookupAfter(held, outcomeLookup),
      finishedAt: null,
    };
    if (record === null) {
      const fresh = { key, fingerprint: this.#fingerprint, ...begun, response: null, transactionId: null };
      const isInserted = await this.store.insert(fresh).catch(async (error: unknown) => {
        // Nothing was sent, but the record may be stored although the store failed.
        await this.store.delete(key, token).catch(() => null);
        throw error;
      });
      return isInserted ? { state: 'new', record: fresh, now, restore: held } : { state: 'busy' };
    }
    const isOpen = record.state !== 'done' && held === null;
    const change = isOpen ? lease : begun;
    if ((await this.store.update(key, record.token, change)) !== 'written') return { state: 'busy' };
    return { state: isOpen ? 'unresolved' : 'new', record: { ...record, ...change }, now, restore: held };
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

  /** Sends a call whose record may be lost, if the service shows that no earlier call with the key took effect. */
  async #sendUnlessSent(leased: LeasedRecord, restore: PayRestore): Promise<CallResponse> {
    const { operation, request, outcomeLookup } = this.call;
    const { restoredAt, lostSince } = restore;
    const hold = async (why: string): Promise<CallResponse> => {
      await leased.markUnknown(heldToken());
      return failures.heldAfterRestore(operation, stored, restoredAt, why);
    };
    const stored = lookupAfter(restore, outcomeLookup);
    const lookup = stored && ({ ...stored, clock: 'service' } as const);
    // The service may show a call a moment after it was made.
    const maxMs = restoredAt.getTime() + this.times.lookupMs - leased.now;
    const found = await this.#lookUp(lookup, Math.min(Math.max(maxMs, 0), this.times.lookupMs), lostSince);
    const isGuess = found?.arrived === true && !found.isOwn && lostSince === null;
    const response = found === null || isGuess ? null : await this.#storeFound(leased, lookup, found, hold);
    if (response !== null) return response;
    const { retry } = operation;
    // How long the service knows a key is unknown, so an old one proves nothing.
    const isRepeatable =
      request.repeatable && !(typeof retry === 'object' && retry.callerKey === 'idempotencyKey');
    if (!this.#mayResend(found, Infinity, isRepeatable))
      return hold(isGuess ? MAY_BE_OF_OTHER_CALL : (found?.next ?? this.#whyNoLookup()));
    const written = await this.#markSending(leased);
    return written ?? this.#sendFirst(leased);
  }

  /** Stores that the call is sent now. Returns a failure if it must not be sent. */
  async #markSending(leased: LeasedRecord): Promise<CallResponse | null> {
    const { operation, outcomeLookup } = this.call;
    // Without this write, the record would have the time of the first request if the process ended now.
    const written = await leased
      .update({ state: 'sending', outcomeLookup, sentAt: leased.now })
      .catch(() => null);
    if (written === null) return failures.storeFailed(operation);
    return written === 'written' ? null : failures.inProgress(operation);
  }

  #mayResend(
    found: FoundOutcome | null,
    sentAgoMs: number,
    isRepeatable = this.call.request.repeatable,
  ): boolean {
    const { operation, request } = this.call;
    if (found?.arrived === true) return false;
    if (isRepeatable || found?.state === 'not-done') return true;
    const { outcomeLookup } = operation;
    if (outcomeLookup !== undefined && 'nothing' in outcomeLookup) {
      const harmful = outcomeLookup.harmlessWithout;
      return harmful !== undefined && !harmful.some((option) => isSet(request.input[option]));
    }
    return found?.seenNothing === true && sentAgoMs >= this.times.resendAfterMs;
  }

  async #sendAgain(leased: LeasedRecord): Promise<CallResponse> {
    const failed = await this.#markSending(leased);
    if (failed !== null) return failed;
    const response = await this.call.send();
    if (!('failure' in response)) return this.#finish(leased, response);
    // The earlier request may have caused this rejection.
    return this.#lookUpLost(leased, { failure: afterUnknown(this.call.request, response.failure) });
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

  /** @param madeSince - Time before which the call cannot have made a transaction, if it is known. */
  async #lookUp(
    outcomeLookup: PayOutcomeLookup | null,
    maxMs = this.times.lookupMs,
    madeSince: Date | null = null,
  ): Promise<FoundOutcome | null> {
    const { deadline } = this.call.limits;
    if (outcomeLookup === null || deadline.cause !== null || deadline.remainingMs < MIN_LOOKUP_MS)
      return null;
    return this.call.lookUp(outcomeLookup, maxMs, madeSince);
  }

  /**
   * Stores what the lookup found and returns it, unless it may belong to another key. Returns null if nothing was found.
   *
   * @param stillUnknown - Ends the call without an outcome, for a reason.
   */
  async #storeFound(
    leased: LeasedRecord,
    outcomeLookup: PayOutcomeLookup | null,
    { arrived, isOwn, data, transactionId }: FoundOutcome,
    stillUnknown = async (why: string): Promise<CallResponse> => {
      await leased.markUnknown();
      return failures.stillUnknown(this.call.operation, outcomeLookup, why);
    },
  ): Promise<CallResponse | null> {
    if (!arrived || outcomeLookup === null) return null;
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
      const again = new LeasedRecord({ ...result.record, key }, result.now, this.store);
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
