import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SALE } from '../../../../../test/contract/round-trips/pos.js';
import { World } from '../../../../../test/contract/round-trips/world.js';
import { tillIn } from '../till.testing.js';

let world: World;
beforeAll(async () => {
  world = await World.create('any sequence');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const { advance, transactions } = tillIn(() => world);

describe('any sequence of terminal requests', () => {
  it('keeps the ledger balanced, and every session ends', async () => {
    const step = fc.record({
      what: fc.constantFrom(
        'sale',
        'preauth',
        'capture',
        'refund',
        'rebate',
        'insert',
        'decline',
        'cancel',
        'abort',
      ),
      terminal: fc.constantFrom('16000010', '16000011'),
      parent: fc.nat(20),
      amount: fc.integer({ min: 30, max: 3000 }),
      wait: fc.integer({ min: 0, max: 70_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        const { simulator } = world;
        simulator.reset();
        const ids: string[] = [];
        for (const { what, terminal, parent, amount, wait } of steps) {
          const sessionId = `s-${ids.length}`;
          const base = { ...SALE, sessionId, terminalId: terminal, amount };
          const referring = { ...base, parentSessionId: ids[parent % Math.max(1, ids.length)] ?? 'none' };
          const waits =
            simulator.terminals.list().find(({ terminalId }) => terminalId === terminal)?.session?.state ===
            'on-terminal';
          if (what === 'sale' || what === 'preauth')
            await transactions().initiateSaleRequest({ ...base, preauth: what === 'preauth' });
          else if (what === 'capture') await transactions().capturePreAuthRequest(referring);
          else if (what === 'refund') await transactions().refundTransaction(referring);
          else if (what === 'rebate') await transactions().rebate(base);
          else if (what === 'abort')
            await world.pos.pos.session.abortSession({
              sessionId: referring.parentSessionId,
              cashRegisterId: SALE.cashRegisterId,
            });
          else if (waits && what === 'insert') simulator.terminals.insertCard(terminal);
          else if (waits && what === 'decline')
            simulator.terminals.decline(terminal, { tryAgain: amount % 2 === 0 });
          else if (waits) simulator.terminals.cancel(terminal);
          ids.push(sessionId);
          await advance(wait);
          expect(Object.values(simulator.ledger().totals).every((total) => total === 0n)).toBe(true);
        }
        await advance(120_000);
        const busy = ['16000010', '16000011'].map(
          (id) => simulator.terminals.list().find(({ terminalId }) => terminalId === id)?.session,
        );
        expect(busy).toEqual([null, null]);
        for (const { amount, refunded } of simulator.transactions.list().filter((one) => one.amount > 0))
          expect(refunded).toBeLessThanOrEqual(amount);
      }),
      { numRuns: 15 },
    );
  });
});
