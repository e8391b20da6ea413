import type { IdempotencyRecord, IdempotencyWrite, PayIdempotencyStore } from './idempotency-store.js';

/** Stores idempotency records in the memory of this process, for tests. A restart loses them. */
export class MemoryIdempotencyStore implements PayIdempotencyStore {
  readonly #records = new Map<string, IdempotencyRecord>();
  readonly #now: () => number;

  /** @param options.now - Returns the time in milliseconds since 1970. @default Date.now */
  constructor({ now = Date.now }: { now?: () => number } = {}) {
    this.#now = now;
  }

  migrate(): Promise<void> {
    return Promise.resolve();
  }

  get(key: string): Promise<{ record: IdempotencyRecord | null; now: number }> {
    const record = this.#records.get(key);
    return Promise.resolve({ record: record === undefined ? null : { ...record }, now: this.#now() });
  }

  insert(record: IdempotencyRecord): Promise<boolean> {
    const isNew = !this.#records.has(record.key);
    if (isNew) this.#records.set(record.key, { ...record });
    return Promise.resolve(isNew);
  }

  update(key: string, token: string, change: Partial<IdempotencyRecord>): Promise<IdempotencyWrite> {
    const record = this.#records.get(key);
    if (record?.token !== token) return Promise.resolve('stale');
    const { transactionId = null } = change;
    const others = [...this.#records.values()].filter((one) => one !== record);
    if (transactionId !== null && others.some((one) => one.transactionId === transactionId))
      return Promise.resolve('transaction-in-use');
    Object.assign(record, change);
    return Promise.resolve('written');
  }

  renew(key: string, token: string, leaseMs: number): Promise<boolean> {
    const record = this.#records.get(key);
    if (record?.token !== token) return Promise.resolve(false);
    record.leasedUntil = this.#now() + leaseMs;
    return Promise.resolve(true);
  }

  delete(key: string, token: string): Promise<boolean> {
    const isHeld = this.#records.get(key)?.token === token;
    return Promise.resolve(isHeld && this.#records.delete(key));
  }

  listUnresolved(limit: number): Promise<IdempotencyRecord[]> {
    const now = this.#now();
    const unresolved = this.#open().filter(({ leasedUntil }) => leasedUntil <= now);
    return Promise.resolve(unresolved.sort((a, b) => a.sentAt - b.sentAt).slice(0, limit));
  }

  listOpenAbout(id: string): Promise<IdempotencyRecord[]> {
    const wanted = id.toLowerCase();
    return Promise.resolve(
      this.#open().filter(({ outcomeLookup }) => outcomeLookup?.id.toLowerCase() === wanted),
    );
  }

  deleteFinished(olderThanMs: number): Promise<number> {
    const until = this.#now() - olderThanMs;
    const finished = [...this.#records.values()].filter(
      ({ finishedAt }) => finishedAt !== null && finishedAt <= until,
    );
    for (const { key } of finished) this.#records.delete(key);
    return Promise.resolve(finished.length);
  }

  #open(): IdempotencyRecord[] {
    return [...this.#records.values()].filter(({ state }) => state !== 'done').map((one) => ({ ...one }));
  }
}
