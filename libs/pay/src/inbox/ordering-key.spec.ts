import { expect, it } from '@jest/globals';
import { orderingKeyOf } from './ordering-key.js';

const keyOf = (data: Record<string, unknown>): string | null =>
  orderingKeyOf({ account: null, client: 'wallet', event: { data } as never });

it('is the same for an order, whatever the format of its code, and the transaction or session without an order', () => {
  expect(keyOf({ OrderCode: 123 })).toBe('.wallet|order:123');
  expect(keyOf({ OrderCode: '00123' })).toBe(keyOf({ OrderCode: 123 }));
  const id = 'ABCDEF00-0000-4000-8000-000000000000';
  expect(keyOf({ TransactionId: id })).toBe(`.wallet|transaction:${id.toLowerCase()}`);
  expect(keyOf({ Other: 1 })).toBeNull();
  expect(keyOf({ OrderCode: '0', SessionId: 's1' })).toBe('.wallet|session:s1');
  expect(keyOf({ OrderCode: '0', OrderCodeText: '0', TransactionId: id })).toBe(keyOf({ TransactionId: id }));
  expect(keyOf({ OrderCode: '\0'.repeat(60_000) })?.length).toBeLessThan(120);
});
