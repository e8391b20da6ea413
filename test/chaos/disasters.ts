import { setTimeout as away } from 'node:timers/promises';
import { until } from '../until.js';
import type { Books } from './books.js';
import type { Fleet } from './fleet.js';
import type { Seeded } from './seeded.js';

/** The server that stores the inbox. */
export interface ChaosServer {
  /** Crashes the server the first time, and shuts it down the second time. */
  end: (time: 'first' | 'second') => Promise<void>;
  start: () => Promise<void>;
}

const LONGEST_OUTAGE_MS = 1_000;

interface Parts {
  fleet: Fleet;
  server: ChaosServer;
  books: Books;
  chance: Seeded;
  size: { events: number; kills: number };
  processes: number;
}

interface Disaster {
  /** Number of effects at which the disaster happens. */
  at: number;
  strike: () => Promise<void>;
}

/** Kills processes and restarts the database during the run, at numbers of effects that depend on the seed. */
export class Disasters {
  kills = 0;
  databaseRestarts = 0;
  readonly #disasters: Disaster[];

  constructor(private readonly parts: Parts) {
    const { chance, size } = parts;
    const somewhere = (): number => Math.floor(size.events * (0.05 + 0.8 * chance.fraction()));
    const kills = Array.from({ length: size.kills }, (_, index) => ({
      at: somewhere(),
      // One process gets SIGTERM: it waits for its handlers and releases its events.
      strike: () => this.#kill(index === 1 ? 'SIGTERM' : 'SIGKILL'),
    }));
    const restarts = (['first', 'second'] as const).map((time) => ({
      at: somewhere(),
      strike: () => this.#restart(time),
    }));
    this.#disasters = [...kills, ...restarts].sort((a, b) => a.at - b.at);
  }

  /** Resolves after all disasters. */
  async strike(endsAt: number): Promise<void> {
    const isOver = (): boolean => performance.now() > endsAt;
    for (const { at, strike } of this.#disasters) {
      const isDue = async (): Promise<boolean> => ((await this.parts.books.progress()) ?? -1) >= at;
      await until(async () => isOver() || (await isDue()), { forMs: Infinity, everyMs: 50 });
      if (isOver()) return;
      await strike();
    }
  }

  async #kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { fleet, chance, processes } = this.parts;
    await fleet.kill(chance.integer(0, processes - 1), signal);
    this.kills++;
  }

  async #restart(time: 'first' | 'second'): Promise<void> {
    const { server, chance } = this.parts;
    await server.end(time);
    await away(chance.integer(0, LONGEST_OUTAGE_MS));
    await server.start();
    this.databaseRestarts++;
  }
}
