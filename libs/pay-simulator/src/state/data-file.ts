import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { FileLock } from './file-lock.js';
import { checkVersion, STATE_VERSION, type Change, type State } from './state.js';
import { reviveRecord, writeRecord, type StoredRecords } from './stored-value.js';

/** The file is compacted when it has this many changes in addition to twice the number of records. */
const SPARE_CHANGES = 10_000;
const CHUNK_LENGTH = 1_000_000;

/** What a data file stores. */
type Stored = Pick<State, 'size' | 'records' | 'watchChanges' | 'takeChanges'>;

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

  private constructor(
    private readonly path: string,
    private readonly lock: FileLock,
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
    if (this.descriptor === undefined) this.compact(state);
    // A microtask runs before any response or webhook is written. If the file cannot be written, the process ends without them.
    state.watchChanges(() => queueMicrotask(() => this.append()));
  }

  /** Stops storing changes and releases the file. */
  close(): void {
    this.append();
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
    this.lock.release();
  }

  /** Replaces the file by one that has each record once. */
  private compact(state: Stored): void {
    const copy = `${this.path}.new`;
    const descriptor = openSync(copy, 'w', 0o600);
    let chunk = `${JSON.stringify({ paySimulator: STATE_VERSION })}\n`;
    this.changes = 0;
    for (const change of state.records()) {
      chunk += `${writeRecord([change])}\n`;
      this.changes++;
      if (chunk.length < CHUNK_LENGTH) continue;
      writeFileSync(descriptor, chunk);
      chunk = '';
    }
    writeFileSync(descriptor, chunk);
    fsyncSync(descriptor);
    closeSync(descriptor);
    this.lock.beat();
    // Windows replaces no open file.
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    renameSync(copy, this.path);
    this.descriptor = openSync(this.path, 'a');
  }

  private append(): void {
    const { state } = this;
    if (state === undefined || this.descriptor === undefined) return;
    const changes = state.takeChanges();
    if (changes.length === 0) return;
    this.lock.beat();
    writeFileSync(this.descriptor, `${writeRecord(changes)}\n`);
    this.changes += changes.length;
    if (this.changes > SPARE_CHANGES && this.changes > SPARE_CHANGES + 2 * state.size) this.compact(state);
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
