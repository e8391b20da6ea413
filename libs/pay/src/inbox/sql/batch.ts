import { describeThrown } from '../../core/values/describe-thrown.js';
interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** More of them would make one statement too large: a delivery may have 64 KiB. */
const LARGEST = 100;
/** SQLSTATE classes of what is wrong with one value or row, and not with the others. */
const OF_A_ROW = /^(22|23|54)[0-9A-Z]{3}$/;

/**
 * Sends as one what is asked for while the statement before is under way. Each caller waits until its own was committed, as
 * if it had been sent alone; alone it waits for nothing.
 */
export class Batch<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #isSending = false;

  /** @param send does it for all or for none, and answers for each in their order. */
  constructor(private readonly send: (items: readonly Item[]) => Promise<readonly Result[]>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isSending) void this.#sendAll();
    });
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    // What is asked for in the same turn goes with the first.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#sendOne(this.#waiting.splice(0, LARGEST));
    this.#isSending = false;
  }

  async #sendOne(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.send(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length > 1 && isOfARow(error)) {
        // One that cannot be kept must not take the others with it.
        for (const one of batch) await this.#sendOne([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}

function isOfARow(error: unknown): boolean {
  const { code } = describeThrown(error);
  return code !== null && OF_A_ROW.test(code);
}
