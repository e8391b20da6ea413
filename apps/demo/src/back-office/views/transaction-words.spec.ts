import { describe, expect, it } from '@jest/globals';
import { serviceTime } from './transaction-words.js';

describe('serviceTime', () => {
  it.each([
    ['2026-02-03T12:15:28.73+02:00', '2026-02-03 10:15 UTC'],
    ['2026-07-01T01:15:28.1234567+03:00', '2026-06-30 22:15 UTC'],
    ['2026-02-03T12:15:28Z', '2026-02-03 12:15 UTC'],
    ['2026-02-03T12:15:28.73', '2026-02-03 12:15, the service’s local time'],
  ])('shows %s with its time zone', (text, words) => {
    expect(serviceTime(text)).toBe(words);
  });
});
