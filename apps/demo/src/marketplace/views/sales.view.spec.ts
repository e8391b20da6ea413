import { describe, expect, it } from '@jest/globals';
import { layout } from '../../views/layout.js';
import type { PaySplitMovement } from 'nestjs-pay/splits';
import type { Sale } from '../money/money.service.js';
import { saleView } from './sales.view.js';

const REFRESH = '<noscript><meta http-equiv="refresh"';
type State = Pick<PaySplitMovement, 'state' | 'serviceId' | 'message'>;

/** Returns an order with one refund in this state. */
const sale = (state: State): Sale => ({
  order: {
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
    currency: '978',
    service: { orderCode: '9271655739472609', expiresAt: 1 },
    payment: { transactionId: 'p', matches: true },
    timeline: null,
    decline: null,
    commission: 13,
  },
  split: {
    transactionId: 'p',
    plan: {
      amount: 1275,
      platformFee: 0,
      transfers: [{ connectedAccountId: 'a', amount: 1275, platformFee: 0 }],
    },
    movements: [
      { id: 'r', kind: 'refund', connectedAccountId: 'a', amount: 1275, refundId: 'album-1', ...state },
    ],
    external: [],
    unattributed: 0,
    isOpen: state.state !== 'done',
  },
  overdue: null,
});
const page = (state: State): string =>
  layout(saleView(sale(state), 0, undefined), { path: '', consoleUrl: null }).toString();

describe('saleView', () => {
  it.each<State>([
    { state: 'open', serviceId: null, message: null },
    { state: 'sent', serviceId: null, message: 'No response.' },
  ])(
    'excludes a movement in state $state from the ledger, and updates itself with and without JavaScript',
    (state) => {
      expect(page(state)).toContain('the outcome is open:</strong> €12.75 back to the customer.');
      expect(page(state)).not.toContain('Refund: Album');
      expect(page(state)).toContain(REFRESH);
      expect(page(state)).toContain('live-page.js');
    },
  );

  it('stops updating itself when every movement has happened', () => {
    const done = page({ state: 'done', serviceId: 't1', message: null });
    expect(done).toContain('Refund: Album');
    expect(done).not.toContain('the outcome is open');
    expect(done).not.toContain(REFRESH);
  });
});
