import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.js';
import { spansOf } from './spans.js';
import type { Span } from './spans.js';

/** A supervisor waits shortly before it restarts a process. */
const RESPAWN_MS = 100;
/** While the database is down, a process ends at boot and is restarted. */
const BOOT = { forMs: 120_000, everyMs: 20 };

interface Slot {
  process: ChildProcess;
  port: number | null;
}

/** A process, with the time of its end on the machine's monotonic clock. */
interface Life {
  logFile: string;
  endedAt: bigint | null;
}

/** Runs processes of the application, and restarts each one that ends. */
export class Fleet {
  readonly #slots: Slot[] = [];
  readonly #lives: Life[] = [];
  #isClosing = false;
  /** Number of unexpected ends, for example at boot while the database is down. */
  crashes = 0;

  /** @param options - Options of the application, without `share` and `logFile`. */
  constructor(
    private readonly size: number,
    private readonly folder: string,
    private readonly options: object,
  ) {}

  /** Ports of the running processes. */
  get ports(): number[] {
    return this.#slots.flatMap(({ port }) => (port === null ? [] : [port]));
  }

  /** Resolves when all processes have booted. */
  async start(): Promise<void> {
    for (let share = 0; share < this.size; share++) this.#spawn(share);
    await Promise.all(this.#slots.map((_, share) => this.up(share)));
  }

  /** Resolves when the process of a share listens. */
  async up(share: number): Promise<void> {
    await until(() => this.#slots[share]?.port !== null, { ...BOOT, what: `process ${share} listens` });
  }

  /** Ends a process and waits until it was restarted. */
  async kill(share: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const slot = this.#slots[share];
    if (slot === undefined) throw new RangeError(`there is no share ${share}`);
    const { exitCode, signalCode } = slot.process;
    // An event that ends its process may have ended this one already.
    if (exitCode === null && signalCode === null) {
      const ended = once(slot.process, 'exit');
      slot.process.kill(signal);
      await ended;
    }
    await this.up(share);
  }

  /** Ends all processes permanently. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(
      this.#slots.map(async ({ process: child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }

  /** Returns the handler runs of all processes, including ended ones. */
  spans(): Span[] {
    const now = process.hrtime.bigint();
    return this.#lives.flatMap(({ logFile, endedAt }) =>
      spansOf(logFile, readIfThere(logFile), endedAt ?? now),
    );
  }

  #spawn(share: number): void {
    const life: Life = { logFile: join(this.folder, `handlers-${this.#lives.length}`), endedAt: null };
    this.#lives.push(life);
    const options = { ...this.options, of: this.size, share, logFile: life.logFile };
    const child = fork(join(import.meta.dirname, 'app.mjs'), [], {
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '', PAY_CHAOS_APP: JSON.stringify(options) },
    });
    const slot: Slot = { process: child, port: null };
    this.#slots[share] = slot;
    child.on('message', ({ port }: { port: number }) => {
      slot.port = port;
    });
    child.on('exit', (code) => {
      slot.port = null;
      life.endedAt = process.hrtime.bigint();
      if (code !== null && code !== 0) this.crashes++;
      if (!this.#isClosing) setTimeout(() => this.#spawn(share), RESPAWN_MS);
    });
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
