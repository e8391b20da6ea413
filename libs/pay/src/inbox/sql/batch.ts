import { systemClock } from '../../core/values/clock.js';
import { describeThrown } from '../../core/values/describe-thrown.js';
import { withinTime } from '../../core/values/time-limit.js';

/** Limits the size of a statement: a delivery may have 64 KiB. */
const MAX_CALLS = 100;
/** Limits the time of a statement, because a dead connection may never respond. The next statement uses another connection. */
const LIMIT_MS = 8_000;
/** SQLSTATE classes of errors that one value or row causes. */
const ROW_ERROR = /^(22|23|54)[0-9A-Z]{3}$/;

/**
 * Returns a function that combines its calls into one statement while another is running. Each caller waits until its own call is
 * committed. A call is sent at once while no statement is running.
 *
 * @param send - Gets the arguments of each call. Writes all of them or none, and resolves with one result per call, in the same order.
 */
export function batched<Call extends unknown[], Result>(
  send: (calls: readonly Call[]) => Promise<readonly Result[]>,
): (...call: Call) => Promise<Result> {
  let next: { calls: Call[]; results: Promise<readonly Result[]> } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const add = async (...call: Call): Promise<Result> => {
    if (next === null || next.calls.length === MAX_CALLS) {
      const own: Call[] = [];
      const late = `the database did not respond within ${LIMIT_MS} ms`;
      const sent = last.then(() => {
        if (next?.calls === own) next = null;
        return withinTime(systemClock, LIMIT_MS, send(own), late);
      });
      last = sent.catch(() => undefined);
      next = { calls: own, results: sent };
    }
    const { calls, results } = next;
    const index = calls.push(call) - 1;
    try {
      return (await results)[index] as Result;
    } catch (error) {
      if (calls.length === 1 || !isRowError(error)) throw error;
      // Each call is sent alone, so that an invalid value does not make the others fail.
      next = null;
      const alone = add(...call);
      next = null;
      return alone;
    }
  };
  return add;
}

function isRowError(error: unknown): boolean {
  const { code } = describeThrown(error);
  return code !== null && ROW_ERROR.test(code);
}
