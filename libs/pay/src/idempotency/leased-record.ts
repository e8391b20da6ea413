import { randomUUID } from 'node:crypto';
import type { Attempt } from '../core/http/attempt.js';
import { systemClock } from '../core/values/clock.js';
import { keepLease } from '../stores/lease.js';
import type { IdempotencyRecord, IdempotencyWrite, PayIdempotencyStore } from './idempotency-store.js';

/** A record and its lease. A write after the lease was lost is `stale`. */
export class LeasedRecord {
  readonly #readAt = systemClock.now();

  /** @param readNow - Time of the store's clock when the record was read. */
  constructor(
    readonly record: IdempotencyRecord,
    private readonly readNow: number,
    private readonly store: PayIdempotencyStore,
  ) {}

  /** Time of the store's clock. */
  get now(): number {
    return this.readNow + (systemClock.now() - this.#readAt);
  }

  get sentAgoMs(): number {
    return this.readNow - this.record.sentAt;
  }

  /** Renews the lease until the returned function is called. */
  keepLease(leaseMs: number): () => void {
    const { key, token } = this.record;
    // By the store's clock, which may have jumped ahead of `now`.
    return keepLease(systemClock, leaseMs, () => this.store.renew(key, token, leaseMs));
  }

  async update(change: Partial<Omit<IdempotencyRecord, 'key' | 'fingerprint'>>): Promise<IdempotencyWrite> {
    return this.store.update(this.record.key, this.record.token, change);
  }

  /** Stores the response and the ID of the transaction. */
  finish(response: Attempt['response'], transactionId: string | null): Promise<IdempotencyWrite> {
    return this.update({
      state: 'done',
      token: randomUUID(),
      response: JSON.stringify(response),
      finishedAt: this.now,
      transactionId,
    });
  }

  /** Stores the response. If another key has the transaction, stores it without the ID of the transaction. */
  async finishAnyway(response: Attempt['response'], transactionId: string | null): Promise<IdempotencyWrite> {
    const written = await this.finish(response, transactionId);
    return written === 'transaction-in-use' ? this.finish(response, null) : written;
  }

  /** Ends the lease without an outcome: the next call with the key looks it up. Ignores errors of the store. */
  async markUnknown(token: string = randomUUID()): Promise<void> {
    // The new token ends a renewal that is in progress.
    await this.update({ state: 'unknown', token, leasedUntil: this.readNow }).catch(() => null);
  }

  /** Ends a call that the service declined: only the same request may use the key again. Ignores errors of the store. */
  async markDeclined(): Promise<boolean> {
    const finished = { state: 'done', token: randomUUID(), finishedAt: this.now } as const;
    const written = await this.update({ ...finished, leasedUntil: this.readNow }).catch(() => null);
    return written === 'written';
  }

  /** Deletes the record of a call that certainly had no effect, so that its key is free. Ignores errors of the store. */
  async delete(): Promise<void> {
    await this.store.delete(this.record.key, this.record.token).catch(() => null);
  }
}
