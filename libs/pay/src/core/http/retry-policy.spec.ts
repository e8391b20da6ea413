import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_MAX_RETRIES, MAX_RETRY_AFTER_MS, readRetryAfter, retryDelay } from './retry-policy.js';
import type { FailedAttempt } from './retry-policy.js';

const failed = (more: Partial<FailedAttempt> = {}): FailedAttempt => ({
  attempt: 1,
  repeatable: true,
  kind: 'connection-lost',
  status: null,
  retryAfterMs: null,
  remainingMs: 30_000,
  ...more,
});
const isRepeated = (more: Partial<FailedAttempt>): boolean =>
  retryDelay(failed(more), DEFAULT_MAX_RETRIES, 0.5) !== null;
const responded = (...statuses: number[]): Partial<FailedAttempt>[] =>
  statuses.map((status) => ({ kind: 'response', status }));

/** The attempts that each row of the table in the docs describes. */
const ROWS: Readonly<Record<string, Partial<FailedAttempt>[]>> = {
  'no connection: DNS, refused, TLS, connect timeout': [{ kind: 'connect-failed' }],
  'connection lost after the request may have left': [{ kind: 'connection-lost' }],
  'attempt ran out of time': [{ kind: 'connection-lost' }],
  '408, 429, 500 to 599': responded(408, 429, 500, 502, 503, 504, 599),
  'any other response: 2xx, 3xx, 4xx': [
    ...responded(200, 204, 301, 307, 400, 401, 403, 404, 409, 422, 423, 452, 499, 600),
    { kind: 'final', status: 200 },
  ],
  '`timeoutMs` is over, or your `signal` was aborted': [{ kind: 'final' }],
};
const table = readFileSync(new URL('../../../../../docs/reference/retries.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /\| (retried|not retried) \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('retryDelay: which failures are retried', () => {
  it('covers every row of the table in the docs', () => {
    expect(table.map(([, what]) => what)).toEqual(Object.keys(ROWS));
  });

  it.each(table)('%s%s: as documented', (_, what = '', repeatable, unsafe) => {
    for (const row of ROWS[what] ?? []) {
      expect([row, isRepeated({ ...row, repeatable: true })]).toEqual([row, repeatable === 'retried']);
      expect([row, isRepeated({ ...row, repeatable: false })]).toEqual([row, unsafe === 'retried']);
    }
  });

  it('stops after maxRetries', () => {
    expect([1, 2, 3].map((attempt) => isRepeated({ attempt }))).toEqual([true, true, false]);
    expect(retryDelay(failed(), 0, 0)).toBeNull();
  });
});

describe('retryDelay: how long it waits', () => {
  const delay = (more: Partial<FailedAttempt>, random: number): number | null =>
    retryDelay(failed(more), 10, random);

  it('takes a random part of a time that doubles up to a limit', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempt) => delay({ attempt }, 0.999999))).toEqual(
      [250, 500, 1000, 2000, 4000, 4000].map((most) => expect.closeTo(most, 0)),
    );
    expect(delay({ attempt: 3 }, 0)).toBe(0);
    expect(delay({ attempt: 3 }, 0.25)).toBe(250);
  });

  it('honors a longer Retry-After up to a limit', () => {
    expect(delay({ retryAfterMs: 3_000 }, 0.5)).toBe(3_000);
    expect(delay({ retryAfterMs: 10 }, 0.5)).toBe(125);
    expect(delay({ retryAfterMs: 10_001 }, 0.5)).toBeNull();
    expect(delay({ retryAfterMs: 3_000, remainingMs: 2_999 }, 0.5)).toBeNull();
  });

  it('never exceeds its limits or the time left', () => {
    fc.assert(
      fc.property(
        fc.record({
          attempt: fc.integer({ min: 1, max: 20 }),
          repeatable: fc.boolean(),
          kind: fc.constantFrom('connect-failed', 'connection-lost', 'response', 'final'),
          status: fc.option(fc.integer({ min: 100, max: 600 })),
          retryAfterMs: fc.option(fc.nat(20_000)),
          remainingMs: fc.nat(40_000),
        }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (any, random) => {
          const wait = delay(any, random);
          if (wait === null) return;
          expect(wait).toBeLessThan(any.remainingMs);
          expect(wait).toBeLessThanOrEqual(MAX_RETRY_AFTER_MS);
          expect(wait).toBeGreaterThanOrEqual(any.retryAfterMs ?? 0);
          expect(any.kind === 'connect-failed' || any.repeatable).toBe(true);
        },
      ),
    );
  });
});

describe('readRetryAfter', () => {
  const NOW = Date.UTC(2026, 0, 2, 10, 0, 0);

  it.each([
    ['0', 0],
    [' 7 ', 7_000],
    ['Fri, 02 Jan 2026 10:00:05 GMT', 5_000],
    ['Fri, 02 Jan 2026 09:00:00 GMT', 0],
    ['1.5', null],
    ['-1', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('reads %p as %p ms', (header, ms) => {
    expect(readRetryAfter(header, NOW)).toBe(ms);
  });
});
