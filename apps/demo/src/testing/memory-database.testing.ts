import { Records, type RecordKeys } from '../database/records.js';
import { ShopDatabase } from '../database/shop-database.js';

/** A database in memory, for tests of what stands on it. Its methods do not wait, so none comes between another's steps. */
export class MemoryDatabase extends ShopDatabase {
  records<One>(_kind: string, keys: RecordKeys<One>): Records<One> {
    return new MemoryRecords(keys);
  }
}

class MemoryRecords<One> extends Records<One> {
  private readonly byId = new Map<string, One>();

  constructor(private readonly keys: RecordKeys<One>) {
    super();
  }

  add(
    one: One,
    complete: (relatives: readonly One[]) => One | null = () => one,
  ): Promise<{ record: One; isNew: boolean } | null> {
    const submission = this.keys.submission?.(one);
    const earlier =
      this.byId.get(this.keys.id(one)) ??
      this.list().find((other) => submission !== undefined && this.keys.submission?.(other) === submission);
    if (earlier !== undefined) return Promise.resolve({ record: earlier, isNew: false });
    const record = complete(this.relatives(this.keys.reference?.(one) ?? null));
    if (record === null) return Promise.resolve(null);
    this.byId.set(this.keys.id(one), record);
    return Promise.resolve({ record, isNew: true });
  }

  find(id: string): Promise<One | undefined> {
    return Promise.resolve(this.byId.get(id));
  }

  of(reference: string): Promise<readonly One[]> {
    return Promise.resolve(this.relatives(reference));
  }

  all(): Promise<readonly One[]> {
    return Promise.resolve(this.list());
  }

  update(id: string, change: (one: One, relatives: readonly One[]) => One): Promise<One> {
    const known = this.byId.get(id);
    if (known === undefined) return Promise.reject(new Error(`${id} is unknown`));
    const changed = change(known, this.relatives(this.keys.reference?.(known) ?? null));
    this.byId.set(id, changed);
    return Promise.resolve(changed);
  }

  private list(): One[] {
    return [...this.byId.values()];
  }

  private relatives(reference: string | null): One[] {
    return reference === null ? [] : this.list().filter((one) => this.keys.reference?.(one) === reference);
  }
}
