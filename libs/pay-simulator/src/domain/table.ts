/**
 * A map of records that snapshots and the data file store. A change of a record replaces the record, so that it is noticed.
 * Records consist of plain data, `bigint` and `Decimal`.
 */
export class Table<Value> extends Map<string, Value> {
  /** Called after each change. */
  onChange: ((key: string) => void) | undefined;
  /** Called after all stored records were loaded, for example to derive an index from them. */
  onLoad: (() => void) | undefined;

  /** @param storedAs - Name in snapshots and data files. Another name makes earlier ones unreadable. */
  constructor(readonly storedAs: string) {
    super();
  }

  override set(key: string, value: Value): this {
    super.set(key, value);
    this.onChange?.(key);
    return this;
  }

  /** Adds a record to a table from which none is removed. */
  append(value: Value): void {
    this.set(String(this.size), value);
  }

  override delete(key: string): boolean {
    const existed = super.delete(key);
    if (existed) this.onChange?.(key);
    return existed;
  }

  override clear(): void {
    for (const key of this.keys()) this.delete(key);
  }

  /** Replaces all records by stored ones. */
  load(records: Iterable<readonly [string, Value]>): void {
    this.clear();
    for (const [key, value] of records) this.set(key, value);
  }
}

/** A single stored value. */
export class Cell<Value> extends Table<Value> {
  constructor(
    storedAs: string,
    private readonly initial: Value,
  ) {
    super(storedAs);
    this.value = initial;
  }

  get value(): Value {
    return this.get('') as Value;
  }

  set value(value: Value) {
    this.set('', value);
  }

  /** Returns to the initial value. */
  reset(): void {
    this.value = this.initial;
  }
}
