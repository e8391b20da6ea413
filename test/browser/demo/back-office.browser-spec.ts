import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { describeInBrowser, openContext } from '../chromium.js';
import { checkPage, PHONE, SCRIPTLESS } from '../page-checks.js';
import { Operator } from './operator.js';
import { DemoProcess } from './demo-process.js';

let demo: DemoProcess;

const operator = async (options?: BrowserContextOptions): Promise<Operator> =>
  Operator.enter(await openContext(options), demo);

describeInBrowser('back office', () => {
  beforeAll(async () => {
    demo = await DemoProcess.start({ SIMULATOR_ORDER_CODES: 'beyond-safe' });
  });
  afterAll(async () => {
    await demo.stop();
  });

  it.each<[string, BrowserContextOptions]>([
    ['wide', {}],
    ['phone', PHONE],
    ['no-javascript', SCRIPTLESS],
  ])('reserves an amount, captures a part of it, and releases the rest (%s)', async (_name, options) => {
    const ben = await operator(options);
    const held = await ben.reserve('150');
    expect(await ben.fact('Capturable')).toBe('€150.00');
    await ben.decide('Amount to capture', '99.90', 'Capture this amount');
    await ben.page.getByText('The other €50.10 is released').waitFor();
    await ben.confirm(/^Yes: Capture €99.90/);
    await ben.sees('Done');
    expect(await ben.fact('Capturable')).toBe('€0.00');
    expect(await ben.madeOf(held)).toMatchObject([{ amount: 9990 }]);
  });

  it('refunds two parts, and rejects a refund of more than is left', async () => {
    const ben = await operator();
    const payment = await ben.takePayment('45');
    for (const [amount, left] of [
      ['10', '€35.00'],
      ['20.05', '€14.95'],
    ] as const) {
      await ben.decide('Amount to refund', amount, 'Refund this amount');
      await ben.confirm(/^Yes: Refund/);
      await ben.sees('Done');
      expect(await ben.fact('Refundable')).toBe(left);
      await ben.page.getByRole('link', { name: 'To the transaction' }).click();
    }
    await ben.decide('Amount to refund', '14.96', 'Refund this amount');
    expect(await ben.page.getByRole('alert').innerText()).toBe('14.96 is too much: at most 14.95.');
    // On a phone, the form is far down, so the browser scrolls to the problem.
    expect(new URL(ben.page.url()).hash).toBe('#problem');
    expect(await ben.refundBookings(payment)).toEqual([1000, 2005]);
  });

  it.each<[string, BrowserContextOptions]>([
    ['with JavaScript', {}],
    ['without JavaScript', SCRIPTLESS],
  ])('refunds once for a double click, a reload and a return to the page (%s)', async (_name, options) => {
    const ben = await operator(options);
    const payment = await ben.takePayment('45');
    await ben.decide('Amount to refund', '10', 'Refund this amount');
    const asked = ben.page.url();
    await ben.page.getByRole('button', { name: /^Yes: Refund/ }).dblclick();
    await ben.sees('Done');
    await ben.page.reload();
    await ben.page.goto(asked);
    await ben.sees('Done');
    expect(await ben.page.getByRole('button', { name: /^Yes/ }).count()).toBe(0);
    expect(await ben.refundBookings(payment)).toEqual([1000]);
    expect(await ben.madeOf(payment)).toHaveLength(1);
  });

  it('shows a lost response as unknown, and resolves it when the operator asks again', async () => {
    const ben = await operator();
    const payment = await ben.takePayment('45');
    await ben.decide('Amount to refund', '10', 'Refund this amount');
    await demo.fault('transactions.cancelTransaction', 'executed-but-lost');
    // The read of the transaction before the refund succeeds. The reads that look for the refund fail.
    await demo.fault('transactions.getLegacyTransactions:list', 'delay', { ms: 0 });
    const unread = await demo.fault('transactions.getLegacyTransactions:list', 'status', {
      status: 503,
      times: 'always',
    });
    await ben.confirm(/^Yes: Refund/);
    await ben.sees('Outcome unknown');
    await ben.page.getByText('It may have happened').waitFor();
    await checkPage(ben.page, 'office-unknown');
    expect(await ben.refundBookings(payment)).toEqual([1000]);
    await demo.removeFault(unread);
    await ben.page.getByRole('button', { name: 'Ask again' }).click();
    await ben.sees('Done');
    expect(await ben.fact('Refundable')).toBe('€35.00');
    expect(await ben.refundBookings(payment)).toEqual([1000]);
  });

  it('shows a rejection with the service’s event id, its meaning and the next step', async () => {
    const ben = await operator();
    await ben.takePayment('45');
    await ben.decide('Amount to refund', '10', 'Refund this amount');
    await demo.fault('transactions.cancelTransaction', 'success-false', {
      errorCode: 502,
      errorText: 'Transaction failed',
      eventId: 10_062,
    });
    await ben.confirm(/^Yes: Refund/);
    await ben.sees('Refused');
    await ben.page.getByText('Event 10062: Restricted card.').waitFor();
    await ben.page.getByText('Next step:').waitFor();
  });

  it('has accessible pages that fit the screen', async () => {
    const ben = await operator(PHONE);
    const { page } = ben;
    const look = (what: string): Promise<void> => checkPage(page, `office-${what}`);
    const links = "document.querySelector('.office nav')";
    expect(await page.evaluate(`${links}.scrollWidth - ${links}.clientWidth`)).toBe(0);
    const held = await ben.reserve('12.30');
    await look('held');
    await page.goBack();
    await look('order');
    await page.goto(`${demo.shop}/back-office/reservations/new`);
    await look('reserve');
    await page.goto(`${demo.shop}/back-office/transactions/${held}`);
    await ben.decide('Amount to capture', '1,230', 'Capture this amount');
    await look('problem');
    await ben.decide('Amount to capture', '12.30', 'Capture this amount');
    await look('asked');
    await ben.confirm(/^Yes/);
    await ben.sees('Done');
    await look('done');
    await page.getByRole('link', { name: 'The new transaction' }).click();
    await look('payment');
    await page.goto(`${demo.shop}/back-office/find?q=ada`);
    await look('nothing-found');
    await page.goto(`${demo.shop}/back-office`);
    await look('list');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = page.getByRole('button', { name: /^Copy transaction ID/ }).first();
    await copy.click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await copy.getAttribute('data-copy'));
  });

  it('finds a payment by its order code, its id and its day', async () => {
    const ben = await operator();
    const { page } = ben;
    const payment = await ben.takePayment('45');
    const orderCode = await ben.fact('Order');
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByLabel('Order code or transaction ID').fill(orderCode);
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.waitForURL(/\/orders\//);
    expect(await page.locator('.records tbody tr').count()).toBe(2);
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByLabel('Order code or transaction ID').fill(payment);
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.waitForURL(/\/transactions\//);
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await page.getByText('Filter by day').click();
    await page.getByLabel('Status').selectOption({ label: 'Paid' });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/status=/);
    expect(await page.locator('.records tbody tr .label').allInnerTexts()).not.toContain('Declined');
    await page.getByLabel('From').fill('2019-01-01');
    await page.getByLabel('To', { exact: true }).fill('2019-12-31');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('There are no such transactions').waitFor();
  });
});
