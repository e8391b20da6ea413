import { isObject } from '../domain/json-kinds.js';
import { schemaProblem, type Schema } from '../domain/json-schema.js';
import { Table } from '../domain/table.js';
import { TABLES } from './record-shapes.generated.js';
import { checkReferences } from './references.js';
import { reviveRecord, writeRecord } from '../domain/record-text.js';
import type { StoredRecords } from './stored-value.js';

/** Version of snapshots and data files. */
export const STATE_VERSION = 3;

/** The state of a simulator as plain JSON, without the account's credentials and the request log. */
export interface SimulatorSnapshot {
  readonly version: number;
  /** Records by table, each with its key. */
  readonly tables: Readonly<Record<string, readonly (readonly [key: string, record: unknown])[]>>;
}

/** Its records decide which other tables exist. */
const FIRST_TABLE = 'connectedMerchants';

/** A changed record. A removed record has no value. */
export type Change = readonly [table: string, key: string, record?: unknown];

/** All tables of the simulator's services. */
export class State {
  private readonly tables = new Map<string, Table<unknown>>();
  private readonly changed = new Map<string, Set<string>>();
  private onChange: (() => void) | undefined;

  /**
   * Adds the tables of services.
   *
   * @param scope - Prefix of the names of the tables, because each merchant has the same services.
   */
  add(scope: string, ...services: readonly object[]): void {
    for (const table of services.flatMap((service) => Object.values(service) as unknown[])) {
      if (!(table instanceof Table)) continue;
      const name = scope + table.storedAs;
      if (this.tables.has(name)) throw new Error(`two tables have the name ${name}`);
      this.tables.set(name, table);
      if (this.onChange === undefined) continue;
      this.watch(name, table);
      // The services of a new merchant made these records before they were added.
      for (const key of table.keys()) table.onChange?.(key);
    }
  }

  /** Removes the tables of a scope. */
  remove(scope: string): void {
    for (const [name, table] of this.tables) {
      if (!name.startsWith(scope)) continue;
      for (const key of table.keys()) table.onChange?.(key);
      table.onChange = undefined;
      this.tables.delete(name);
    }
  }

  /** Number of records. */
  get size(): number {
    let size = 0;
    for (const table of this.tables.values()) size += table.size;
    return size;
  }

  /** Lists all records. */
  *records(): Generator<Change> {
    for (const [name, table] of this.tables) for (const [key, record] of table) yield [name, key, record];
  }

  /** Returns the records of all tables. Records are never changed in place, so they are not copied. */
  copy(): StoredRecords {
    return new Map([...this.tables].map(([name, table]) => [name, new Map(table)]));
  }

  snapshot(): SimulatorSnapshot {
    const tables = Object.fromEntries([...this.tables].map(([name, table]) => [name, [...table]]));
    return JSON.parse(writeRecord({ version: STATE_VERSION, tables })) as SimulatorSnapshot;
  }

  /**
   * Replaces the records of all stored tables. The others keep their records, which must be the initial ones.
   *
   * @throws RangeError if a table is unknown.
   */
  load(stored: StoredRecords): void {
    const first = this.tables.get(FIRST_TABLE);
    first?.load(stored.get(FIRST_TABLE) ?? []);
    first?.onLoad?.();
    const others = [...stored].filter(([name]) => name !== FIRST_TABLE);
    for (const [name, records] of others) {
      const table = this.tables.get(name);
      if (!table) throw new RangeError(`tables: expected no table '${name}'; ${AS_TAKEN}`);
      table.load(records);
    }
    for (const table of this.tables.values()) if (table !== first) table.onLoad?.();
  }

  /** Starts to collect changes. @param onChange - Called for the first change after {@link takeChanges}. */
  watchChanges(onChange: () => void): void {
    this.onChange = onChange;
    for (const [name, table] of this.tables) this.watch(name, table);
  }

  /** Returns the changes since the last call. */
  takeChanges(): readonly Change[] {
    const changes = [...this.changed].flatMap(([name, keys]) => {
      const table = this.tables.get(name);
      return [...keys].map((key): Change => (table?.has(key) ? [name, key, table.get(key)] : [name, key]));
    });
    this.changed.clear();
    return changes;
  }

  private watch(name: string, table: Table<unknown>): void {
    table.onChange = (key) => {
      if (this.changed.size === 0) this.onChange?.();
      const keys = this.changed.get(name);
      if (keys) keys.add(key);
      else this.changed.set(name, new Set([key]));
    };
  }
}

/**
 * Reads the records of a snapshot.
 *
 * @throws RangeError if it is not a snapshot of this version, a record does not have the form that the services store, or a record that
 * another one needs is missing. The message names the table and the record.
 */
export function recordsOf(snapshot: unknown): StoredRecords {
  const { version, tables } = isObject(snapshot) ? snapshot : {};
  if (typeof version !== 'number' || !isObject(tables))
    throw new RangeError('snapshot: expected the value that snapshot() returned');
  checkVersion('snapshot', version, 'take a new one');
  const copy = JSON.parse(JSON.stringify(tables)) as Readonly<Record<string, unknown>>;
  const stored = new Map(
    Object.entries(copy).map(([name, records]) => {
      if (!Array.isArray(records) || !records.every(isRecord))
        throw new RangeError(`tables.${name}: expected a list of pairs of key and record`);
      checkRecords(name, records);
      return [name, new Map(records.map(([key, record]) => [key, reviveRecord(record)]))];
    }),
  );
  checkReferences(stored, AS_TAKEN);
  return stored;
}

function checkRecords(name: string, records: readonly (readonly [string, unknown])[]): void {
  // The name of a merchant's table starts with the merchant's ID.
  const table = TABLES[name.slice(name.lastIndexOf('/') + 1)];
  if (!table) throw new RangeError(`tables: expected no table '${name}'; ${AS_TAKEN}`);
  const problem = schemaProblem(table, Object.fromEntries(records), noReference, `tables.${name}`);
  if (problem) throw new RangeError(`${problem.field}: expected ${problem.expected}; ${AS_TAKEN}`);
}

const AS_TAKEN = 'restore a snapshot as it was taken';

/** The schemas of tables have no references. */
const noReference = (): Schema => ({});

function isRecord(value: unknown): value is readonly [string, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}

/** @throws RangeError if the version is not {@link STATE_VERSION}. The message says what to do about an older one. */
export function checkVersion(name: string, version: number, forOlder: string): void {
  if (version > STATE_VERSION)
    throw new RangeError(
      `${name}: a newer pay-simulator wrote this state (version ${version}); update pay-simulator`,
    );
  if (version !== STATE_VERSION)
    throw new RangeError(
      `${name}: an older pay-simulator wrote this state (version ${version}), which this one cannot read; ${forOlder}`,
    );
}
