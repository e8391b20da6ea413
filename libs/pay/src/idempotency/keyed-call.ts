import { randomUUID } from 'node:crypto';
import type { Attempt } from '../core/http/attempt.js';
import type { Clock } from '../core/values/clock.js';
import { afterUnknown } from '../core/operation/failure.js';
import type { Failure } from '../core/operation/failure.js';
import type { FoundOutcome, IdempotentCall } from '../core/http/idempotent-call.js';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import { fingerprintOf } from './fingerprint.js';
import * as failures from './idempotency-failures.js';
import type { IdempotencyRecord, IdempotencyWrite, PayIdempotencyStore } from './idempotency-store.js';

type Answer = Attempt['answer'];

/** How long things take, in milliseconds: see `PayIdempotencyOptions`. */
export interface IdempotencyTimes {
  leaseMs: number;
  waitMs: number;
  lookupMs: number;
  resendAfterMs: number;
}

/** What a call finds under its key. */
type Begun =
  /** The key is new or its record was given up: this call holds it now. */
  | { state: 'new' | 'unresolved'; record: IdempotencyRecord; now: number }
  | { state: 'done'; answer: string }
  | { state: 'busy' }
  | { state: 'different' };

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;
/** With less time left than this, a read would only time out. */
const LEAST_MS = 20;

