import type { IRedisClient, Queue } from 'bullmq';
import { sha256 } from '../../core/values/sha256.js';
import type { PayInboxNote } from '../../webhooks/delivery.types.js';

/** A command that BullMQ's type of the client lacks. */
interface MoreCommands {
  exists(...keys: string[]): Promise<number>;
  pexpire(key: string, ms: number): Promise<number>;
}

/** Stores in Redis which events were handled, in one key for each event, and what is remembered of them. */
export class HandledKeys {
  constructor(
    private readonly queue: Queue,
    private readonly retentionMs: number,
  ) {}

  /** Returns whether an event was handled, or whether any of the Redis keys `others` exists. */
  async has(key: string, ...others: string[]): Promise<boolean> {
    const client = await this.#client();
    return (await client.exists(this.#nameOf(key), ...others)) > 0;
  }

  async add(key: string): Promise<void> {
    const client = await this.#client();
    await client.set(this.#nameOf(key), 'handled', { PX: this.retentionMs });
  }

  async addNote(key: string, { topic, value }: PayInboxNote): Promise<void> {
    const client = await this.#client();
    const name = this.#topicOf(topic);
    await client.hset(name, { [sha256(key)]: JSON.stringify(value) });
    await client.pexpire(name, this.retentionMs);
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

  #nameOf(key: string): string {
    return this.queue.toKey(`handled:${sha256(key)}`);
  }
}
