import type { Table } from './table.js';

/** Records of one kind by their ID, which requests may write in capitals. Services with such records extend it. */
export abstract class Records<Value extends object> {
  /** @param notFound - Creates the error for an unknown ID. */
  protected constructor(
    protected readonly records: Table<Value>,
    private readonly notFound: () => Error,
  ) {}

  find(id: string): Value | undefined {
    return this.records.get(id.toLowerCase());
  }

  /** Returns a record. @throws Refusal 404 if the ID is unknown. */
  get(id: string): Value {
    const record = this.find(id);
    if (!record) throw this.notFound();
    return record;
  }

  /** Lists all records, oldest first. */
  list(): readonly Value[] {
    return [...this.records.values()];
  }
}