/** One call with an idempotency key, from its record to its answer. */
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

  async answer(): Promise<Answer> {
    const { operation } = this.call;
    let begun: Begun;
    try {
      begun = await this.#begin();
    } catch {
      return failures.storeFailed(operation);
    }
    if (begun.state === 'busy') return failures.inProgress(operation);
    if (begun.state === 'different') return failures.keyConflict(operation);
    if (begun.state === 'done') return JSON.parse(begun.answer) as Answer;
    const held = new HeldRecord(begun.record, begun.now, this.store, this.clock);
    const stopRenewing = held.keepLease(this.times.leaseMs);
    try {
      return begun.state === 'new' ? await this.#sendFirst(held) : await this.#recover(held);
    } finally {
      stopRenewing();
    }
  }

  /** Takes the key, and waits while another call holds it. */
  async #begin(): Promise<Begun> {
    const { deadline } = this.call.limits;
    const until = deadline.remainingMs - this.times.waitMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const begun = await this.#tryBegin();
      if (begun.state !== 'busy' || deadline.remainingMs - pauseMs <= Math.max(until, 0)) return begun;
      if (!(await deadline.pause(pauseMs))) return begun;
    }
  }

  async #tryBegin(): Promise<Begun> {
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
        answer: null,
        transactionId: null,
        sentAt: now,
        finishedAt: null,
      };
      return (await this.store.insert(fresh)) ? { state: 'new', record: fresh, now } : { state: 'busy' };
    }
    if (record.fingerprint !== this.#fingerprint) return { state: 'different' };
    if (record.answer !== null) return { state: 'done', answer: record.answer };
    if (record.leasedUntil > now) return { state: 'busy' };
    const written = await this.store.update(key, record.token, lease);
    return written === 'written'
      ? { state: 'unresolved', record: { ...record, ...lease }, now }
      : { state: 'busy' };
  }

  async #sendFirst(held: HeldRecord): Promise<Answer> {
    const answer = await this.call.send();
    if (!('failure' in answer)) return this.#done(held, answer);
    if (answer.failure.error.outcome === 'unknown') return this.#lookUpLost(held, answer);
    // It certainly did not happen, so the key is free for another attempt.
    await held.delete();
    return answer;
  }

  /** Asks the service what became of an earlier call with the key before anything is sent again. */
  async #recover(held: HeldRecord): Promise<Answer> {
    const { outcomeLookup } = held.record;
    const found = await this.#lookUp(outcomeLookup);
    const answer = found === null ? null : await this.#storeFound(held, outcomeLookup, found);
    if (answer !== null) return answer;
    if (this.#mayResend(found, held.sentAgoMs)) return this.#sendAgain(held);
    await held.giveUp();
    return failures.stillUnknown(this.call.operation, outcomeLookup, found?.next ?? this.#whyNoLookup());
  }

  #mayResend(found: FoundOutcome | null, sentAgoMs: number): boolean {
    const { operation, request } = this.call;
    if (found?.arrived === true) return false;
    if (request.repeatable || found?.state === 'not-done') return true;
    const { outcomeLookup } = operation;
    if (outcomeLookup !== undefined && 'nothing' in outcomeLookup) {
      const harmful = outcomeLookup.harmlessWithout;
      return harmful !== undefined && !harmful.some((option) => isGiven(request.input[option]));
    }
    return found?.seenNothing === true && sentAgoMs >= this.times.resendAfterMs;
  }

  async #sendAgain(held: HeldRecord): Promise<Answer> {
    const { operation, request, outcomeLookup } = this.call;
    // Without this write, a crash now would leave the time of the first sending behind.
    const written = await held
      .update({ state: 'sending', outcomeLookup, sentAt: held.now })
      .catch(() => null);
    if (written === null) return failures.storeFailed(operation);
    if (written !== 'written') return failures.inProgress(operation);
    const answer = await this.call.send();
    if (!('failure' in answer)) return this.#done(held, answer);
    // A refusal now may be due to what was sent before.
    return this.#lookUpLost(held, { failure: afterUnknown(request, answer.failure) });
  }

  async #lookUpLost(held: HeldRecord, lost: { failure: Failure }): Promise<Answer> {
    const { outcomeLookup } = this.call;
    const found = await this.#lookUp(outcomeLookup);
    const answer = found === null ? null : await this.#storeFound(held, outcomeLookup, found);
    if (answer !== null) return answer;
    if (found?.state === 'not-done') {
      await held.delete();
      return failures.provenNotDone(lost, found.next);
    }
    await held.giveUp();
    return lost;
  }

  async #lookUp(outcomeLookup: PayOutcomeLookup | null): Promise<FoundOutcome | null> {
    const { deadline } = this.call.limits;
    if (outcomeLookup === null || deadline.cause !== null || deadline.remainingMs < LEAST_MS) return null;
    return this.call.lookUp(outcomeLookup, this.times.lookupMs);
  }

  /** Answers what the lookup found, unless it may be another key's. Null when nothing was found. */
  async #storeFound(
    held: HeldRecord,
    outcomeLookup: PayOutcomeLookup | null,
    { arrived, isOwn, data, transactionId }: FoundOutcome,
  ): Promise<Answer | null> {
    if (!arrived || outcomeLookup === null) return null;
    const { operation } = this.call;
    const doubtful = async (why: string): Promise<Answer> => {
      await held.giveUp();
      return failures.stillUnknown(operation, outcomeLookup, why);
    };
    if (!isOwn && (await this.#mayBeAnotherKeys(outcomeLookup)))
      return doubtful(
        'The transaction that the service shows may belong to another open key: give each call a merchantTrns of its own.',
      );
    const answer = { data };
    const written = await held.finish(answer, transactionId);
    if (written === 'written' || (isOwn && written !== 'transaction-taken')) return answer;
    return doubtful(
      written === 'transaction-taken'
        ? 'The transaction that the service shows belongs to another key.'
        : 'The transaction that the service shows could not be stored, and may belong to another key.',
    );
  }

  /** Whether an open call with another key may have made the transaction: its answer may still be on the way. */
  async #mayBeAnotherKeys({ id, about, amount }: PayOutcomeLookup): Promise<boolean> {
    const open = await this.store.listOpenAbout(id).catch(() => null);
    if (open === null) return true;
    return open.some(
      ({ key, outcomeLookup }) =>
        key !== this.call.key &&
        outcomeLookup?.about === about &&
        (outcomeLookup.amount === null || amount === null || outcomeLookup.amount === amount),
    );
  }

  /** The call had its effect, even if the record cannot be written: then the next call with the key looks it up. */
  async #done(held: HeldRecord, answer: { data: unknown }): Promise<Answer> {
    const { key, operation } = this.call;
    const transactionId = makesTransaction(operation) ? transactionIdIn(answer.data) : null;
    if ((await held.finish(answer, transactionId, 'even-if-taken')) !== 'stale') return answer;
    // The process stood still for longer than its lease, and another one took the key over.
    const begun = await this.#tryBegin().catch(() => null);
    if (begun === null || begun.state === 'busy') return failures.inProgress(operation);
    if (begun.state === 'done') return JSON.parse(begun.answer) as Answer;
    if (begun.state !== 'different') {
      const again = new HeldRecord({ ...begun.record, key }, begun.now, this.store, this.clock);
      await again.finish(answer, transactionId, 'even-if-taken');
    }
    return answer;
  }

  #whyNoLookup(): string {
    const { outcomeLookup } = this.call.operation;
    return outcomeLookup !== undefined && 'nothing' in outcomeLookup
      ? `${outcomeLookup.nothing} When you know the outcome, store it: idempotency.resolve(key, …).`
      : 'There was no time left to ask: call again with the same key.';
  }
}

