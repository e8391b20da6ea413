import { Cell, Table } from '../domain/table.js';
import type { Change, State } from './state.js';
import type { StoredRecords } from './stored-value.js';

/** What a data file stores of a world beside its state. */
export interface StoredWorld<Options> {
  /** Number of the world in this process and in the data file. No other world ever has it. */
  readonly number: number;
  /** From which its credentials and IDs follow. */
  readonly seed: string;
  readonly options: Options;
  /** Real time of its end in milliseconds, or null. */
  readonly endsAt: number | null;
}

const prefixOf = (number: number): string => `worlds/${number}/`;

/** The states of all worlds, as one state for the data file. */
export class WorldStates<Options> {
  /** Worlds beside `default`, by ID. */
  readonly stored = new Table<StoredWorld<Options>>('worlds');
  private readonly count = new Cell('worldCount', 0);
  private readonly states = new Map<string, State>();
  /** States of which all records are new to the data file. */
  private readonly unsaved = new Set<string>();
  private readonly changed = new Map<Table<unknown>, Set<string>>();
  private onChange: (() => void) | undefined;

  /** @param first - State of the world `default`. */
  constructor(first: State) {
    this.states.set('', first);
  }

  /** Returns the number of a new world. */
  nextNumber(): number {
    this.count.value++;
    return this.count.value;
  }

  /** Adds a world and its state. */
  add(id: string, world: StoredWorld<Options>, state: State): void {
    const prefix = prefixOf(world.number);
    this.states.set(prefix, state);
    this.stored.set(id, world);
    if (this.onChange === undefined) return;
    this.unsaved.add(prefix);
    state.watchChanges(this.onChange);
  }

  /** Removes a world. Its records leave the data file when it is written again. */
  remove(id: string): void {
    const prefix = prefixOf(this.stored.get(id)?.number ?? 0);
    this.states.delete(prefix);
    this.unsaved.delete(prefix);
    this.stored.delete(id);
  }

  /** Reads the definitions of worlds, before their states are loaded. */
  loadDefinitions(records: StoredRecords): void {
    for (const table of [this.stored, this.count] as Table<unknown>[]) {
      const stored = records.get(table.storedAs);
      // A file of a version without worlds has none.
      if (stored) table.load(stored);
    }
  }

  /** Number of records. */
  get size(): number {
    return [...this.states.values()].reduce((sum, { size }) => sum + size, this.stored.size + 1);
  }

  /** Lists all records. */
  *records(): Generator<Change> {
    for (const table of [this.count, this.stored])
      for (const [key, record] of table) yield [table.storedAs, key, record];
    for (const [prefix, state] of this.states) yield* prefixed(prefix, state.records());
  }

  /** Starts to collect changes. @param onChange - Called for changes after {@link takeChanges}. */
  watchChanges(onChange: () => void): void {
    this.onChange = onChange;
    for (const table of [this.count, this.stored] as Table<unknown>[]) {
      const keys = new Set<string>();
      this.changed.set(table, keys);
      table.onChange = (key) => {
        keys.add(key);
        onChange();
      };
    }
    for (const state of this.states.values()) state.watchChanges(onChange);
  }

  /** Returns the changes since the last call. */
  takeChanges(): readonly Change[] {
    const changes: Change[] = [];
    for (const [table, keys] of this.changed) {
      for (const key of keys)
        changes.push(table.has(key) ? [table.storedAs, key, table.get(key)] : [table.storedAs, key]);
      keys.clear();
    }
    for (const [prefix, state] of this.states) {
      const own = state.takeChanges();
      changes.push(...prefixed(prefix, this.unsaved.has(prefix) ? state.records() : own));
    }
    this.unsaved.clear();
    return changes;
  }
}

/** Returns the stored records of a world, with the names that its tables have. */
export function recordsOfWorld(number: number, records: StoredRecords): StoredRecords {
  const prefix = prefixOf(number);
  return new Map(
    [...records]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, table]) => [name.slice(prefix.length), table]),
  );
}

/** Returns the stored records of the world `default`. */
export function recordsOfDefault(records: StoredRecords): StoredRecords {
  return new Map(
    [...records].filter(
      ([name]) => name !== 'worldCount' && name !== 'worlds' && !name.startsWith('worlds/'),
    ),
  );
}

function* prefixed(prefix: string, changes: Iterable<Change>): Generator<Change> {
  for (const [table, ...rest] of changes) yield [prefix + table, ...rest];
}
