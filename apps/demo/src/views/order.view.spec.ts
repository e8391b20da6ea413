import { describe, expect, it } from '@jest/globals';
import type { ReceivedPayEvent } from 'nestjs-pay';
import type { Order } from '../orders/order.js';
import { withEvent } from '../orders/order-state.js';
import { cancelled, expired, ORDER_CODE, paid, refunded } from '../testing/payment-events.testing.js';
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
  service: { orderCode: ORDER_CODE, expiresAt: 1 },
  timeline: null,
  decline: null,
};
const page = (...events: ReceivedPayEvent[]): string =>
  layout(orderView(events.reduce((one, event) => withEvent(one, event, new Date()), order)), {
    path: '',
    consoleUrl: null,
  }).toString();

describe('orderView', () => {
  it('shows names as text, never as markup', () => {
    expect(page()).not.toContain('<script>alert');
    expect(page()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('updates itself with and without JavaScript while the order can be paid, and offers to pay', () => {
    expect(page()).toContain('<noscript><meta http-equiv="refresh"');
    expect(page()).toContain('/assets/live-page.js');
    expect(page()).toContain(`action="/orders/${order.id}/pay"`);
  });

  it.each<[string, ReceivedPayEvent[]]>([
    ['Paid', [paid(37)]],
    ['Refunded', [paid(37), refunded(37)]],
    ['Canceled', [cancelled()]],
    ['Expired', [expired()]],
    ['Being checked', [paid(36)]],
  ])('offers no payment and does not reload after "%s"', (label, events) => {
    const shown = page(...events);
    expect(shown).toContain(`<h1>${label}</h1>`);
    expect(shown).not.toContain('/pay"');
    expect(shown).not.toContain('http-equiv="refresh"');
  });

  it('contains no inline script or style, which the Content-Security-Policy would block', () => {
    expect(page()).not.toMatch(/<script(?! src=)|<style|style="|onclick|javascript:/);
  });
});
