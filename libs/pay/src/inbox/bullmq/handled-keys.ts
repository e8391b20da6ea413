import type { IRedisClient, Queue } from 'bullmq';
import { sha256 } from '../../core/values/sha256.js';
import type { PayInboxNote } from '../pay-inbox.js';

const HANDLED = 'handled';
/** Longer than handlers usually take. A claim expires only if its job was removed while its handlers were running. */
const CLAIM_MS = 600_000;

/** Commands that BullMQ's type of the client lacks. */
interface MoreCommands {
  pexpire(key: string, ms: number): Promise<number>;
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

  /** The note is stored first: a process that ends in between runs the handlers again, and stores the same note. */
  async complete(dedupeKey: string, note?: PayInboxNote): Promise<void> {
    const client = await this.#client();
    if (note !== undefined) {
      const name = this.#topicOf(note.topic);
      await client.hset(name, { [sha256(dedupeKey)]: JSON.stringify(note.value) });
      await client.pexpire(name, this.retentionMs);
    }
    await client.set(this.#nameOf(dedupeKey), HANDLED, { PX: this.retentionMs });
  }

  async release(dedupeKey: string, jobId: string): Promise<void> {
    const client = await this.#client();
    const name = this.#nameOf(dedupeKey);
    if ((await client.get(name)) === jobId) await client.del(name);
  }

  async notes(topic: string): Promise<PayInboxNote['value'][]> {
    const client = await this.#client();
    const notes = Object.values(await client.hgetall(this.#topicOf(topic)));
    return notes.map((note) => JSON.parse(note) as PayInboxNote['value']);
  }

  async #client(): Promise<IRedisClient & MoreCommands> {
    return (await this.queue.getBackend().connection.client) as IRedisClient & MoreCommands;
  }

  #topicOf(topic: string): string {
    return this.queue.toKey(`notes:${sha256(topic)}`);
  }

  #nameOf(dedupeKey: string): string {
    return this.queue.toKey(`handled:${sha256(dedupeKey)}`);
  }
}
