import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planSplit } from './split-plan.js';
import type { SellerShare, SplitOptions, SplitPlan } from './split-plan.js';
import { planReversals } from './split-refund.js';
import type { SplitRefund } from './split-refund.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const seller = (name: string, share: { amount: number } | { weight: number }): SellerShare => ({
  connectedAccountId: name,
  ...share,
});

const fee = (amount: number): fc.Arbitrary<SplitOptions['platformFee']> =>
  fc.oneof(
    fc.constant(undefined),
    fc.nat({ max: Math.max(0, Math.floor(amount / 2)) }).map((part) => ({ amount: part })),
    fc.nat({ max: 5000 }).map((basisPoints) => ({ basisPoints })),
  );
const weighted = fc
  .array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 })
  .chain((weights) =>
    fc.integer({ min: 20_000, max: 10 ** 12 }).chain((amount) =>
      fee(amount).map((platformFee) => ({
        amount,
        platformFee,
        sellers: weights.map((weight, index) => seller(`account-${index}`, { weight })),
      })),
    ),
  );
const priced = fc
  .array(fc.integer({ min: 4, max: 10 ** 9 }), { minLength: 1, maxLength: 8 })
  .chain((amounts) =>
    fee(sum(amounts)).map((platformFee) => ({
      amount: sum(amounts),
      platformFee,
      sellers: amounts.map((amount, index) => seller(`account-${index}`, { amount })),
    })),
  );
const splits: fc.Arbitrary<SplitOptions> = fc.oneof(weighted, priced);

/** Creates refunds of any sellers and amounts, until nothing is left or all steps are used. */
function refundsOf(
  plan: SplitPlan,
  steps: readonly (readonly [seller: number, part: number])[],
): SplitRefund[] {
  const refunds: SplitRefund[] = [];
  for (const [seller, part] of steps) {
    const connectedAccountId = plan.transfers[seller]?.connectedAccountId;
    const left = refundableAmount(plan, refunds, connectedAccountId);
    if (left > 0) refunds.push({ amount: Math.max(1, Math.floor(left * part)), connectedAccountId });
  }
  return refunds;
}

/** Returns what can still be refunded, from the error message. */
function refundableAmount(
  plan: SplitPlan,
  refunds: readonly SplitRefund[],
  connectedAccountId?: string,
): number {
  try {
    planReversals(plan, { amount: plan.amount, connectedAccountId }, refunds);
    return plan.amount;
  } catch (error) {
    return Number(/only (\d+) minor/.exec(String(error))?.[1]);
  }
}

