import type { PostgresServer } from '../postgres/server.mjs';
import type { Books } from './books.js';
import type { Fleet } from './fleet.js';
import type { Seeded } from './seeded.js';

interface Parts {
  fleet: Fleet;
  postgres: PostgresServer;
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
    const restarts = (['immediate', 'fast'] as const).map((how) => ({
      at: somewhere(),
      strike: () => this.#restart(how),
    }));
    this.#disasters = [...kills, ...restarts].sort((a, b) => a.at - b.at);
  }

  /** Resolves when all have struck. */
  async strike(endsAt: number): Promise<void> {
    for (const { at, strike } of this.#disasters) {
      for (;;) {
        const progress = await this.parts.books.progress();
        if (progress !== null && progress >= at) break;
        if (performance.now() > endsAt) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await strike();
    }
  }

  async #kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { fleet, chance, processes } = this.parts;
    await fleet.kill(chance.integer(0, processes - 1), signal);
    this.kills++;
  }

  async #restart(how: 'fast' | 'immediate'): Promise<void> {
    const { postgres, chance } = this.parts;
    await postgres.stop(how);
    await new Promise((resolve) => setTimeout(resolve, chance.integer(0, 1_000)));
    await postgres.start();
    this.databaseRestarts++;
  }
}
