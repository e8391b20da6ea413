import { setTimeout as away } from 'node:timers/promises';
import { until } from '../until.js';
import type { Books } from './books.js';
import type { Fleet } from './fleet.js';
import type { Seeded } from './seeded.js';

/** What the inbox lies in. */
export interface ChaosServer {
  /** The first time as a crash does; the second as its store's server promises to survive. */
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
  /** How many effects there are when it strikes. */
  at: number;
  strike: () => Promise<void>;
}

/** Kills processes and restarts the database while events come: when so many had their effect, as the seed has it. */
export class Disasters {
  kills = 0;
  databaseRestarts = 0;
  readonly #disasters: Disaster[];

  constructor(private readonly parts: Parts) {
    const { chance, size } = parts;
    const somewhere = (): number => Math.floor(size.events * (0.05 + 0.8 * chance.fraction()));
    const kills = Array.from({ length: size.kills }, (_, index) => ({
      at: somewhere(),
      // One is asked to end: it drains, and hands back what it holds.
      strike: () => this.#kill(index === 1 ? 'SIGTERM' : 'SIGKILL'),
    }));
    const restarts = (['first', 'second'] as const).map((time) => ({
      at: somewhere(),
      strike: () => this.#restart(time),
    }));
    this.#disasters = [...kills, ...restarts].sort((a, b) => a.at - b.at);
  }

  /** Resolves when all have struck. */
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
