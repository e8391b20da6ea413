import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { readRecord, writeRecord } from './record-text.js';
import { Table } from './table.js';

/** Number of records that stay as they are: the last that were set. */
const RECENT = 256;
/** Number of records that are compressed together. */
const BLOCK_SIZE = 128;

/** Compressed records of about the same age. */
interface Block {
  readonly bytes: Buffer;
  /** Number of records that the table still has. */
  used: number;
}

/**
 * A table of many records. Only recent ones are objects: the others are compressed outside the heap, where they take a tenth of the
 * memory and the garbage collector does not visit them. Each read of an older record returns a new object.
 */
export class Archive<Value extends object> extends Table<Value> {
  /** Keys of the records that are objects. Those that were set first are first. */
  private readonly recent = new Set<string>();
  /** Blocks by number. The map has the place of a compressed record instead of the record. */
  private readonly blocks = new Map<number, Block>();
  private nextBlock = 0;
  /** The block that was read last, because records are mostly read in the order of their age. */
  private opened: { readonly block: Block; readonly texts: readonly string[] } | undefined;

  override get(key: string): Value | undefined {
    return this.unpacked(super.get(key));
  }

  override set(key: string, value: Value): this {
    this.release(key);
    this.recent.add(key);
    super.set(key, value);
    if (this.recent.size >= RECENT + BLOCK_SIZE) this.packOldest();
    return this;
  }

  override delete(key: string): boolean {
    this.release(key);
    this.recent.delete(key);
    return super.delete(key);
  }

  override *entries(): MapIterator<[string, Value]> {
    for (const [key, stored] of super.entries()) yield [key, this.unpacked(stored) as Value];
  }

  override *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  private packOldest(): void {
    const keys = [...this.recent].slice(0, BLOCK_SIZE);
    const text = keys.map((key) => writeRecord(super.get(key))).join('\n');
    const compressed = deflateRawSync(text, { level: 1 });
    // The result is a part of a larger buffer.
    const bytes = Buffer.allocUnsafeSlow(compressed.length);
    compressed.copy(bytes);
    const place = this.nextBlock++ * BLOCK_SIZE;
    this.blocks.set(place / BLOCK_SIZE, { bytes, used: keys.length });
    keys.forEach((key, index) => {
      this.recent.delete(key);
      // Not a change of the record.
      Map.prototype.set.call(this, key, place + index);
    });
  }

  /** Returns the record that the map has, or that is at the place that the map has. */
  private unpacked(stored: Value | number | undefined): Value | undefined {
    if (typeof stored !== 'number') return stored;
    const block = this.blocks.get(Math.floor(stored / BLOCK_SIZE));
    if (block && this.opened?.block !== block)
      this.opened = { block, texts: inflateRawSync(block.bytes).toString().split('\n') };
    return readRecord(this.opened?.texts[stored % BLOCK_SIZE] ?? '') as Value;
  }

  /** Forgets where a record is that changes or leaves. */
  private release(key: string): void {
    const stored: Value | number | undefined = super.get(key);
    if (typeof stored !== 'number') return;
    const number = Math.floor(stored / BLOCK_SIZE);
    const block = this.blocks.get(number);
    if (block && --block.used === 0) this.blocks.delete(number);
  }
}

/** An archive that keeps a small summary of each record in memory, so that counts and filters decompress nothing. */
export class SummarizedArchive<Value extends object, Summary> extends Archive<Value> {
  /** Summaries by the key of their record, in the order of the records. */
  readonly summaries: ReadonlyMap<string, Summary> = new Map();
  /** Number of changes so far. */
  changes = 0;

  constructor(
    storedAs: string,
    private readonly summarize: (value: Value) => Summary,
  ) {
    super(storedAs);
  }

  override set(key: string, value: Value): this {
    this.changes++;
    (this.summaries as Map<string, Summary>).set(key, this.summarize(value));
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.changes++;
    (this.summaries as Map<string, Summary>).delete(key);
    return super.delete(key);
  }
}
