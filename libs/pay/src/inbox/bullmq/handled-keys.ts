import type { IRedisClient, Queue } from 'bullmq';
import { sha256 } from '../../core/values/sha256.js';

const HANDLED = 'handled';
/** Longer than handlers usually take. A claim expires only if its job was removed while its handlers were running. */
const CLAIM_MS = 600_000;

/** A form of `SET` that BullMQ's type of the client lacks. */
interface SetIfAbsent {
  set(key: string, value: string, expiry: 'PX', ms: number, condition: 'NX'): Promise<'OK' | null>;
}

/**
 * Stores in Redis which events were handled, in one key for each event. An event counts as handled only after its handlers have run,
 * so that a forged delivery cannot hide the true one. While handlers run, the value of the key is the ID of their job.
 */
export class HandledKeys {
  constructor(
    private readonly queue: Queue,
    private readonly retentionMs: number,
  ) {}

  async has(dedupeKey: string): Promise<boolean> {
    const client = await this.#client();
    return (await client.get(this.#nameOf(dedupeKey))) === HANDLED;
  }

  /** Claims the event for a job. A job whose process died gets its own claim again. */
  async claim(dedupeKey: string, jobId: string): Promise<'claimed' | 'busy' | 'handled'> {
    const client = await this.#client();
    const name = this.#nameOf(dedupeKey);
    if ((await client.set(name, jobId, 'PX', CLAIM_MS, 'NX')) !== null) return 'claimed';
    const holder = await client.get(name);
    if (holder === jobId) return 'claimed';
    return holder === HANDLED ? 'handled' : 'busy';
  }

  async complete(dedupeKey: string): Promise<void> {
    const client = await this.#client();
    await client.set(this.#nameOf(dedupeKey), HANDLED, { PX: this.retentionMs });
  }

  async release(dedupeKey: string, jobId: string): Promise<void> {
    const client = await this.#client();
    const name = this.#nameOf(dedupeKey);
    if ((await client.get(name)) === jobId) await client.del(name);
  }

  async #client(): Promise<IRedisClient & SetIfAbsent> {
    return (await this.queue.getBackend().connection.client) as IRedisClient & SetIfAbsent;
  }

  #nameOf(dedupeKey: string): string {
    return this.queue.toKey(`handled:${sha256(dedupeKey)}`);
  }
}
