import { unwrap } from 'nestjs-pay/client';
import type { PosSession } from 'nestjs-pay/client';
import { SALE } from '../../../../test/contract/round-trips/pos.js';
import type { World } from '../../../../test/contract/round-trips/world.js';

/** Helpers for specs of card terminals. They get the world late, because it is created before the first test. */
export const tillIn = (world: () => World) => ({
  advance: (ms: number): Promise<void> => world().simulator.clock.advance(ms),
  transactions: () => world().pos.pos.transactions,

  /** Waits for the end of the session and returns it. */
  ended: async (sessionId = SALE.sessionId): Promise<PosSession> =>
    unwrap(await world().pos.pos.session.waitForSession({ sessionId }, { timeoutMs: 60_000 })),

  /** Starts a sale and waits until the terminal shows it. */
  shown: async (): Promise<void> => {
    world().simulator.terminals.configure({ customer: 'waits' });
    unwrap(await world().pos.pos.transactions.initiateSaleRequest(SALE));
    await world().simulator.clock.advance(1_000);
  },
});