describe('planSplit', () => {
  it('adds up to the payment, and rounds each part by less than one minor unit', () => {
    fc.assert(
      fc.property(splits, (options) => {
        const { amount, platformFee, transfers } = planSplit(options);
        expect(sum(transfers.map((one) => one.amount)) + platformFee).toBe(amount);
        expect(sum(transfers.map((one) => one.platformFee))).toBe(platformFee);
        const weights = options.sellers.map((one) => BigInt(one.weight ?? one.amount ?? 0));
        const all = weights.reduce((total, weight) => total + weight, 0n);
        transfers.forEach((transfer, index) => {
          const exact = BigInt(amount - platformFee) * (weights[index] ?? 0n);
          const distance = BigInt(transfer.amount) * all - exact;
          expect(distance < all && distance > -all).toBe(true);
          expect(transfer.amount).toBeGreaterThan(0);
          expect(transfer.platformFee).toBeGreaterThanOrEqual(0);
          const { amount: sold } = options.sellers[index] ?? {};
          if (sold !== undefined) expect(transfer.amount + transfer.platformFee).toBe(sold);
        });
      }),
    );
  });

  it('never gives a seller with a larger share less than a seller with a smaller one', () => {
    fc.assert(
      fc.property(weighted, (options) => {
        const { transfers } = planSplit(options);
        options.sellers.forEach((one, i) => {
          options.sellers.forEach((other, j) => {
            if ((one.weight ?? 0) > (other.weight ?? 0))
              expect(transfers[i]?.amount).toBeGreaterThanOrEqual(transfers[j]?.amount ?? 0);
          });
        });
      }),
    );
  });

  const weigh = (...weights: number[]): SellerShare[] =>
    weights.map((weight, index) => seller(`s${index}`, { weight }));
  const price = (...amounts: number[]): SellerShare[] =>
    amounts.map((amount, index) => seller(`s${index}`, { amount }));

  it.each<[string, SplitOptions, number[], number]>([
    [
      'the remaining cent to the first seller on a tie',
      { amount: 100, sellers: weigh(1, 1, 1) },
      [34, 33, 33],
      0,
    ],
    ['the remaining cents to the largest remainders', { amount: 10, sellers: weigh(1, 2, 4) }, [1, 3, 6], 0],
    [
      'a fee in basis points',
      { amount: 1001, sellers: price(500, 501), platformFee: { basisPoints: 250 } },
      [488, 488],
      25,
    ],
    [
      'a fee in basis points, rounded half up',
      { amount: 20, sellers: price(20), platformFee: { basisPoints: 250 } },
      [19],
      1,
    ],
    ['a fee of 0', { amount: 20, sellers: price(20), platformFee: { amount: 0 } }, [20], 0],
    [
      'the largest safe amount',
      { amount: Number.MAX_SAFE_INTEGER, sellers: weigh(1, 1), platformFee: { basisPoints: 1 } },
      [4503149267407759, 4503149267407758],
      900719925474,
    ],
  ])('divides %s', (_, options, amounts, platformFee) => {
    const plan = planSplit(options);
    expect(plan.transfers.map(({ amount }) => amount)).toEqual(amounts);
    expect(plan.platformFee).toBe(platformFee);
  });

  it.each<[string, unknown, string]>([
    [
      'an amount of 0',
      { amount: 0, sellers: weigh(1) },
      'amount must be a whole number above 0 (received 0)',
    ],
    [
      'a fraction',
      { amount: 10.5, sellers: weigh(1) },
      'amount must be a whole number above 0 (received 10.5)',
    ],
    ['an amount as a string', { amount: '10', sellers: weigh(1) }, 'amount must be'],
    ['an empty list of sellers', { amount: 10, sellers: [] }, 'sellers must name'],
    ['a negative share', { amount: 10, sellers: price(20, -10) }, 'sellers[1].amount must be'],
    ['a weight of 0', { amount: 10, sellers: weigh(1, 0) }, 'sellers[1].weight must be'],
    [
      'a seller without a share',
      { amount: 10, sellers: [{ connectedAccountId: 'a' }] },
      'sellers[0].weight must be',
    ],
    [
      'a seller without an account',
      { amount: 10, sellers: [{ weight: 1 }] },
      'sellers[0].connectedAccountId must be',
    ],
    [
      'the same account twice in different case',
      { amount: 10, sellers: [seller('ab', { weight: 1 }), seller('AB', { weight: 1 })] },
      'sellers[1].connectedAccountId occurs twice',
    ],
    [
      'an amount and a weight for one seller',
      { amount: 10, sellers: [{ ...price(10)[0], weight: 1 }] },
      'sellers[0] has an amount and',
    ],
    [
      'amounts for some sellers and weights for others',
      { amount: 10, sellers: [seller('a', { amount: 5 }), seller('b', { weight: 1 })] },
      'sellers[1] must have an amount like sellers[0]',
    ],
    [
      'amounts that do not add up to the payment',
      { amount: 10, sellers: price(4, 5) },
      'add up to 9, the payment',
    ],
    [
      'a fee as high as the payment',
      { amount: 10, sellers: weigh(1), platformFee: { amount: 10 } },
      'platformFee.amount must be a whole number from 0 to 9',
    ],
    [
      'a negative fee',
      { amount: 10, sellers: weigh(1), platformFee: { amount: -1 } },
      'platformFee.amount must be a whole number from 0 to 9 (received -1)',
    ],
    [
      'a fee of 100 percent',
      { amount: 10, sellers: weigh(1), platformFee: { basisPoints: 10_000 } },
      'platformFee.basisPoints must be a whole number from 0 to 9999',
    ],
    ['an empty fee', { amount: 10, sellers: weigh(1), platformFee: {} }, 'platformFee.amount must be'],
    [
      'two fees',
      { amount: 10, sellers: weigh(1), platformFee: { amount: 1, basisPoints: 1 } },
      'platformFee has an amount and basisPoints',
    ],
    [
      'sellers that would receive nothing',
      { amount: 2, sellers: weigh(1, 1, 1) },
      'sellers[2] would receive nothing of 2',
    ],
  ])('rejects %s', (_, options, message) => {
    expect(() => planSplit(options as SplitOptions)).toThrow(RangeError);
    expect(() => planSplit(options as SplitOptions)).toThrow(message);
  });
});

