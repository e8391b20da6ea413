import { unwrap } from 'nestjs-pay/client';
import type { PosSession } from 'nestjs-pay/client';
import { SALE } from './round-trips/pos.js';
import type { World } from './round-trips/world.js';

/** What specs of the card terminals do alike; the world is made before the first test. */
export const tillIn = (world: () => World) => ({
  advance: (ms: number): Promise<void> => world().simulator.clock.advance(ms),
  transactions: () => world().pos.pos.transactions,

  /** The session as it ended. */
  ended: async (sessionId = SALE.sessionId): Promise<PosSession> =>
    unwrap(await world().pos.pos.session.waitForSession({ sessionId }, { timeoutMs: 900 })),

  /** Until the terminal shows the sale. */
  shown: async (): Promise<void> => {
    world().simulator.terminals.configure({ customer: 'waits' });
    unwrap(await world().pos.pos.transactions.initiateSaleRequest(SALE));
    await world().simulator.clock.advance(1_000);
  },
});
