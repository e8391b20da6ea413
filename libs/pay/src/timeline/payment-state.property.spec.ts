import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { kindOfType } from '../areas/transactions/movement-kind.js';
import { returnsAmong } from '../areas/transactions/payment-returns.js';
import { remainingAmounts } from '../areas/transactions/remaining-amounts.js';
import { TransactionStatus, TransactionType } from '../areas/coded-values.generated.js';
import { toMajorUnits } from '../core/values/money.js';
import { anyFacts, anyTransaction, id, ORDER } from './payment-fact.testing.js';
import type { TransactionFact } from './payment-fact.js';
import type { PaymentState } from './payment-state.js';
import { PaymentTimeline } from './payment-timeline.js';
import { propertyRuns } from '../../../../test/full-size.js';
import type { LegacyTransaction } from '../areas/results.generated.js';

const RUNS = { numRuns: propertyRuns(1500) };
const UNSEEN_CAPTURE: readonly string[] = ['pending', 'failed', 'authorized', 'released', 'verified'];

/** Returns the merged fact of each transaction. */
const mergedTransactions = (timeline: PaymentTimeline): ReadonlyMap<string, TransactionFact> =>
  new Map(
    timeline
      .toJSON()
      .facts.flatMap((fact) => (fact.kind === 'transaction' ? [[fact.transactionId, fact]] : [])),
  );

/** Returns a transaction and its known ancestors. Stops at a cycle. */
function lineageOf(fact: TransactionFact, all: ReadonlyMap<string, TransactionFact>): TransactionFact[] {
  const lineage = new Set<TransactionFact>();
  for (let one: TransactionFact | undefined = fact; one !== undefined && !lineage.has(one);) {
    lineage.add(one);
    one = all.get(one.parentId ?? one.postedParentId ?? '');
  }
  return [...lineage];
}

/** Returns whether `missing` contains the transaction or an ancestor. */
const isMissing = (lineage: readonly TransactionFact[], { missing }: PaymentState): boolean =>
  lineage.some((one) =>
    [one.transactionId, one.parentId, one.postedParentId].some((id) => id !== null && missing.includes(id)),
  );

const isOfType = ({ type }: TransactionFact, ...names: (keyof typeof TransactionType)[]): boolean =>
  names.some((name) => TransactionType[name] === type);

/** Creates a transaction of a list. `minor` is its amount in minor units. */
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

describe('the state of any facts', () => {
  it('has amounts that are never negative and add up to the authorized amount', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { state } = PaymentTimeline.of(ORDER).with(...facts);
        for (const one of [state, ...state.attempts]) {
          const { authorized, held, released, captured, refunded, maybeRefunded, disputed, chargedBack } =
            one;
          const all = [authorized, held, released, captured, refunded, maybeRefunded, disputed, chargedBack];
          expect(Math.min(...all, state.credited)).toBeGreaterThanOrEqual(0);
        }
        for (const { transactionId, authorized, held, released, captured } of state.attempts)
          if (!state.missing.includes(transactionId ?? ''))
            expect(captured + released + held).toBe(authorized);
      }),
      RUNS,
    );
  });

  it('never counts a payment as uncaptured if a capture may be missing', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const timeline = PaymentTimeline.of(ORDER).with(...facts);
        const all = mergedTransactions(timeline);
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

  it('counts every refund, or lists it as missing', () => {
    // Payments, refunds, reversals of refunds, claims and independent credits: each amount counts once.
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
        const all = mergedTransactions(timeline);
        const { state } = timeline;
        const expected = { refunded: 0, chargedBack: 0, credited: 0 };
        for (const one of all.values()) {
          if (one.status === 'E' || isOfType(one, 'CardCharge')) continue;
          const lineage = lineageOf(one, all);
          if (isMissing(lineage, state)) continue;
          // Up to the first transaction that is not a refund, each refund reverses the next one.
          const end = lineage.findIndex((other) => !isOfType(other, 'CardRefund', 'CardVoid'));
          const root = lineage[end];
          if (root === undefined) throw new Error(`${one.transactionId} has only refunds as ancestors`);
          const isCharge = isOfType(root, 'CardCharge');
          const member = isOfType(root, 'CardOriginalCredit')
            ? 'credited'
            : isCharge
              ? 'refunded'
              : 'chargedBack';
          const steps = isCharge ? end - 1 : end;
          expected[member] += Math.abs(one.amount) * (steps % 2 === 0 ? 1 : -1);
        }
        // The amounts may or may not contain missing transactions.
        const missing = [...all.values()].filter((one) => isMissing(lineageOf(one, all), state));
        if (missing.length === 0) expect(state).toMatchObject(expected);
        else expect(state.missing).not.toEqual([]);
      }),
      RUNS,
    );
  });

  it('agrees with getRemainingAmounts about the refundable amount, except for refunds in progress', () => {
    const row = fc.record({
      type: fc.constantFrom(...Object.values(TransactionType)),
      status: fc.constantFrom('F', 'E', 'X'),
      minor: fc.integer({ min: -9999, max: 9999 }).filter((minor) => minor !== 0),
    });
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

  it('counts a dispute either as open, as lost or as won', () => {
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
          // What the till and splits read.
          const { returns, reclaimed } = returnsAmong('a', [
            legacy('a', null, 5, status, amount),
            ...some.map((one, index) => legacy(`r${index}`, 'a', one.type, 'F', -one.amount)),
          ])!;
          expect(returns.reduce((sum, one) => sum + one.amount, 0)).toBe(refunded);
          expect(reclaimed).toBe(state.chargedBack);
        },
      ),
      RUNS,
    );
  });
});
