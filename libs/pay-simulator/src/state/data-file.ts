import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { FileLock } from './file-lock.js';
import { checkVersion, STATE_VERSION, type Change, type State } from './state.js';
import { reviveRecord, writeRecord } from '../domain/record-text.js';
import type { StoredRecords } from './stored-value.js';

/** The file is compacted when it has this many changes in addition to twice the number of records. */
const SPARE_CHANGES = 10_000;
const CHUNK_LENGTH = 1_000_000;

/** What a data file stores. */
type Stored = Pick<State, 'size' | 'records' | 'watchChanges' | 'takeChanges'>;

/** A file that replaces the data file when it has all records. */
interface Copy {
  readonly descriptor: number;
  /** Number of changes in the file. */
  changes: number;
}

/**
 * Data file of a simulator. The first line is the header. Each other line is a list of changes that belong together, so that a killed
 * process leaves all of them or none.
 *
 * A change is handed to the operating system before a response or a webhook leaves, so a killed process loses nothing. It is not
 * forced to the disk, so a machine that loses power can lose the last seconds. Only a compacted file is forced to the disk.
 */
export class DataFile {
  private descriptor: number | undefined;
  private state: Stored | undefined;
  /** Number of changes in the file. */
  private changes = 0;
  private copy: Copy | undefined;

  private constructor(
    private readonly path: string,
    private readonly lock: FileLock,
    private readonly copyPath = `${path}.new`,
  ) {}

  /** @throws RangeError if another process uses the file. */
  static async open(path: string): Promise<DataFile> {
    mkdirSync(dirname(path), { recursive: true });
    return new DataFile(path, await FileLock.acquire(path));
  }

  /**
   * Reads the stored records, or returns undefined if there is no file.
   *
   * @throws RangeError if the file is not a data file, damaged, or of another version.
   */
  read(): StoredRecords | undefined {
    if (!existsSync(this.path)) return undefined;
    const bytes = readFileSync(this.path);
    const end = bytes.lastIndexOf('\n') + 1;
    const records = new Map<string, Map<string, unknown>>();
    let line = 0;
    for (let start = 0; start < end; line++) {
      const next = bytes.indexOf('\n', start) + 1;
      const text = bytes.toString('utf8', start, next);
      if (line === 0) this.checkHeader(text);
      else this.apply(text, line, records);
      start = next;
    }
    if (line === 0) this.checkHeader('');
    this.descriptor = openSync(this.path, 'a');
    // A killed process can leave an incomplete line. Its changes were not reported.
    if (end < bytes.length) ftruncateSync(this.descriptor, end);
    return records;
  }

  /** Stores all changes of the state from now on. */
  keep(state: Stored): void {
    this.state = state;
    if (this.descriptor === undefined) {
      const copy = this.openCopy();
      Array.from(this.fillCopy(copy, state));
      this.useCopy(copy);
    }
    // A microtask runs before any response or webhook is written. If the file cannot be written, the process ends without them.
    state.watchChanges(() => queueMicrotask(() => this.append()));
  }

  /** Stops storing changes and releases the file. */
  close(): void {
    this.append();
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
    if (this.copy) {
      closeSync(this.copy.descriptor);
      rmSync(this.copyPath);
    }
    this.copy = undefined;
    this.lock.release();
  }

  /** Replaces the file by one that has each record once. Requests are served between its steps. */
  private async compact(state: Stored): Promise<void> {
    const copy = this.openCopy();
    for (const step of this.fillCopy(copy, state)) {
      await setImmediate(step);
      // Closed meanwhile.
      if (this.copy !== copy) return;
    }
    this.useCopy(copy);
  }

  private openCopy(): Copy {
    this.copy = { descriptor: openSync(this.copyPath, 'w', 0o600), changes: 0 };
    return this.copy;
  }

  /** Writes all records in steps. Changes between two steps follow in the file, whether their records were written before or not. */
  private *fillCopy(copy: Copy, state: Stored): Generator<void> {
    let chunk = `${JSON.stringify({ paySimulator: STATE_VERSION })}\n`;
    const write = (): void => {
      writeFileSync(copy.descriptor, chunk);
      // Each time, because the whole file at once would take seconds.
      fsyncSync(copy.descriptor);
      this.lock.beat();
      chunk = '';
    };
    for (const change of state.records()) {
      chunk += `${writeRecord([change])}\n`;
      copy.changes++;
      if (chunk.length < CHUNK_LENGTH) continue;
      write();
      yield;
    }
    write();
  }

  private useCopy({ descriptor, changes }: Copy): void {
    closeSync(descriptor);
    this.copy = undefined;
    this.changes = changes;
    // Windows replaces no open file.
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    renameSync(this.copyPath, this.path);
    this.descriptor = openSync(this.path, 'a');
  }

  private append(): void {
    const { state, copy } = this;
    if (state === undefined || this.descriptor === undefined) return;
    const changes = state.takeChanges();
    if (changes.length === 0) return;
    this.lock.beat();
    const line = `${writeRecord(changes)}\n`;
    writeFileSync(this.descriptor, line);
    this.changes += changes.length;
    if (copy) {
      writeFileSync(copy.descriptor, line);
      copy.changes += changes.length;
    } else if (this.changes > SPARE_CHANGES && this.changes > SPARE_CHANGES + 2 * state.size)
      void this.compact(state);
  }

  private apply(text: string, line: number, records: Map<string, Map<string, unknown>>): void {
    let changes: readonly Change[];
    try {
      changes = JSON.parse(text) as readonly Change[];
      if (text.includes('{"$')) reviveRecord(changes);
      for (const [table, key, record] of changes) {
        const known = records.get(table) ?? new Map<string, unknown>();
        records.set(table, known);
        if (record === undefined) known.delete(key);
        else known.set(key, record);
      }
    } catch {
      throw new RangeError(
        `dataFile: line ${line + 1} of ${this.path} is damaged; use a copy of the file, or delete it to start over`,
      );
    }
    this.changes += changes.length;
  }

  private checkHeader(text: string): void {
    const version = versionOf(text);
    if (version === undefined)
      throw new RangeError(
        `dataFile: ${this.path} is not a data file of a simulator; use another path or delete the file`,
      );
    checkVersion(`dataFile: ${this.path}`, version, 'use another path, or delete the file to start over');
  }
}

function versionOf(header: string): number | undefined {
  try {
    const { paySimulator } = JSON.parse(header) as { readonly paySimulator?: unknown };
    return typeof paySimulator === 'number' ? paySimulator : undefined;
  } catch {
    return undefined;
  }
}
