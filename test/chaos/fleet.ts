import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.js';
import { spansOf } from './spans.js';
import type { Span } from './spans.js';

/** As a supervisor does: it waits a little before it starts what has just ended. */
const RESPAWN_MS = 100;
/** While its database is away, a process ends and is started again. */
const BOOT = { forMs: 120_000, everyMs: 20 };

interface Slot {
  process: ChildProcess;
  port: number | null;
}

/** A process that ended, and when: by the clock that all processes share. */
interface Life {
  laneFile: string;
  endedAt: bigint | null;
}

/** Processes of the app, each started again whenever it ends. */
export class Fleet {
  readonly #slots: Slot[] = [];
  readonly #lives: Life[] = [];
  #isClosing = false;
  /** Ends that nobody asked for: a boot while the database is away. */
  crashes = 0;

  /** @param options of the app of a share, without `share` and `laneFile`. */
  constructor(
    private readonly size: number,
    private readonly folder: string,
    private readonly options: object,
  ) {}

  /** Where those that live listen. */
  get ports(): number[] {
    return this.#slots.flatMap(({ port }) => (port === null ? [] : [port]));
  }

  /** Resolves when all have booted. */
  async start(): Promise<void> {
    for (let share = 0; share < this.size; share++) this.#spawn(share);
    await Promise.all(this.#slots.map((_, share) => this.up(share)));
  }

  /** Resolves when the process of a share listens. */
  async up(share: number): Promise<void> {
    await until(() => this.#slots[share]?.port !== null, { ...BOOT, what: `process ${share} listens` });
  }

  /** Ends one; it is started again. */
  async kill(share: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const slot = this.#slots[share];
    if (slot === undefined) throw new RangeError(`there is no share ${share}`);
    const ended = once(slot.process, 'exit');
    slot.process.kill(signal);
    await ended;
    await this.up(share);
  }

  /** Ends all for good. */
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

  /** What was handled when, by all processes that ever lived. */
  spans(): Span[] {
    const now = process.hrtime.bigint();
    return this.#lives.flatMap(({ laneFile, endedAt }) =>
      spansOf(laneFile, readIfThere(laneFile), endedAt ?? now),
    );
  }

  #spawn(share: number): void {
    const life: Life = { laneFile: join(this.folder, `lanes-${this.#lives.length}`), endedAt: null };
    this.#lives.push(life);
    const options = { ...this.options, of: this.size, share, laneFile: life.laneFile };
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
