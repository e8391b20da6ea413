/** Target of a reset: the initial state, or the configuration of the application. */
export type ResetTo = 'start' | 'setup';

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

  /** Adds or replaces a record, and returns it. */
  put(key: string, value: Value): Value {
    this.set(key, value);
    return value;
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

  /** Removes all records, or returns a setting to its value. */
  reset(_to: ResetTo): void {
    this.clear();
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

  override reset(): void {
    this.value = this.initial;
  }
}

/** Resets the tables of services. A service that has more than tables also has a method `reset`, which is called last. */
export function resetServices(services: readonly object[], to: ResetTo): void {
  for (const service of services) {
    for (const member of Object.values(service) as unknown[]) if (member instanceof Table) member.reset(to);
    if (hasReset(service)) service.reset();
  }
}

const hasReset = (service: object): service is { reset(): void } =>
  'reset' in service && typeof service.reset === 'function';
