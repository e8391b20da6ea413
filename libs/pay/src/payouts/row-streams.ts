import { dayOf } from './payout-rows.js';

/** Rows of a search, oldest first, read as far as a day needs them. */
export class RowStream<Row> {
  readonly #rows: AsyncIterator<Row, void>;
  #next: IteratorResult<Row, void> | undefined;
  #last = '';

  /** @param time - Returns the time of a row, with the local date first. */
  constructor(
    rows: AsyncIterable<Row, void>,
    private readonly time: (row: Row) => string,
  ) {
    this.#rows = rows[Symbol.asyncIterator]();
  }

  /**
   * Iterates over the next rows, up to the end of a day.
   *
   * @throws RangeError if the rows are not in the order of time.
   */
  async *until(day: string): AsyncGenerator<Row, void, void> {
    for (;;) {
      this.#next ??= await this.#rows.next();
      if (this.#next.done === true) return;
      const row = this.#next.value;
      const own = dayOf(this.time(row));
      if (own < this.#last)
        throw new RangeError(
          `the service returned a row of ${own} after rows of ${this.#last}: a report needs them oldest first`,
        );
      this.#last = own;
      if (own > day) return;
      yield row;
      this.#next = undefined;
    }
  }

  async close(): Promise<void> {
    await this.#rows.return?.();
  }
}
