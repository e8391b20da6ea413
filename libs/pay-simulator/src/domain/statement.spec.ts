import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SimulatorClock } from '../clock.js';
import { Ids } from '../ids.js';
import { Ledger } from './ledger.js';
import { Statement, StatementType } from './statement.js';

const WALLET = { id: '2263446430001', currencyCode: '978', available: 'wallet', reserved: 'reserved' };

function books(): { ledger: Ledger; statement: Statement } {
  const ledger = new Ledger();
  const clock = new SimulatorClock({ mode: 'manual', now: new Date('2026-03-18T10:00:00Z') });
  return { ledger, statement: new Statement(clock, new Ids('statement', 'mixed'), [WALLET], ledger) };
}

describe('the statement', () => {
  it('shows a transfer to a bank as a hold, its release and the payment', () => {
    const { ledger, statement } = books();
    ledger.book({ text: 'hold', currencyCode: '978', entries: { wallet: -1050n, reserved: 1050n } });
    ledger.book({
      text: 'payment',
      currencyCode: '978',
      entries: { reserved: -1050n, bank: 1000n, commission: 50n },
    });
    const { Balance, AvailableOnly } = StatementType;
    expect(statement.lines()).toMatchObject([
      { type: AvailableOnly, amount: -1050n, totalAfter: 0n, availableAfter: -1050n },
      { type: Balance, amount: -1050n, subType: 30, totalAfter: -1050n },
      { type: AvailableOnly, amount: 1050n, totalAfter: -1050n, availableAfter: -1050n },
    ]);
  });

  it('adds up to the books whatever is booked, and leaves other currencies out', () => {
    const account = fc.constantFrom('wallet', 'reserved', 'pending', 'bank', 'cardholders', 'equity');
    const booking = fc.record({
      from: account,
      to: account,
      amount: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      currencyCode: fc.constantFrom('978', '840'),
    });
    fc.assert(
      fc.property(fc.array(booking, { maxLength: 20 }), (bookings) => {
        const { ledger, statement } = books();
        for (const { from, to, amount, currencyCode } of bookings) {
          if (from !== to)
            ledger.book({ text: 'moved', currencyCode, entries: { [from]: -amount, [to]: amount } });
        }
        const available = ledger.balance('wallet', '978');
        const total = available + ledger.balance('reserved', '978');
        const lines = statement.lines();
        const sum = (type: number) =>
          lines.filter((line) => line.type === type).reduce((all, { amount }) => all + amount, 0n);
        expect([
          sum(StatementType.Balance),
          sum(StatementType.Balance) + sum(StatementType.AvailableOnly),
        ]).toEqual([total, available]);
        const last = lines.at(-1);
        expect(last === undefined ? [0n, 0n] : [last.totalAfter, last.availableAfter]).toEqual([
          total,
          available,
        ]);
      }),
    );
  });
});
