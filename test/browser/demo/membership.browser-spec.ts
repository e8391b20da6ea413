import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, openContext } from '../chromium.js';
import { payByCard } from '../card-form.js';
import { checkPage } from '../page-checks.js';
import { GOOD_CARD } from './customer.js';
import { DemoProcess } from './demo-process.js';

let demo: DemoProcess;

describeInBrowser('membership', () => {
  beforeAll(async () => {
    demo = await DemoProcess.start();
  });
  afterAll(async () => {
    await demo.stop();
  });

  it('is charged each month, asks for another card after a decline, and ends when it is cancelled', async () => {
    const context = await openContext();
    const page = await context.newPage();
    const operator = await context.newPage();
    const click = (name: string, on: Page = page): Promise<void> =>
      on.getByRole('button', { name, exact: true }).click();
    const sees = (heading: string): Promise<void> =>
      page.getByRole('heading', { level: 1, name: heading }).waitFor();
    const payments = (): Promise<number> => page.locator('.lines tbody tr').count();

    await page.goto(`${demo.shop}/coffee`);
    await checkPage(page, 'coffee');
    await click('Subscribe for €9.90 a month');
    await page.waitForURL(/\/web\/checkout\?ref=\d{16}/);
    await payByCard(page, GOOD_CARD);
    await page.waitForURL(`${demo.shop}/coffee/*`);
    await sees('Active');
    expect(await payments()).toBe(1);

    await operator.goto(`${demo.shop}/back-office/members`);
    await click('Let a month pass', operator);
    await operator.getByText('€19.80').waitFor();
    await page.reload();
    expect(await payments()).toBe(2);
    await checkPage(page, 'coffee-active');

    await click('Let a month pass, and decline a card', operator);
    await operator.getByText('Card declined').waitFor();
    await checkPage(operator, 'members');
    await page.reload();
    await sees('Card declined');
    await checkPage(page, 'coffee-declined');
    await click('To the payment page');
    await payByCard(page, GOOD_CARD);
    await page.waitForURL(`${demo.shop}/coffee/*`);
    await sees('Active');
    expect(await payments()).toBe(3);

    await click('Cancel');
    await sees('Canceled');
    await click('Let a month pass', operator);
    await operator.getByText('Ended').waitFor();
    await page.goto(`${demo.shop}/coffee`);
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await sees('Ended');
    expect(await payments()).toBe(3);
    await checkPage(page, 'coffee-ended');
  });
});
