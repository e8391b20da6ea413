import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { kindOfType } from '../areas/transactions/movement-kind.js';
import { remainingAmounts } from '../areas/transactions/remaining-amounts.js';
import type { LegacyTransaction } from '../areas/transactions/legacy-transaction.types.js';
import { TransactionStatus, TransactionType } from '../areas/transactions/transactions.enums.js';
import { toMajorUnits } from '../core/values/money.js';
import { anyFacts, anyTransaction, id, ORDER } from './facts.testing.js';
import type { TransactionFact } from './payment-fact.js';
import type { PaymentState } from './payment-state.js';
import { PaymentTimeline } from './payment-timeline.js';

const RUNS = { numRuns: 1500 };
const UNSEEN_CAPTURE: readonly string[] = ['pending', 'failed', 'authorised', 'released', 'verified'];

/** What is known of each transaction, in the end. */
const known = (timeline: PaymentTimeline): ReadonlyMap<string, TransactionFact> =>
  new Map(
    timeline
      .toJSON()
      .facts.flatMap((fact) => (fact.kind === 'transaction' ? [[fact.transactionId, fact]] : [])),
  );

/** A transaction and what it derives from, as far as that is known; a circle is gone round once. */
function lineOf(fact: TransactionFact, all: ReadonlyMap<string, TransactionFact>): TransactionFact[] {
  const line = new Set<TransactionFact>();
  for (let one: TransactionFact | undefined = fact; one !== undefined && !line.has(one);) {
    line.add(one);
    one = all.get(one.parentId ?? one.postedParentId ?? '');
  }
  return [...line];
}

/** Whether it is said that a transaction, or what it derives from, is to be read. */
const isNamed = (line: readonly TransactionFact[], { missing }: PaymentState): boolean =>
  line.some((one) =>
    [one.transactionId, one.parentId, one.postedParentId].some(
      (some) => some !== null && missing.includes(some),
    ),
  );

const isOfType = ({ type }: TransactionFact, ...names: (keyof typeof TransactionType)[]): boolean =>
  names.some((name) => TransactionType[name] === type);

