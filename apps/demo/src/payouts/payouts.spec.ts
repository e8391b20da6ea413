import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Operator } from '../testing/operator.testing.js';
import { RunningShop } from '../testing/running-shop.testing.js';

let shop: RunningShop;
let operator: Operator;
beforeAll(async () => {
  shop = await RunningShop.start();
  operator = new Operator(shop);
});
afterAll(() => shop.close());

describe('page of payouts', () => {
  it('explains a payout, and offers its lines as a file', async () => {
    const { id } = await operator.clearedPayment();
    shop.simulator.wallet.withdraw(500_000);
    await shop.simulator.clock.advance(24 * 3_600_000);
    const day = (ahead: number) =>
      new Date(shop.simulator.clock.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const period = `from=${day(-3)}&to=${day(0)}`;
    const page = await operator.text(`/payouts?${period}`);
    expect(page).toContain('Every cent is explained');
    expect(operator.fact(page, 'Remainder')).toBe('0.00');
    expect(page).toContain('<h2>5000.00 on');
    expect(operator.fact(page, 'Sales')).toBe('24.50');
    const link =
      /href="(\/back-office\/payouts\/lines\.csv[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const file = await fetch(new URL(link, shop.url));
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toContain('attachment; filename=payouts-');
    expect(await file.text()).toMatch(new RegExp(`,matched,sale,24\\.50,EUR,yes,sale,,${id},`));
  });

  it('names a wrong day, and shows a failure of the service', async () => {
    const page = await operator.text('/payouts?from=2026-13-01');
    expect(page).toContain('from must be a day');
    shop.simulator.faults.add({
      operation: 'dataServices.searchAccountTransactions',
      kind: 'status',
      status: 400,
    });
    expect(await operator.text('/payouts')).toContain('role="alert"');
  });
});
