import type { DedupeStore } from './dedupe-store.js';
import type { PayDelivery, PayInbox, PayInboxOutcome } from './pay-inbox.js';

/**
 * Handles a delivery before it is answered. Deliveries of one event wait for each other: the next one is a duplicate
 * when the first was handled, and tries itself when it was not.
 */
export class InlineInbox implements PayInbox {
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(private readonly handled: DedupeStore) {}

  async receive(delivery: PayDelivery, process: () => Promise<void>): Promise<PayInboxOutcome> {
    const { key } = delivery;
    for (let twin = this.#underWay.get(key); twin !== undefined; twin = this.#underWay.get(key)) {
      // A forged twin may fail where this one would not: its failure decides nothing here.
      await twin.catch(() => undefined);
    }
    const turn = this.#handleOnce(key, process);
    this.#underWay.set(key, turn);
    try {
      return await turn;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #handleOnce(key: string, process: () => Promise<void>): Promise<PayInboxOutcome> {
    if (await this.handled.has(key)) return 'duplicate';
    await process();
    await this.handled.add(key);
    return 'handled';
  }
}
