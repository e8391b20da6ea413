import { describe, expect, it } from '@jest/globals';
import { layout } from '../../views/layout.js';
import type { MoveState } from '../money/money-move.js';
import type { MarketOrder } from '../orders/market-order.js';
import { saleView } from './sales.view.js';

const REFRESH = '<noscript><meta http-equiv="refresh"';
const DONE: MoveState = { kind: 'done', serviceId: 't1', executed: null, knownBy: 'response' };

/** Returns an order with one refund in this state. */
const order = (state: MoveState): MarketOrder => ({
  id: '3f9c2a1b-0000-4000-8000-000000000001',
  submission: 's',
  createdAt: 0,
  customer: { name: 'Ada', email: 'ada@example.com' },
  lines: [
    {
      goodsId: 'album',
      sellerKey: 'delft',
      connectedAccountId: 'a',
      name: 'Album',
      quantity: 1,
      unitPrice: 1275,
    },
  ],
  amount: 1275,
  service: { orderCode: '9271655739472609', expiresAt: 1 },
  payment: { transactionId: 'p', matches: true },
  timeline: null,
  split: null,
  commission: 13,
  moves: [{ kind: 'refund', id: 'r', connectedAccountId: 'a', amount: 1275, goodsId: 'album', state }],
  reports: [],
});
const page = (state: MoveState): string =>
  layout(saleView({ order: order(state), now: 0, problem: undefined }), {
    path: '',
    consoleUrl: null,
  }).toString();

describe('saleView', () => {
  it.each<MoveState>([{ kind: 'stored' }, { kind: 'unknown', since: 0, message: 'No response.' }])(
    'excludes a movement in state $kind from the ledger, and updates itself with and without JavaScript',
    (state) => {
      expect(page(state)).toContain('the outcome is open:</strong> €12.75 back to the customer.');
      expect(page(state)).not.toContain('Refund: Album');
      expect(page(state)).toContain(REFRESH);
      expect(page(state)).toContain('live-page.js');
    },
  );

  it('stops updating itself when every movement has happened', () => {
    expect(page(DONE)).toContain('Refund: Album');
    expect(page(DONE)).not.toContain('the outcome is open');
    expect(page(DONE)).not.toContain(REFRESH);
  });
});
