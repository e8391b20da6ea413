import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Entry } from './entries.js';

/** First line of the file: initial values of the state. */
interface Header {
  readonly paySimulator: 1;
  readonly seed: string;
  /** Real time, milliseconds. */
  readonly startedAt: number;
}

/** Data file of a simulator: one line of JSON for each recorded input. */
export class DataFile {
  readonly seed: string;
  readonly startedAt: number;
  /** Inputs recorded in earlier runs, oldest first. */
  readonly entries: readonly Entry[];

  /**
   * Opens the file or creates it.
   *
   * @throws RangeError if the file is not a data file of a simulator.
   */
  constructor(
    private readonly path: string,
    seed: string | undefined,
  ) {
    if (!existsSync(path)) createFile(path, seed ?? randomUUID());
    const text = readFileSync(path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // A killed process can leave an incomplete line. Its request got no response, so the line is removed.
    if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
    const [header, ...entries] = whole.split('\n').filter(Boolean).map(parsed);
    if (!isHeader(header))
      throw new RangeError(
        `dataFile: ${path} is not a data file of a simulator; use another path or delete the file`,
      );
    this.seed = header.seed;
    this.startedAt = header.startedAt;
    this.entries = entries as Entry[];
  }

  /** Appends a line synchronously, because the process may be killed directly afterwards. */
  append(entry: Entry): void {
    appendFileSync(this.path, `${JSON.stringify(entry)}\n`);
  }
}

function createFile(path: string, seed: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const header: Header = { paySimulator: 1, seed, startedAt: Date.now() };
  writeFileSync(path, `${JSON.stringify(header)}\n`, { mode: 0o600 });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isHeader(value: unknown): value is Header {
  return typeof value === 'object' && value !== null && 'paySimulator' in value && value.paySimulator === 1;
}