describe('whatever is posted and read', () => {
  it('has amounts that are never negative, and add up to what was authorised', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { state } = PaymentTimeline.of(ORDER).with(...facts);
        for (const one of [state, ...state.attempts]) {
          const { authorised, held, released, captured, refunded, maybeRefunded, disputed, chargedBack } =
            one;
          const all = [authorised, held, released, captured, refunded, maybeRefunded, disputed, chargedBack];
          expect(Math.min(...all, state.credited)).toBeGreaterThanOrEqual(0);
        }
        for (const { transactionId, authorised, held, released, captured } of state.attempts)
          if (!state.missing.includes(transactionId ?? ''))
            expect(captured + released + held).toBe(authorised);
      }),
      RUNS,
    );
  });

  it('never says that nothing was taken where a capture may be unseen', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const timeline = PaymentTimeline.of(ORDER).with(...facts);
        const all = known(timeline);
        const { status, missing, ended } = timeline.state;
        const captured = [...all.values()].filter(
          (one) => isOfType(one, 'CardPreAuthorisation') && one.amount > 0 && one.status === 'C',
        );
        for (const { transactionId } of captured) {
          const isSeen = [...all.values()].some(
            (one) =>
              isOfType(one, 'CardCapture', 'KlarnaCapture') &&
              one.amount >= 0 &&
              !['A', 'E'].includes(one.status) &&
              (one.parentId ?? one.postedParentId) === transactionId,
          );
          if (isSeen) continue;
          expect(missing).toContain(transactionId);
          expect(UNSEEN_CAPTURE).not.toContain(status);
          expect(ended).toBeNull();
        }
      }),
      RUNS,
    );
  });

  it('counts every refund, or says what is to be read', () => {
    // Payments, refunds and their refunds, claims and credits that stand by themselves: each amount has one place.
    const kinds = [
      'CardCharge',
      'CardRefund',
      'CardVoid',
      'CardRefundClaimed',
      'CardOriginalCredit',
    ] as const;
    const fact = fc
      .tuple(anyTransaction, fc.constantFrom(...kinds), fc.constantFrom('F', 'F', 'F', 'R', 'A', 'E'), id)
      .map(([one, name, status]) => {
        const amount = Math.abs(one.amount) * (name === 'CardCharge' ? 1 : -1);
        return { ...one, type: TransactionType[name], amount, status };
      });
    fc.assert(
      fc.property(fc.uniqueArray(fact, { selector: (one) => one.transactionId, maxLength: 6 }), (facts) => {
        const timeline = PaymentTimeline.of(ORDER).with(...facts);
        const all = known(timeline);
        const { state } = timeline;
        const places = { refunded: 0, chargedBack: 0, credited: 0 };
        for (const one of all.values()) {
          if (one.status === 'E' || isOfType(one, 'CardCharge')) continue;
          const line = lineOf(one, all);
          if (isNamed(line, state)) continue;
          // From here on up to the first that is no refund: each takes back what the one before it gave.
          const end = line.findIndex((other) => !isOfType(other, 'CardRefund', 'CardVoid'));
          const root = line[end];
          if (root === undefined) throw new Error(`${one.transactionId} is refunds alone, and not named`);
          const isCharge = isOfType(root, 'CardCharge');
          const place = isOfType(root, 'CardOriginalCredit')
            ? 'credited'
            : isCharge
              ? 'refunded'
              : 'chargedBack';
          const steps = isCharge ? end - 1 : end;
          places[place] += Math.abs(one.amount) * (steps % 2 === 0 ? 1 : -1);
        }
        // What is to be read may be counted already, or not.
        const named = [...all.values()].filter((one) => isNamed(lineOf(one, all), state));
        if (named.length === 0) expect(state).toMatchObject(places);
        else expect(state.missing).not.toEqual([]);
      }),
      RUNS,
    );
  });

  it('leaves to refund what getRemainingAmounts says, but for refunds under way', () => {
    const row = fc.record({
      type: fc.constantFrom(...Object.values(TransactionType)),
      status: fc.constantFrom('F', 'E', 'X'),
      minor: fc.integer({ min: -9999, max: 9999 }).filter((minor) => minor !== 0),
    });
    const legacy = (
      TransactionId: string,
      ParentId: string | null,
      type: number,
      StatusId: string,
      minor: number,
    ) =>
      ({
        TransactionId,
        ParentId,
        StatusId,
        Amount: Number(toMajorUnits(minor, '978')),
        CurrencyCode: '978',
        TransactionType: { Name: '', TransactionTypeId: type },
        Order: { OrderCodeText: ORDER },
      }) as LegacyTransaction;
    const payment = fc.record({
      type: fc.constantFrom(TransactionType.CardCharge, TransactionType.IdealCharge),
      status: fc.constantFrom(TransactionStatus.Finished, TransactionStatus.Refunded),
      minor: fc.integer({ min: 1, max: 99_999 }),
    });
    fc.assert(
      fc.property(payment, fc.array(row, { maxLength: 5 }), (paid, rows) => {
        const all = [
          legacy('a', null, paid.type, paid.status, paid.minor),
          ...rows.map(({ type, status, minor }, index) => legacy(`r${index}`, 'a', type, status, minor)),
        ];
        const { attempts } = PaymentTimeline.of(ORDER).withTransactions(all).state;
        const {
          captured = 0,
          refunded = 0,
          chargedBack = 0,
          maybeRefunded = 0,
        } = attempts.find(({ transactionId }) => transactionId === 'a') ?? {};
        expect(Math.max(captured - refunded - chargedBack - maybeRefunded, 0)).toBe(
          remainingAmounts('a', all)?.refundable,
        );
      }),
      RUNS,
    );
  });

  it('has no dispute that is open and lost, or won and lost', () => {
    const open = ['M', 'MA', 'MI', 'MS'];
    const derived = fc.record({
      type: fc.constantFrom(
        TransactionType.CardRefund,
        TransactionType.CardRefundClaimed,
        TransactionType.CardVoid,
      ),
      amount: fc.integer({ min: 1, max: 2000 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...open, 'MW', 'ML', 'U'),
        fc.integer({ min: 1, max: 5000 }),
        fc.array(derived, { maxLength: 3 }),
        (status, amount, some) => {
          const base = { orderCode: ORDER, postedParentId: null, asOf: 1, currencyCode: '978' };
          const facts = some.map((one, index): TransactionFact => ({
            kind: 'transaction',
            ...base,
            status: 'F',
            transactionId: `r${index}`,
            parentId: 'a',
            type: one.type,
            amount: -one.amount,
          }));
          const { state } = PaymentTimeline.of(ORDER).with(
            { kind: 'transaction', ...base, transactionId: 'a', parentId: null, type: 5, status, amount },
            ...facts,
          );
          const refunded = some
            .filter(({ type }) => kindOfType(type) !== 'claim')
            .reduce((sum, one) => sum + one.amount, 0);
          const hasClaim = some.some(({ type }) => kindOfType(type) === 'claim');
          expect(state.refunded).toBe(refunded);
          expect(state.disputed > 0).toBe(open.includes(status) && refunded < amount);
          expect(state.chargedBack > 0).toBe(['ML', 'U'].includes(status) && (refunded < amount || hasClaim));
        },
      ),
      RUNS,
    );
  });
});
