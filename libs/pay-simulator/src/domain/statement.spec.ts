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
  const published: DomainEvent[] = [];
  const ids = new Ids('statement', 'mixed');
  const statement = new Statement(
    { books: ledger, clock, ids, publish: (event) => void published.push(event) },
    [WALLET, OTHER],
    OWNER,
  );
  return { ledger, statement, published };
}

describe('Statement', () => {
  it('shows a bank transfer as a hold, its release and the payment', () => {
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

  it('gives the release of a lost dispute the reason of its payment, with and without an ISV, in any order', () => {
    const { ledger, statement } = books();
    for (const entries of [
      { reserved: -1000n, cardholders: 1000n },
      { reserved: -1000n, cardholders: 1000n, isvWallet: -50n, wallet: 50n },
      { isvWallet: -50n, wallet: 50n, reserved: -1000n, cardholders: 1000n },
    ])
      ledger.book({ text: 'chargeback', currencyCode: '978', entries });
    const releases = statement.lines().filter(({ type }) => type === MovementType.AvailableOnly);
    const reason = { subTypeId: 116, isInternal: false, amount: 1000n };
    expect(releases).toMatchObject([reason, reason, reason]);
  });

  it('publishes each change of a balance of the merchant with the ID of its statement line', () => {
    const { ledger, statement, published } = books();
    const reason = { description: 'sent', isInternal: true, subTypeId: 140 };
    const opening = { equity: -5000n, wallet: 5000n };
    ledger.book({ text: 'opening', currencyCode: '978', entries: opening, isOpening: true });
    const movements = statement.book({
      text: 'sent',
      currencyCode: '978',
      entries: { wallet: -300n, otherMerchant: 300n },
      statementLines: [
        { account: 'wallet', amount: -200n, reason },
        { account: 'wallet', amount: -100n, reason },
        { account: 'otherMerchant', amount: 300n, reason },
      ],
    });
    const [first, second, third] = movements;
    expect(movements).toHaveLength(3);
    expect([first?.parentId, second?.parentId, third?.parentId]).toEqual([null, first?.id, first?.id]);
    expect(published).toEqual([first, second].map((movement) => ({ type: 'account-transaction', movement })));
    expect(statement.lines().slice(1)).toEqual([first, second]);
    expect(new Set(statement.all().map(({ id }) => id)).size).toBe(4);
  });

  it('rejects statement lines that do not match the entry', () => {
    const { ledger } = books();
    const part = {
      account: 'wallet',
      reason: { description: 'x', isInternal: false, subTypeId: 83 },
    } as const;
    const book = (amount: bigint) => () =>
      ledger.book({
        text: 'x',
        currencyCode: '978',
        entries: { pending: -5n, wallet: 5n },
        statementLines: [{ ...part, amount }],
      });
    expect(book(4n)).toThrow("entry 'x': its statement lines add up to 4 for wallet, expected 5");
    expect(book(5n)).not.toThrow();
  });

  it('adds up to the ledger after any entries, separately for each currency', () => {
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
