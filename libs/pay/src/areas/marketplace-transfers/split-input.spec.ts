import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { planSplit } from './split-plan.js';
import type { SplitOptions, SplitPlan } from './split-plan.js';
import { planReversals } from './split-refund.js';
import type { SplitRefund } from './split-refund.js';

const options = {
  amount: 10_000,
  sellers: [
    { connectedAccountId: 'a', amount: 6000 },
    { connectedAccountId: 'b', amount: 4000 },
  ],
  platformFee: { basisPoints: 1000 },
};
const plan = planSplit(options);
const [first, second] = plan.transfers;

/** Values other than exact whole numbers above or equal to 0. */
const invalidNumber = fc.oneof(
  fc.constantFrom(null, undefined, true, NaN, Infinity, 0.5, -1, 2 ** 53, 1n, {}, []),
  fc.nat().map(String),
);
const split = (input: unknown) => () => planSplit(input as SplitOptions);
const reverse = (stored: unknown, refund: unknown, earlier?: unknown) => () =>
  planReversals(stored as SplitPlan, refund as SplitRefund, earlier as SplitRefund[]);

function expectRangeError(act: () => unknown, message: string): void {
  expect(act).toThrow(RangeError);
  expect(act).toThrow(message);
}

describe('planSplit', () => {
  it.each<[string, unknown, string]>([
    ['missing options', undefined, 'options must be an object'],
    ['a list', [], 'options must be an object'],
    ['a fee of null', { ...options, platformFee: null }, 'platformFee must be an object'],
    ['a number as the fee', { ...options, platformFee: 1000 }, 'platformFee must be an object'],
    [
      'a misspelled fee',
      { amount: 10_000, sellers: options.sellers, platformfee: { amount: 5 } },
      'options.platformfee is unknown: did you mean platformFee?',
    ],
    [
      'a misspelled member of the fee',
      { ...options, platformFee: { basispoints: 5 } },
      'platformFee.basispoints is unknown: did you mean basisPoints?',
    ],
    [
      'an unknown member without a similar name',
      { ...options, currency: 978 },
      'options.currency is unknown',
    ],
    ['sellers of null', { ...options, sellers: null }, 'sellers must be a list'],
    ['a seller of null', { ...options, sellers: [null] }, 'sellers[0] must be an object'],
    [
      'a misspelled account',
      { ...options, sellers: [{ connectedaccountId: 'a', amount: 10_000 }] },
      'sellers[0].connectedaccountId is unknown: did you mean connectedAccountId?',
    ],
    [
      'white space around an account',
      { ...options, sellers: [{ connectedAccountId: ' a', amount: 10_000 }] },
      'sellers[0].connectedAccountId must be a string without leading or trailing white space',
    ],
    [
      'an amount together with a weight of null',
      { ...options, sellers: [{ connectedAccountId: 'a', amount: 10_000, weight: null }] },
      'sellers[0] has an amount and a weight',
    ],
  ])('rejects %s', (_, input, message) => {
    expectRangeError(split(input), message);
  });
});

describe('planReversals', () => {
  it.each<[string, unknown, unknown, unknown, string]>([
    ['a missing plan', null, { amount: 1 }, [], 'plan must be an object'],
    ['a plan as a string', JSON.stringify(plan), { amount: 1 }, [], 'plan must be an object'],
    ['transfers of null', { ...plan, transfers: null }, { amount: 1 }, [], 'plan.transfers must be a list'],
    ['an empty list of transfers', { ...plan, transfers: [] }, { amount: 1 }, [], 'plan.transfers must name'],
    ['an unknown member', { ...plan, fee: 1 }, { amount: 1 }, [], 'plan.fee is unknown'],
    [
      'transfers that do not add up to the payment',
      { ...plan, amount: 9999 },
      { amount: 1 },
      [],
      'plan.transfers: with their fees they add up to 10000, plan.amount is 9999',
    ],
    [
      'fees that do not add up to the platform fee',
      { ...plan, platformFee: 999 },
      { amount: 1 },
      [],
      'plan.platformFee is 999, the fees of the transfers add up to 1000',
    ],
    [
      'the same seller twice',
      { ...plan, transfers: [first, { ...second, connectedAccountId: 'A' }] },
      { amount: 1 },
      [],
      'plan.transfers[1].connectedAccountId occurs twice',
    ],
    ['a missing refund', plan, null, [], 'refund must be an object'],
    ['null as the earlier refunds', plan, { amount: 1 }, null, 'earlier must be a list'],
    ['null as an earlier refund', plan, { amount: 1 }, [null], 'earlier[0] must be an object'],
    [
      'a misspelled account in the refund',
      plan,
      { amount: 1, connectedaccountId: 'a' },
      [],
      'refund.connectedaccountId is unknown: did you mean connectedAccountId?',
    ],
    [
      'null as the account',
      plan,
      { amount: 1, connectedAccountId: null },
      [],
      'refund.connectedAccountId must be a non-empty string',
    ],
    [
      'white space around an account in an earlier refund',
      plan,
      { amount: 1 },
      [{ amount: 1, connectedAccountId: 'a ' }],
      'earlier[0].connectedAccountId must be a string without leading or trailing white space',
    ],
  ])('rejects %s', (_, stored, refund, earlier, message) => {
    expectRangeError(reverse(stored, refund, earlier), message);
  });

  it('rejects anything but a whole number in a plan, a refund or an earlier refund, and names the field', () => {
    fc.assert(
      fc.property(invalidNumber, (value) => {
        const transfer = (member: object) => ({ ...plan, transfers: [first, { ...second, ...member }] });
        const one = { amount: 1 };
        expectRangeError(reverse({ ...plan, amount: value }, one), 'plan.amount must be');
        expectRangeError(reverse({ ...plan, platformFee: value }, one), 'plan.platformFee must be');
        expectRangeError(reverse(transfer({ amount: value }), one), 'plan.transfers[1].amount must be');
        expectRangeError(
          reverse(transfer({ platformFee: value }), one),
          'plan.transfers[1].platformFee must be',
        );
        expectRangeError(reverse(plan, { amount: value }), 'refund.amount must be');
        expectRangeError(reverse(plan, one, [{ amount: value }]), 'earlier[0].amount must be');
        expectRangeError(split({ ...options, amount: value }), 'amount must be');
      }),
    );
  });

  it('rejects a changed plan, so that no reversals exceed the transfers', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1), fc.integer({ min: 1, max: 3000 }), (at, more) => {
        const transfers = plan.transfers.map((one, index) =>
          index === at ? { ...one, amount: one.amount + more } : one,
        );
        expectRangeError(reverse({ ...plan, transfers }, { amount: 10_000 }), 'plan.transfers');
      }),
    );
  });
});
