import { expect, it } from '@jest/globals';
import { TEST_AMOUNTS } from '../domain/contract.generated.js';
import { declineReason } from './decline-reason.js';

it.each([
  [10051, 'funds'],
  [10054, 'expired'],
  [10041, 'blocked'],
  [10061, 'limit'],
  [2061, 'challengeLeft'],
  [2062, 'challengeFailed'],
  [10005, 'bank'],
  [310, 'bank'],
])('event %p is told as %p', (eventId, reason) => {
  expect(declineReason(eventId)).toBe(reason);
});

it('tells more than one story for the amounts that are declined', () => {
  expect(new Set(Object.values(TEST_AMOUNTS).map(declineReason)).size).toBeGreaterThan(5);
});
