import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SimulatorClock } from './clock.js';
import { Ids } from './ids.js';
import { Ledger } from './ledger.js';
import type { DomainEvent } from './events.js';
import { MovementType, type ServiceWallet } from './movement.js';
import { Statement } from './statement.js';

const OWNER = 'the merchant';
const WALLET: ServiceWallet = {
  id: '2263446430001',
  ownerId: OWNER,
  name: 'Primary',
  iban: 'GB00',
  currencyCode: '978',
  isPrimary: true,
  available: 'wallet',
  reserved: 'reserved',
};
const OTHER: ServiceWallet = {
  ...WALLET,
  id: '952270790001',
  ownerId: 'another',
  available: 'otherMerchant',
  reserved: 'otherReserved',
};

function books() {
  const ledger = new Ledger();
  const clock = new SimulatorClock({ mode: 'manual', now: new Date('2026-03-18T10:00:00Z') });
  const told: DomainEvent[] = [];
  const ids = new Ids('statement', 'mixed');
  const statement = new Statement(clock, ids, [WALLET, OTHER], OWNER, ledger, (event) => told.push(event));
  return { ledger, statement, told };
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
    const { Balance, AvailableOnly } = MovementType;
    expect(statement.lines()).toMatchObject([
      { type: AvailableOnly, amount: -1050n, balanceAfter: { available: -1050n, reserved: 1050n } },
      { type: AvailableOnly, amount: 1050n, balanceAfter: { available: 0n, reserved: 0n } },
      { type: Balance, amount: -1050n, subTypeId: 30, balanceAfter: { available: -1050n, reserved: 0n } },
    ]);
  });

  it('is told line by line of what changes a balance of the merchant, by the same ids', () => {
    const { ledger, statement, told } = books();
    const { terms } = { terms: { description: 'sent', isInternal: true, subTypeId: 140 } };
    const opening = { equity: -5000n, wallet: 5000n };
    ledger.book({ text: 'opening', currencyCode: '978', entries: opening, isOpening: true });
    const written = statement.book({
      text: 'sent',
      currencyCode: '978',
      entries: { wallet: -300n, otherMerchant: 300n },
      parts: [
        { account: 'wallet', amount: -200n, terms },
        { account: 'wallet', amount: -100n, terms },
        { account: 'otherMerchant', amount: 300n, terms },
      ],
    });
    const [first, second, third] = written;
    expect(written).toHaveLength(3);
    expect([first?.parentId, second?.parentId, third?.parentId]).toEqual([null, first?.id, first?.id]);
    expect(told).toEqual([first, second].map((movement) => ({ type: 'account-transaction', movement })));
    expect(statement.lines().slice(1)).toEqual([first, second]);
    expect(new Set(statement.all().map(({ id }) => id)).size).toBe(4);
  });

  it('takes no reasons that are not what is booked', () => {
    const { ledger } = books();
    const part = {
      account: 'wallet',
      terms: { description: 'x', isInternal: false, subTypeId: 83 },
    } as const;
    const book = (amount: bigint) => () =>
      ledger.book({
        text: 'x',
        currencyCode: '978',
        entries: { pending: -5n, wallet: 5n },
        parts: [{ ...part, amount }],
      });
    expect(book(4n)).toThrow("booking 'x': its parts give wallet 4 of 5");
    expect(book(5n)).not.toThrow();
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
          sum(MovementType.Balance),
          sum(MovementType.Balance) + sum(MovementType.AvailableOnly),
        ]).toEqual([total, available]);
        const last = lines.at(-1);
        expect(last?.balanceAfter ?? { available: 0n, reserved: 0n }).toEqual({
          available,
          reserved: total - available,
        });
      }),
    );
  });
});
