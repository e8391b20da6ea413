import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PayOutcomeLookup } from '../core/operation/outcome-lookup.js';
import { propertyRuns } from '../../../../test/full-size.js';
import { matchTransactions } from './match-transactions.js';
import type { LegacyTransaction } from '../areas/results.generated.js';

const SENT = Date.UTC(2026, 10, 21, 12);
const SOURCE = 'c90d4902-6245-449f-b2b0-51d99cd09cfe';

const transaction = (members: object): LegacyTransaction =>
  ({
    StatusId: 'F',
    MerchantTrns: 'paid',
    ParentId: null,
    CurrencyCode: '978',
    ...members,
  }) as LegacyTransaction;
const time = (ms: number): string => new Date(SENT + ms).toISOString();

const lookupOf = (members: Pick<PayOutcomeLookup, 'about' | 'merchantTrns' | 'clock'>): PayOutcomeLookup => ({
  operation: 'o',
  read: 'r',
  client: 'merchant',
  id: SOURCE,
  targetMerchantId: null,
  amount: 450,
  sentAt: time(0),
  ...members,
});

const REFUND = 4;
const CAPTURE = 0;
const UNLISTED = 999;

/** Other transactions in the list, some of them similar. */
const others = fc.array(
  fc
    .record({
      ParentId: fc.constantFrom(null, SOURCE, 'another'),
      Amount: fc.constantFrom(4.5, -4.5, 10, -1),
      MerchantTrns: fc.constantFrom('paid', 'mine', 'yours', '', null),
      StatusId: fc.constantFrom('F', 'E', 'A', 'X'),
      type: fc.constantFrom(REFUND, CAPTURE, UNLISTED, 5, 7),
      ms: fc.oneof(fc.integer({ min: -7_200_000, max: 60_000 }), fc.integer({ min: -3_000, max: 3_000 })),
    })
    .map(({ type, ms, ...one }) =>
      transaction({ ...one, TransactionType: { TransactionTypeId: type }, InsDate: time(ms) }),
    ),
  { maxLength: 6 },
);

/** Call whose response was lost, and how the service lists its transaction. */
const lostCall = fc.record({
  about: fc.constantFrom('refund' as const, 'charge' as const),
  isMarked: fc.boolean(),
  /** The service may store a reference without the blanks around it. */
  blanks: fc.constantFrom('', ' ', '\n'),
  isListed: fc.boolean(),
  inCurrency: fc.boolean(),
  clock: fc.constantFrom('service' as const, 'own' as const),
  /** Error of the time of sending by the service's clock. A wrong clock of this machine has any error. */
  wrongMs: fc.integer({ min: 0, max: 1_500 }),
  ownWrongMs: fc.integer({ min: -86_400_000, max: 86_400_000 }),
  /** Time between the call and its transaction. */
  ms: fc.integer({ min: 0, max: 25_000 }),
});

describe('matchTransactions', () => {
  it('finds the call’s transaction among any others, and ignores earlier failures', () => {
    fc.assert(
      fc.property(others, others, lostCall, (before, after, call) => {
        const { about, isMarked, isListed, clock } = call;
        // Without a reference, a transaction in another currency cannot be matched.
        const amount = call.inCurrency || !isMarked ? 4.5 : 5.1;
        const type = isListed ? (about === 'refund' ? REFUND : CAPTURE) : UNLISTED;
        const made = transaction({
          ParentId: SOURCE,
          MerchantTrns: isMarked ? 'mine' : 'paid',
          InsDate: time(call.ms),
          Amount: about === 'refund' ? -amount : amount,
          TransactionType: { TransactionTypeId: type },
        });
        const source = transaction({
          TransactionId: SOURCE,
          Amount: 10,
          TransactionType: { TransactionTypeId: 5 },
        });
        const lookup = lookupOf({
          about,
          merchantTrns: isMarked ? `${call.blanks}mine${call.blanks}` : null,
          clock,
        });
        const sentAt = clock === 'service' ? SENT - call.wrongMs : SENT + call.ownWrongMs;
        const found = matchTransactions(lookup, [source, ...before, made, ...after], sentAt);
        expect(found).toMatchObject({ seenNothing: false, failedAt: null });
        // A single candidate is the call's own if its reference or the service's clock proves it.
        const rivals = [...before, ...after].filter(({ ParentId }) => ParentId === SOURCE);
        if (rivals.length === 0 && found.certain) expect(found.transaction).toBe(made);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('finds a transaction of the same amount, however far the service’s Date is ahead of its InsDate', () => {
    const ahead = fc.integer({ min: 0, max: 3_600_000 });
    fc.assert(
      fc.property(others, ahead, fc.constantFrom('service', 'own'), (before, aheadMs, clock) => {
        const made = transaction({
          ParentId: SOURCE,
          InsDate: time(0),
          Amount: -4.5,
          TransactionType: { TransactionTypeId: REFUND },
        });
        const lookup = lookupOf({ about: 'refund', merchantTrns: null, clock });
        expect(matchTransactions(lookup, [...before, made], SENT + aheadMs).seenNothing).toBe(false);
      }),
    );
  });

  it('never counts an earlier failure as the result of a call that is not listed yet', () => {
    const earlier = others.map((all) => all.filter(({ InsDate }) => Date.parse(InsDate) <= SENT));
    fc.assert(
      fc.property(earlier, fc.integer({ min: 0, max: 1_500 }), (all, wrongMs) => {
        const lookup = lookupOf({ about: 'refund', merchantTrns: 'mine', clock: 'service' });
        expect(matchTransactions(lookup, all, SENT - wrongMs).failedAt).toBeNull();
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('is never certain without a reference if only this machine’s clock is known', () => {
    fc.assert(
      fc.property(others, fc.integer({ min: -86_400_000, max: 86_400_000 }), (all, wrongMs) => {
        const lookup = lookupOf({ about: 'refund', merchantTrns: null, clock: 'own' });
        const { certain, failedAt } = matchTransactions(lookup, all, SENT + wrongMs);
        expect({ certain, failedAt }).toEqual({ certain: false, failedAt: null });
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
