import { describe, expect, it } from '@jest/globals';
import { layout } from '../../views/layout.js';
import type { MoveState } from '../money/money-move.js';
import type { MarketOrder } from '../orders/market-order.js';
import { saleVersion, saleView } from './sale.view.js';

const REFRESH = '<noscript><meta http-equiv="refresh"';
const DONE: MoveState = { kind: 'done', serviceId: 't1', executed: null, knownBy: 'answer' };

/** An order whose one refund stands so. */
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
  split: null,
  commission: 13,
  moves: [{ kind: 'refund', id: 'r', connectedAccountId: 'a', amount: 1275, goodsId: 'album', state }],
  reports: [],
  refundsSeen: [],
});
const page = (state: MoveState, now = 0): string =>
  layout(saleView({ order: order(state), now, problem: undefined }), null).toString();

describe('the page of a sale', () => {
  it.each<MoveState>([
    { kind: 'stored' },
    { kind: 'sending', at: 0 },
    { kind: 'unknown', at: 0, message: 'No answer.' },
  ])('counts no movement that is $kind, says so, and looks again with and without JavaScript', (state) => {
    expect(page(state)).toContain('it has not happened for certain:</strong> €12.75 back to the customer.');
    expect(page(state)).not.toContain('Refund: Album');
    expect(page(state)).toContain(REFRESH);
    expect(page(state)).toContain('order-page.js');
  });

  it('looks no more once all of it has happened', () => {
    expect(page(DONE)).toContain('Refund: Album');
    expect(page(DONE)).not.toContain('not happened for certain');
    expect(page(DONE)).not.toContain(REFRESH);
  });

  it('has another version once what was sent is too old to be under way', () => {
    const sent = order({ kind: 'sending', at: 0 });
    const later = 6 * 60_000;
    expect(page({ kind: 'sending', at: 0 }, later)).toContain('Not known');
    expect(saleVersion(sent, later)).not.toBe(saleVersion(sent, 0));
  });
});
