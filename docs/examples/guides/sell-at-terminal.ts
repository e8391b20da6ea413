import { expect } from '@jest/globals';
import { SALE } from '../world.js';
import type { World } from '../world.js';
// #region example
import type { PayWallet } from 'nestjs-pay/client';

/** A sale at a terminal. Store it before you call the service. */
export interface TerminalSale {
  /** Your own ID of this attempt. A used ID is rejected forever. */
  sessionId: string;
  terminalId: string;
  /** Minor units: 1170 is 11.70. */
  amount: number;
}

/** Sends a sale to the terminal and waits for its end. */
export async function sell(pay: PayWallet, { sessionId, terminalId, amount }: TerminalSale) {
  const cashRegisterId = 'till-1';
  const queued = await pay.pos.transactions.initiateSaleRequest({
    sessionId,
    terminalId,
    cashRegisterId,
    amount,
    currencyCode: '978',
    merchantReference: sessionId,
  });
  // After an unknown outcome the terminal may have the sale, so look at the session.
  if (!queued.success && queued.error.outcome !== 'unknown')
    return { paid: false, reason: queued.message } as const;

  let session = await pay.pos.session.waitForSession({ sessionId }, { timeoutMs: 120_000 });
  if (!session.success) {
    await pay.pos.session.abortSession({ sessionId, cashRegisterId }); // accepted, but the card may already be read
    session = await pay.pos.session.waitForSession({ sessionId }, { timeoutMs: 30_000 });
  }
  if (!session.success) return { paid: 'unknown', reason: session.message } as const; // ask again later
  if (!session.data.success) return { paid: false, reason: session.data.message } as const;
  return { paid: true, transactionId: session.data.transactionId } as const;
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { simulator, pos } = world;
  const { terminalId } = SALE;
  const sale = sell(pos, { sessionId: 'sale-1', terminalId, amount: 1170 });
  const asked = () =>
    simulator.requests().some(({ operation }) => operation === 'pos.session.retrieveSessionById');
  while (!asked()) await new Promise((resolve) => setImmediate(resolve));
  await simulator.clock.advance(10_000);
  expect(await sale).toMatchObject({ paid: true });
  // The service rejects a used ID.
  expect(await sell(pos, { sessionId: 'sale-1', terminalId, amount: 1170 })).toMatchObject({ paid: false });
};
