import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { verdictOf } from './attempt-verdict.js';
import type { EndedAttempt } from './attempt-verdict.js';

const attempt = (more: Partial<EndedAttempt>): EndedAttempt => ({
  kind: 'over',
  status: null,
  cause: null,
  tookMs: 10,
  patienceMs: 10_000,
  ...more,
});
const answered = (...statuses: number[]): Partial<EndedAttempt>[] =>
  statuses.map((status) => ({ kind: status < 300 ? 'over' : 'answered', status }));

/** What each row of the table in the docs stands for. */
const ROWS: Readonly<Record<string, Partial<EndedAttempt>[]>> = {
  'no connection, or it was lost before the answer was whole': [{ kind: 'unreached' }, { kind: 'broken' }],
  'the attempt took longer than `attemptTimeoutMs`': [{ kind: 'broken', tookMs: 10_000 }],
  '`timeoutMs` was over, and the attempt had at least half of the time that one may take': [
    { cause: 'timeout', tookMs: 5_000 },
    { cause: 'timeout', tookMs: 30_000 },
  ],
  'an answer with 500 to 599': answered(500, 502, 503, 504, 599),
  'any other answer: 2xx, 3xx, 4xx, 408 and 429 among them': answered(
    200,
    204,
    302,
    400,
    401,
    404,
    408,
    429,
    452,
  ),
  'your `signal` ended it, `timeoutMs` was over sooner, or the answer was too long': [
    { cause: 'aborted', tookMs: 20_000 },
    { cause: 'timeout', tookMs: 4_999 },
    {},
  ],
};
const table = readFileSync(new URL('../../../../docs/retries.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /\| (failure|success|none) \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('what an attempt says of its host', () => {
  it('is all in the docs', () => {
    expect(table.map(([, what]) => what)).toEqual(Object.keys(ROWS));
  });

  it.each(table)('%s%s: as the docs say', (_, what = '', verdict) => {
    for (const row of ROWS[what] ?? []) expect([row, verdictOf(attempt(row))]).toEqual([row, verdict]);
  });
});
