import { createHash } from 'node:crypto';
import type { IRedisClient, Queue } from 'bullmq';

const HANDLED = 'handled';
/** Longer than a handler takes; only a job that was removed in the middle of its handlers leaves its claim to expire. */
const CLAIM_MS = 600_000;

/** The form of `SET` that ioredis has and that BullMQ's own client type leaves out. */
interface SetIfAbsent {
  set(key: string, value: string, expiry: 'PX', ms: number, condition: 'NX'): Promise<'OK' | null>;
}

/**
 * Remembers in Redis which events were handled, under plain keys beside the queue's own. A key counts once its event was handled,
 * so that a forged delivery cannot hide the true one. While handlers run, the key holds the ID of the job that runs them.
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

  /** Reserves the event for a job. A job whose process died gets its own claim back. */
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
    return this.queue.toKey(`handled:${createHash('sha256').update(dedupeKey).digest('hex')}`);
  }
}
