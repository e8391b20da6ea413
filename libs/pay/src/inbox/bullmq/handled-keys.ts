import type { IRedisClient, Queue } from 'bullmq';
import { sha256 } from '../../core/values/sha256.js';
import { orderingKeyOf } from '../ordering-key.js';
import type { PayDelivery } from '../pay-inbox.js';

/** Value of an event that the service cannot confirm. */
const UNCONFIRMED = 'unconfirmed';

/** Stores in Redis which events were handled, in one key for each event. The value is `=` and the order of the event. */
export class HandledKeys {
  constructor(
    private readonly queue: Queue,
    private readonly retentionMs: number,
  ) {}

  /** Returns the ordering key of a handled event, null for one without a confirmed order, or undefined if it was not handled. */
  async orderOf(key: string): Promise<string | null | undefined> {
    const client = await this.#client();
    const value = await client.get(this.#nameOf(key));
    if (value === null) return undefined;
    return value.startsWith('=') && value.length > 1 ? value.slice(1) : null;
  }

  /** Remembers a handled event. */
  async add({ delivery, isConfirmed }: { delivery: PayDelivery; isConfirmed: boolean }): Promise<void> {
    const client = await this.#client();
    const value = isConfirmed ? `=${orderingKeyOf(delivery, true) ?? ''}` : UNCONFIRMED;
    await client.set(this.#nameOf(delivery.key), value, { PX: this.retentionMs });
  }

  async #client(): Promise<IRedisClient> {
    return (await this.queue.getBackend().connection.client) as IRedisClient;
  }

  #nameOf(key: string): string {
    return this.queue.toKey(`handled:${sha256(key)}`);
  }
}