/** A record that this call holds the lease of. Failed writes answer null: the next call with the key looks the outcome up. */
class HeldRecord {
  readonly #readAt: number;

  constructor(
    readonly record: IdempotencyRecord,
    private readonly readNow: number,
    private readonly store: PayIdempotencyStore,
    private readonly clock: Clock,
  ) {
    this.#readAt = clock.now();
  }

  /** The store's clock. */
  get now(): number {
    return this.readNow + (this.clock.now() - this.#readAt);
  }

  get sentAgoMs(): number {
    return this.readNow - this.record.sentAt;
  }

  /** Renews the lease until the returned function is called. A lease that cannot be renewed is lost to the next call. */
  keepLease(leaseMs: number): () => void {
    const timer = setInterval(() => {
      this.update({ leasedUntil: this.now + leaseMs }).catch(() => undefined);
    }, leaseMs / 3);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  }

  async update(change: Partial<Omit<IdempotencyRecord, 'key' | 'fingerprint'>>): Promise<IdempotencyWrite> {
    return this.store.update(this.record.key, this.record.token, change);
  }

  /** Stores the answer. `even-if-taken`: also where another key has the transaction, then without its id. */
  async finish(
    answer: Answer,
    transactionId: string | null,
    rule?: 'even-if-taken',
  ): Promise<IdempotencyWrite | null> {
    const done = {
      state: 'done',
      token: randomUUID(),
      answer: JSON.stringify(answer),
      finishedAt: this.now,
    } as const;
    const written = await this.update({ ...done, transactionId }).catch(() => null);
    if (written !== 'transaction-taken' || rule === undefined) return written;
    return this.update({ ...done, transactionId: null }).catch(() => null);
  }

  /** The outcome is unknown: the next call with the key looks it up. A new token ends renewals that are under way. */
  async giveUp(): Promise<void> {
    await this.update({ state: 'unknown', token: randomUUID(), leasedUntil: this.readNow }).catch(() => null);
  }

  /** The call certainly had no effect: the key is free. */
  async delete(): Promise<void> {
    await this.store.delete(this.record.key, this.record.token).catch(() => null);
  }
}

/** The transaction that an answer names; null when it names none. */
export function transactionIdIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const { TransactionId, transactionId } = data as Record<string, unknown>;
  const id = TransactionId ?? transactionId;
  return typeof id === 'string' ? id : null;
}

/** Other operations answer the transaction that they were given, or none. */
function makesTransaction({ outcomeLookup }: IdempotentCall['operation']): boolean {
  return outcomeLookup !== undefined && 'about' in outcomeLookup && /refund|charge/.test(outcomeLookup.about);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== false;
