import { Cell, Table } from '../domain/table.js';
import { State, type Change } from './state.js';
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
  /** Prefixes of the names of tables in the data file, by the state that has the tables. */
  private readonly prefixes: Map<State, string>;
  /** States of which all records are new to the data file. */
  private readonly unsaved = new Set<State>();
  private onChange: (() => void) | undefined;

  /** @param first - State of the world `default`. */
  constructor(first: State) {
    const definitions = new State();
    definitions.add('', { stored: this.stored, count: this.count });
    this.prefixes = new Map([
      [definitions, ''],
      [first, ''],
    ]);
  }

  /** Returns the number of a new world. */
  nextNumber(): number {
    this.count.value++;
    return this.count.value;
  }

  /** Adds a world and its state. */
  add(id: string, world: StoredWorld<Options>, state: State): void {
    this.prefixes.set(state, prefixOf(world.number));
    this.stored.set(id, world);
    if (this.onChange === undefined) return;
    this.unsaved.add(state);
    state.watchChanges(this.onChange);
  }

  /** Removes a world and its state. Its records leave the data file when it is written again. */
  remove(id: string, state: State): void {
    this.prefixes.delete(state);
    this.unsaved.delete(state);
    this.stored.delete(id);
  }

  /** Reads the definitions of worlds, before their states are loaded. */
  loadDefinitions(records: StoredRecords): void {
    for (const table of [this.stored, this.count] as Table<unknown>[]) {
      const stored = records.get(table.storedAs);
      if (stored) table.load(stored);
    }
  }

  /** Number of records. */
  get size(): number {
    return [...this.prefixes.keys()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Lists all records. */
  *records(): Generator<Change> {
    for (const [state, prefix] of this.prefixes) yield* prefixed(prefix, state.records());
  }

  /** Starts to collect changes. @param onChange - Called for changes after {@link takeChanges}. */
  watchChanges(onChange: () => void): void {
    this.onChange = onChange;
    for (const state of this.prefixes.keys()) state.watchChanges(onChange);
  }

  /** Returns the changes since the last call. */
  takeChanges(): readonly Change[] {
    return [...this.prefixes].flatMap(([state, prefix]) => {
      const changes = state.takeChanges();
      return [...prefixed(prefix, this.unsaved.delete(state) ? state.records() : changes)];
    });
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
