import { describe, expect, it } from '@jest/globals';
import { backOffMs, withJitter } from './back-off.js';

describe('backOffMs', () => {
  const backOff = { firstMs: 1_000, maxMs: 5_000 };

  it('doubles the wait after each attempt, up to the maximum', () => {
    expect([1, 2, 3, 4, 5_000].map((attempt) => backOffMs(attempt, backOff))).toEqual([
      1_000, 2_000, 4_000, 5_000, 5_000,
    ]);
  });

  it('multiplies the wait by another factor', () => {
    expect(backOffMs(3, { ...backOff, factor: 1.5 })).toBe(2_250);
  });

  it('returns 0 if the first wait is 0', () => {
    expect(backOffMs(5_000, { firstMs: 0, maxMs: 5_000 })).toBe(0);
  });
});

describe('withJitter', () => {
  it('returns a time between half of the wait and the wait', () => {
    expect([0, 0.5, 1].map((random) => withJitter(1_000, () => random))).toEqual([500, 750, 1_000]);
  });
});
