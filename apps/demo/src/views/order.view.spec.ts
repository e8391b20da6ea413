import { describe, expect, it } from '@jest/globals';
import type { Order } from '../orders/order.js';
import { recordFact } from '../orders/order-facts.js';
import type { PaymentFact } from '../orders/payment-fact.js';
import { layout } from './layout.js';
import { orderView } from './order.view.js';

const HOSTILE = '"><script>alert(1)</script>';
const order: Order = {
  id: '3f9c2a1b-0000-4000-8000-000000000001',
  submission: 's',
  createdAt: 0,
  customer: { name: HOSTILE, email: 'ada@example.com', language: undefined },
  lines: [{ goodsId: 'mug', name: HOSTILE, quantity: 2, unitPrice: 1850 }],
  amount: 3700,
  currency: '978',
  service: { orderCode: '9271655739472609', expiresAt: 1 },
  facts: {},
};
const page = (...facts: PaymentFact[]): string =>
  layout(orderView(facts.reduce(recordFact, order)), null).toString();

describe('the page of an order', () => {
  it('shows names as text, never as markup', () => {
    expect(page()).not.toContain('<script>alert');
    expect(page()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('keeps itself up to date with and without JavaScript while the order can be paid, and offers to pay', () => {
    expect(page()).toContain('<noscript><meta http-equiv="refresh"');
    expect(page()).toContain('/assets/order-page.js');
    expect(page()).toContain(`action="/orders/${order.id}/pay"`);
  });

  it.each<[string, PaymentFact]>([
    ['Paid', { kind: 'paid', transactionId: 'p' }],
    ['Refunded', { kind: 'refunded', transactionId: 'r', amount: 3700 }],
    ['Cancelled', { kind: 'cancelled' }],
    ['Expired', { kind: 'expired' }],
    ['Being checked', { kind: 'mismatched', transactionId: 'm' }],
  ])('%s: offers no payment and does not reload', (label, fact) => {
    const shown = page(fact);
    expect(shown).toContain(`<h1>${label}</h1>`);
    expect(shown).not.toContain('/pay"');
    expect(shown).not.toContain('http-equiv="refresh"');
  });

  it('has no script or style of its own: the policy would not run it', () => {
    expect(page()).not.toMatch(/<script(?! src=)|<style|style="|onclick|javascript:/);
  });
});
