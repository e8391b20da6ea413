import { dayOf } from './payout-rows.js';

/** Rows of a search, oldest first, read as far as a day needs them. */
export class RowStream<Row> {
  #next: Row | undefined;
  readonly #rows: AsyncIterator<Row>;
  #isStarted = false;
  #last = '';

  /** @param time - Returns the time of a row, with the local date first. */
  constructor(
    rows: AsyncIterable<Row>,
    private readonly time: (row: Row) => string,
  ) {
    this.#rows = rows[Symbol.asyncIterator]();
  }

  /**
   * Iterates over the next rows, up to the end of a day.
   *
   * @throws RangeError if the rows are not in the order of time.
   */
  async *until(day: string): AsyncGenerator<Row> {
    if (!this.#isStarted) await this.#advance();
    this.#isStarted = true;
    while (this.#next !== undefined && dayOf(this.time(this.#next)) <= day) {
      yield this.#next;
      await this.#advance();
    }
  }

  async close(): Promise<void> {
    await this.#rows.return?.();
  }

  async #advance(): Promise<void> {
    const next = await this.#rows.next();
    this.#next = next.done === true ? undefined : next.value;
    if (this.#next === undefined) return;
    const day = dayOf(this.time(this.#next));
    if (day < this.#last)
      throw new RangeError(
        `the service returned a row of ${day} after rows of ${this.#last}: a report needs them oldest first`,
      );
    this.#last = day;
  }
}
