import { describeThrown } from '../../core/values/describe-thrown.js';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Limits the size of a statement: a delivery may have 64 KiB. */
const MAX_ITEMS = 100;
/** SQLSTATE classes of errors that one value or row causes. */
const ROW_ERROR = /^(22|23|54)[0-9A-Z]{3}$/;

/**
 * Combines the items that are added while a statement is running into the next statement. Each caller waits until its own item is
 * committed. An item that is added while no statement is running is sent at once.
 */
export class Batch<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #isSending = false;

  /** @param send - Writes all items or none, and resolves with one result per item, in the same order. */
  constructor(private readonly send: (items: readonly Item[]) => Promise<readonly Result[]>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isSending) void this.#sendAll();
    });
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    // Items that are added synchronously after the first one join its statement.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#sendOne(this.#waiting.splice(0, MAX_ITEMS));
    this.#isSending = false;
  }

  async #sendOne(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.send(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length > 1 && isRowError(error)) {
        // Items are sent one by one, so that an invalid item does not make the others fail.
        for (const one of batch) await this.#sendOne([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}

function isRowError(error: unknown): boolean {
  const { code } = describeThrown(error);
  return code !== null && ROW_ERROR.test(code);
}
