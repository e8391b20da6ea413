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
])('the reason for event %p is %p', (eventId, reason) => {
  expect(declineReason(eventId)).toBe(reason);
});

it('the test amounts cover more than five reasons', () => {
  expect(new Set(Object.values(TEST_AMOUNTS).map(declineReason)).size).toBeGreaterThan(5);
});
