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
 * Returns a function that combines the items of its calls into one statement while another is running. Each caller waits until its own
 * item is committed. An item is sent at once while no statement is running.
 *
 * @param send - Writes all items or none, and resolves with one result per item, in the same order.
 */
export function batched<Item, Result>(
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isSending = false;
  const sendAll = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await send(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      // Items are sent one by one, so that an invalid item does not make the others fail.
      if (batch.length > 1 && isRowError(error)) for (const one of batch) await sendAll([one]);
      else for (const { reject } of batch) reject(error);
    }
  };
  const sendWaiting = async (): Promise<void> => {
    isSending = true;
    // Items that are added synchronously after the first one join its statement.
    await Promise.resolve();
    while (waiting.length > 0) await sendAll(waiting.splice(0, MAX_ITEMS));
    isSending = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isSending) void sendWaiting();
    });
}

function isRowError(error: unknown): boolean {
  const { code } = describeThrown(error);
  return code !== null && ROW_ERROR.test(code);
}
