import { expect, it } from '@jest/globals';
import { ClaimAhead } from './claim-ahead.js';

it('claims nothing ahead for a minute after a crash, so that the next crash leaves few events that must run alone', () => {
  let now = 0;
  const ahead = new ClaimAhead(8, { now: () => now });
  ahead.note(1);
  expect(ahead.count).toBe(100);
  ahead.pause();
  ahead.note(1);
  expect(ahead.count).toBe(0);
  now = 60_000;
  expect(ahead.count).toBe(100);
});
