import { expect, it } from '@jest/globals';
import { recordReturns } from './split-external.js';
import { newRecord, splitOf } from './split-record.js';
import type { SplitEntry } from './split-record.js';

const SELLER = '8b3c5d0e-0000-4000-8000-000000000001';

it('books what the bank has reclaimed once, also if the service lists the claims later, or another one', () => {
  const transfers = [{ connectedAccountId: SELLER, amount: 9000, platformFee: 1000 }];
  const record = newRecord('payment', { amount: 10_000, platformFee: 1000, transfers });
  const noticed = [10_000, 3000, 3000, 5000].map((reclaimed) => {
    const entries: SplitEntry[] = [];
    recordReturns(record, entries, { returns: [], reclaimed });
    return entries.map(({ amount, isRebooked }) => [amount, isRebooked]);
  });
  expect(noticed).toEqual([[[10_000, false]], [[3000, true]], [], [[5000, true]]]);
  expect(splitOf(record)).toMatchObject({
    unattributed: 5000,
    external: [{ serviceId: 'payment:dispute', kind: 'dispute', amount: 5000 }],
  });
});
