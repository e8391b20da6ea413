import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import type { Page } from 'playwright-core';
import { describeInBrowser, openPage } from '../chromium.js';
import { pageProblems, PHONE } from '../page-checks.js';
import { Merchant } from './merchant.js';

const FAILED = '/console?view=deliveries&state=failed';
/** Pages of lists with a search, a filter or several pages. */
const FILTERED = [
  '/console?view=orders&page=2',
  FAILED,
  '/console?view=deliveries&q=nothing&event=1798',
  '/console?view=requests&page=2',
  '/console?view=requests&q=404&only=refused',
];
const VIEWS = ['orders', 'deliveries', 'requests', 'webhooks', 'accounts', 'passwords', 'ledger', 'clock'];

/** Focuses each control, and returns those whose focus ring is cut off by the window or by a part that scrolls. */
const CUT_RINGS = `[...document.querySelectorAll('a[href]:not(svg a), button, input, select, summary, [tabindex="0"]')]
  .filter((control) => control.checkVisibility() && control.type !== 'hidden' && !control.disabled)
  .filter((control) => {
    control.focus();
    const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(control);
    const ring = outlineStyle === 'none' ? 0 : Math.max(0, parseFloat(outlineWidth) + parseFloat(outlineOffset));
    const box = control.getBoundingClientRect();
    const isInside = (left, top, right, bottom) =>
      box.left - ring >= left - 1 && box.right + ring <= right + 1 && box.top - ring >= top - 1 && box.bottom + ring <= bottom + 1;
    if (outlineStyle === 'none') return true;
    for (let part = control.parentElement; part !== document.body; part = part.parentElement) {
      if (getComputedStyle(part).overflowX === 'visible') continue;
      const { left, top } = part.getBoundingClientRect();
      if (!isInside(left, top, left + part.clientWidth, top + part.clientHeight)) return true;
    }
    return !isInside(0, -Infinity, document.documentElement.clientWidth, Infinity);
  })
  .map((control) => control.outerHTML.slice(0, 120))`;

const merchant = new Merchant();
let shop: string;
let simulator: PaySimulator;
const pay = async (status: number): Promise<string> => {
  merchant.responseStatus = status;
  const { orderCode } = simulator.pay();
  await simulator.deliveries.settled();
  return orderCode;
};
/** Returns what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement.name || document.activeElement.tagName');

describeInBrowser("the lists of the simulator's console", () => {
  beforeAll(async () => {
    shop = await merchant.listen();
    simulator = await createPaySimulator({ merchant: { webhookKey: merchant.key } });
  });
  beforeEach(async () => {
    simulator.reset();
    await simulator.webhooks.register({ url: `${shop}/webhooks`, eventTypeIds: [1796, 1798] });
  });
  afterAll(async () => {
    await simulator.close();
    await merchant.close();
  });

  it('leads from the tab to the failed delivery, its error and its retry', async () => {
    await pay(200);
    const code = await pay(503);
    const page = await openPage(simulator.url);
    await page.getByRole('link', { name: 'Deliveries 2 1 failed' }).click();
    await page.getByRole('link', { name: 'Failed 1' }).click();
    await page.getByRole('heading', { name: 'Deliveries 1 of 2' }).waitFor();
    await page.getByText(/^Failed, retry in (\d\d:\d\d|1:00:00)$/).waitFor();
    await page.getByText('1 attempt, last: 503').click();
    await page.getByText('Your application responded with 503.').waitFor();
    expect(await pageProblems(page, 'simulator-delivery-failed')).toEqual([]);
    merchant.responseStatus = 200;
    await page.getByRole('button', { name: 'Redeliver now' }).click();
    await page.getByText('No delivery matches').waitFor();
    await page.getByRole('link', { name: 'Show all deliveries' }).click();
    await page.getByRole('link', { name: 'Deliveries 2', exact: true }).waitFor();
    expect(merchant.received.at(-1)).toContain(code);
  });

  it('counts down to the retry, and keeps the open attempt, its scrolled text and the focus', async () => {
    await pay(503);
    const page = await openPage(simulator.url + FAILED);
    await page.getByText('1 attempt, last: 503').click();
    const request = `document.querySelector('[aria-label="Request body"]')`;
    await page.evaluate(`${request}.scrollTop = 100`);
    const before = await page.locator('.chip.bad').first().innerText();
    await page.locator('.chip.bad').filter({ hasText: 'retry', hasNotText: before }).waitFor();
    expect(await page.evaluate(`${request}.scrollTop`)).toBe(100);
    expect(await focused(page)).toBe('SUMMARY');
  });

  it('focuses the search with the key /, and finds and pages with the keyboard alone', async () => {
    for (let number = 1; number <= 25; number++) await pay(200);
    const page = await openPage(`${simulator.url}/console?view=deliveries`);
    await page.keyboard.press('/');
    expect(await focused(page)).toBe('q');
    await page.keyboard.type('/webhooks');
    await page.keyboard.press('Enter');
    await page.getByText('Page 1 of 2').waitFor();
    expect(await page.getByLabel('Find a delivery').inputValue()).toBe('/webhooks');
    await page.getByRole('link', { name: 'Older' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Page 2 of 2').waitFor();
    expect(await page.locator('tbody tr:not(.below)').count()).toBe(5);
  });

  it('cuts off no focus ring', async () => {
    for (let number = 1; number <= 25; number++) simulator.pay();
    await simulator.deliveries.settled();
    for (const options of [{}, PHONE]) {
      const page = await openPage(simulator.url, options);
      const views = VIEWS.map((view) => `/console?view=${view}`);
      for (const path of [...views, ...FILTERED, `/console/orders/${await pay(503)}`]) {
        await page.goto(simulator.url + path);
        await page.keyboard.press('Tab');
        expect({ path, cut: await page.evaluate(CUT_RINGS) }).toEqual({ path, cut: [] });
      }
    }
  });

  it('is accessible with filters, failures and pages, light and dark', async () => {
    for (let number = 1; number <= 25; number++) simulator.pay();
    const failed = await pay(503);
    for (let number = 1; number <= 45; number++) await fetch(`${simulator.endpoints.web}/api/nothing`);
    simulator.trigger('decline');
    await simulator.deliveries.settled();
    const page = await openPage(simulator.url);
    const problems: string[] = [];
    for (const path of [...FILTERED, `/console/orders/${failed}`]) {
      await page.goto(simulator.url + path);
      problems.push(...(await pageProblems(page, `simulator-lists${path.replace(/\W+|\d{16}/g, '-')}`)));
    }
    expect(problems).toEqual([]);
  });
});
