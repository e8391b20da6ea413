import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { newPglite } from '../pglite.js';
import { PLATFORMS } from './nest-app.js';
import { labelsOf, OperatorShop } from './operator-shop.js';

const DAY_MS = 86_400_000;

describe.each(PLATFORMS)('pages of the operator on %s', (platform) => {
  let simulator: PaySimulator;
  let db: PGlite;
  let shop: OperatorShop;

  beforeAll(async () => {
    simulator = await createPaySimulator({ seed: `operator ${platform}`, clock: 'manual' });
    db = await newPglite();
    shop = await new OperatorShop(simulator).start({ db, platform });
  });
  afterAll(async () => {
    await shop.close();
    await simulator.close();
    await db.close();
  });
  beforeEach(() => void shop.audited.splice(0));

  it('refunds a payment once, with two entries in the audit', async () => {
    const { orderCode, id } = await shop.buy();
    await simulator.clock.advance(DAY_MS);
    const boss = shop.as('boss');
    expect(labelsOf(await boss.page(`default/orders/${orderCode}`))).toContain('Paid');
    const action = await boss.plan(orderCode, { kind: 'refund', transactionId: id, amount: '10.05' });
    expect(action).toMatch(/^default\/actions\/op-/);
    expect(await boss.page(action)).toMatch(/<button[^>]*>Refund €10.05</);
    expect(shop.audited).toEqual([]);
    const done = await boss.confirm(action);
    expect(labelsOf(done)).toEqual(['Done']);
    expect(simulator.transactions.get(id).refunded).toBe(1005);
    const about = {
      who: 'boss',
      what: 'refund',
      why: 'it was broken',
      key: action.split('/')[2],
      orderCode,
      transactionId: id,
      amount: 1005,
      fee: null,
      currencyCode: '978',
    };
    expect(shop.audited).toEqual([
      { account: null, merchantId: null, ...about, phase: 'intent', outcome: null, message: null },
      { account: null, merchantId: null, ...about, phase: 'result', outcome: 'done', message: null },
    ]);
    const page = await boss.page(`default/orders/${orderCode}`);
    expect(labelsOf(page)).toContain('Refunded in part');
    expect(page).toContain('€14.45');
  });

  it('finds a payment by code, transaction and reference, and lists those of today', async () => {
    const { orderCode, id } = await shop.buy(1999, { merchantTrns: `cart-${platform}-17` });
    const looker = shop.as('looker');
    const find = (q: string) => looker.post('default/find', { q }, 'default');
    for (const q of [orderCode, id.toUpperCase(), `cart-${platform}-17`])
      expect((await find(q)).headers.get('location')).toContain(`default/orders/${orderCode}`);
    expect(await looker.page('default')).toContain(orderCode);
    const rows = await looker.json<{ orderCode: string }[]>('default?amount=19.99&card=0133');
    expect(rows.map((row) => row.orderCode)).toEqual([orderCode]);
    expect(await looker.json('default?amount=19.98')).toEqual([]);
    expect((await find('nothing like it')).status).toBe(404);
  });

  it('sends styles, a strict policy, and relative links', async () => {
    const response = await shop.as('looker').send('default');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    expect(page).not.toMatch(/<script|style=| on[a-z]+=|(href|action|src)="(\/|http)/);
    const styles = await shop.as('looker').send('styles.css');
    expect([styles.status, styles.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect((await shop.as('looker').send('../payments')).headers.get('location')).toBe('payments/default');
  });
});
