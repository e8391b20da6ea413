import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Entry } from './entries.js';

/** First line of the file: what the state starts from. */
interface Beginning {
  readonly paySimulator: 1;
  readonly seed: string;
  /** Real time, milliseconds. */
  readonly startedAt: number;
}

/** The file that a simulator's state is kept in: one line of JSON for each thing that happened. */
export class DataFile {
  readonly seed: string;
  readonly startedAt: number;
  /** What happened in earlier lives, oldest first. */
  readonly entries: readonly Entry[];

  /**
   * Opens the file, or begins it.
   *
   * @throws RangeError when it is something else.
   */
  constructor(
    private readonly path: string,
    seed: string | undefined,
  ) {
    if (!existsSync(path)) begin(path, seed ?? randomUUID());
    const text = readFileSync(path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // A process that was killed while it wrote leaves half a line: nobody was answered yet.
    if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
    const [beginning, ...entries] = whole.split('\n').filter(Boolean).map(parsed);
    if (!isBeginning(beginning))
      throw new RangeError(`dataFile: ${path} is not the data of a simulator; name another or delete it`);
    this.seed = beginning.seed;
    this.startedAt = beginning.startedAt;
    this.entries = entries as Entry[];
  }

  /** Adds a line at once: the process may be killed right after. */
  append(entry: Entry): void {
    appendFileSync(this.path, `${JSON.stringify(entry)}\n`);
  }
}

function begin(path: string, seed: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const beginning: Beginning = { paySimulator: 1, seed, startedAt: Date.now() };
  writeFileSync(path, `${JSON.stringify(beginning)}\n`, { mode: 0o600 });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isBeginning(value: unknown): value is Beginning {
  return typeof value === 'object' && value !== null && 'paySimulator' in value && value.paySimulator === 1;
}