describe('planReversals', () => {
  const steps = fc.array(
    // Seller 8 does not exist, so that refund applies to all sellers.
    fc.tuple(fc.constantFrom(0, 1, 2, 8), fc.double({ min: 0, max: 1, noNaN: true })),
    { maxLength: 12 },
  );

  it('reverses exactly the transfers with a full refund in any parts, and never more', () => {
    fc.assert(
      fc.property(splits, steps, (options, parts) => {
        const plan = planSplit(options);
        const refunds = refundsOf(plan, parts);
        const rest = refundableAmount(plan, refunds);
        if (rest > 0) refunds.push({ amount: rest });
        const reversed = new Map<string, number>();
        let fees = 0;
        refunds.forEach((refund, index) => {
          const { reversals, platformFee, amount } = planReversals(plan, refund, refunds.slice(0, index));
          expect(amount).toBe(refund.amount);
          expect(sum(reversals.map((one) => one.amount)) + platformFee).toBe(refund.amount);
          expect(platformFee).toBeGreaterThanOrEqual(0);
          fees += platformFee;
          for (const reversal of reversals) {
            expect(reversal.amount).toBeGreaterThan(0);
            if (refund.connectedAccountId !== undefined)
              expect(reversal.connectedAccountId).toBe(refund.connectedAccountId);
            const total = (reversed.get(reversal.connectedAccountId) ?? 0) + reversal.amount;
            reversed.set(reversal.connectedAccountId, total);
            const transfer = plan.transfers.find(
              ({ connectedAccountId }) => connectedAccountId === reversal.connectedAccountId,
            );
            expect(total).toBeLessThanOrEqual(transfer?.amount ?? 0);
          }
        });
        expect(plan.transfers.map(({ connectedAccountId }) => reversed.get(connectedAccountId))).toEqual(
          plan.transfers.map(({ amount }) => amount),
        );
        expect(fees).toBe(plan.platformFee);
      }),
    );
  });

  const plan = planSplit({
    amount: 10_000,
    sellers: [seller('a', { amount: 6000 }), seller('b', { amount: 4000 })],
    platformFee: { basisPoints: 1000 },
  });

  it('reverses a refund of one item from its seller only, with the seller’s part of the fee', () => {
    expect(planReversals(plan, { amount: 4000, connectedAccountId: 'B' })).toEqual({
      amount: 4000,
      platformFee: 400,
      reversals: [{ connectedAccountId: 'b', amount: 3600 }],
    });
  });

  it('leaves out sellers with nothing to reverse', () => {
    expect(planReversals(plan, { amount: 1 })).toEqual({ amount: 1, platformFee: 1, reversals: [] });
  });

  it.each<[string, SplitRefund, SplitRefund[], string]>([
    ['0', { amount: 0 }, [], 'refund.amount must be a whole number above 0'],
    ['a negative amount', { amount: -5 }, [], 'refund.amount must be a whole number above 0 (received -5)'],
    ['more than the payment', { amount: 10_001 }, [], 'refund.amount is 10001, but only 10000 minor units'],
    ['more than what is left', { amount: 2 }, [{ amount: 9999 }], 'refund.amount is 2, but only 1 minor'],
    ['more than the seller’s goods', { amount: 4001, connectedAccountId: 'b' }, [], 'only 4000 minor'],
    [
      'an unknown seller’s goods',
      { amount: 1, connectedAccountId: 'c' },
      [],
      'refund.connectedAccountId is not a seller',
    ],
    [
      'any amount after an earlier refund that exceeds the payment',
      { amount: 1 },
      [{ amount: 20_000 }],
      'earlier[0].amount is 20000',
    ],
  ])('rejects a refund of %s', (_, refund, earlier, message) => {
    expect(() => planReversals(plan, refund, earlier)).toThrow(message);
  });

  it('accepts a plan that was stored as JSON', () => {
    const stored = JSON.parse(JSON.stringify(plan)) as SplitPlan;
    expect(planReversals(stored, { amount: 5000 })).toEqual(planReversals(plan, { amount: 5000 }));
  });
});
