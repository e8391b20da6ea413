import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import type { Page } from 'playwright-core';
import { describeInBrowser, openPage } from '../chromium.js';
import { pageProblems, PHONE } from '../page-checks.js';
import { Merchant } from './merchant.js';

const SCREENS = [
  ['wide', {}],
  ['phone', PHONE],
] as const;
const merchant = new Merchant();
let shop: string;
let simulator: PaySimulator;

/** Returns where a part begins and ends. */
async function placeOf(page: Page, part: string) {
  const box = await page.locator(part).first().boundingBox();
  if (box === null) throw new Error(`${part} is not visible`);
  return { top: box.y, right: box.x + box.width, height: box.height };
}

/** Returns how far a page scrolls sideways. */
const sidewaysOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describeInBrowser("the layout of the simulator's console", () => {
  beforeAll(async () => {
    shop = await merchant.listen();
    simulator = await createPaySimulator({ merchant: { webhookKey: merchant.key } });
  });
  beforeEach(async () => {
    simulator.reset();
    merchant.responseStatus = 200;
    await simulator.webhooks.register({ url: `${shop}/webhooks`, eventTypeIds: [1796] });
  });
  afterAll(async () => {
    await simulator.close();
    await merchant.close();
  });

  it.each(SCREENS)(
    'keeps the header as it is when the drawer opens, and closes with Escape: %s',
    async (_, options) => {
      const world = simulator.createWorld({ id: 'the-world-of-somebody-in-the-team' });
      for (const address of [`${simulator.url}/console`, world.console]) {
        const page = await openPage(address, options);
        const before = await placeOf(page, 'header .bar');
        const summary = await placeOf(page, '.drawer summary');
        await page.getByText('Clock and faults').click();
        await page.getByText('No delivery waits for a retry.').waitFor();
        expect(await placeOf(page, 'header .bar')).toEqual(before);
        expect(await placeOf(page, '.drawer summary')).toEqual(summary);
        await page.getByRole('button', { name: '+1 min' }).focus();
        await page.keyboard.press('Escape');
        await page.getByRole('heading', { name: 'Control the service' }).waitFor({ state: 'hidden' });
        expect(await page.evaluate('document.activeElement.id')).toBe('drawer');
      }
      await world.close();
    },
  );

  it('shows the first delivery on the first half of a phone, and the search after a tap', async () => {
    for (let number = 1; number <= 3; number++) simulator.pay();
    await simulator.deliveries.settled();
    const page = await openPage(`${simulator.url}/console?view=deliveries`, PHONE);
    expect((await placeOf(page, '#deliveries tbody tr')).top).toBeLessThan(PHONE.viewport.height / 2);
    expect(await page.getByLabel('Find a delivery').isVisible()).toBe(false);
    expect(await pageProblems(page, 'simulator-deliveries-phone')).toEqual([]);
    await page.locator('.find summary').click();
    await page.getByLabel('Find a delivery').fill('nothing');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No delivery matches').waitFor();
    expect(await page.getByLabel('Find a delivery').inputValue()).toBe('nothing');
  });

  it('has the numbers of the payments below their headings on a phone', async () => {
    simulator.pay(undefined, { amount: 123_456_789 });
    simulator.trigger('decline');
    const page = await openPage(simulator.url, PHONE);
    const rights = await page.evaluate<number[][]>(
      `[...document.querySelectorAll('.states tr')].map((row) => [...row.cells].filter((cell) => cell.checkVisibility()).map((cell) => Math.round(cell.getBoundingClientRect().right)))`,
    );
    // The headings, two states and the sum.
    expect(rights).toHaveLength(4);
    expect(new Set(rights.map(String)).size).toBe(1);
    expect(await sidewaysOf(page)).toBe(0);
  });

  it('keeps every section on one screen width, with those that do not fit in a menu', async () => {
    simulator.pay(undefined, { amount: 123_456_789 });
    for (const width of [390, 800, 1280]) {
      const page = await openPage(simulator.url, { ...PHONE, viewport: { width, height: 844 } });
      const nav = await placeOf(page, 'nav');
      expect([width, nav.height < 60, await sidewaysOf(page)]).toEqual([width, true, 0]);
      if (width === 1280) continue;
      await page.locator('nav summary').click();
      await page.locator('nav .items').getByRole('link', { name: 'Ledger' }).click();
      await page.getByRole('heading', { name: 'Ledger' }).waitFor();
      expect(await page.locator('nav summary').innerText()).toContain('Ledger');
      expect((await placeOf(page, 'nav')).height).toBe(nav.height);
    }
  });

  it('changes the range of the chart, which stays when the page updates itself', async () => {
    simulator.pay();
    const page = await openPage(simulator.url);
    const chosen = page.locator('.ranges [aria-current]');
    expect(await chosen.innerText()).toBe('1 h');
    await page.getByRole('link', { name: '7 d' }).click();
    await page.getByRole('group', { name: 'Deliveries in the last 7 d' }).waitFor();
    simulator.pay();
    await page.getByRole('link', { name: 'Orders 2' }).waitFor();
    expect(await chosen.innerText()).toBe('7 d');
  });

  it('leads from the console of a world to that of another, and back', async () => {
    const worlds = ['anna', 'ben'].map((id) => simulator.createWorld({ id }));
    const page = await openPage(simulator.url);
    await page.getByText('Worlds 2').click();
    await page.getByRole('link', { name: 'anna' }).click();
    await page.getByText('World anna', { exact: true }).last().click();
    expect(await pageProblems(page, 'simulator-worlds')).toEqual([]);
    await page.getByRole('link', { name: 'ben' }).click();
    await page.waitForURL('**/worlds/ben/console');
    await page.getByText('World ben', { exact: true }).last().click();
    await page.getByRole('link', { name: 'default' }).click();
    await page.waitForURL(/\/console$/);
    for (const world of worlds) await world.close();
  });

  it('leads from nothing to the first payment, and is accessible on the way', async () => {
    simulator.reset();
    const page = await openPage(simulator.url);
    await page.getByText('Variables of this account').click();
    await page.getByText('PAY_CLIENT_SECRET=').waitFor();
    expect(await pageProblems(page, 'simulator-first-steps')).toEqual([]);
    await page.getByRole('link', { name: 'Register a webhook' }).click();
    await page.getByLabel('Address on this machine').fill(`${shop}/wrong`);
    await page.getByRole('button', { name: 'Verify and save' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Address on this machine').inputValue()).toBe(`${shop}/wrong`);
    await page.getByLabel('Address on this machine').fill(`${shop}/webhooks`);
    await page.getByRole('button', { name: 'Verify and save' }).click();
    await page.getByText('The address was verified and saved.').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('webhooks are registered').waitFor();
    await page.getByRole('button', { name: 'Make a test payment' }).click();
    await page.getByRole('link', { name: '1 delivered' }).waitFor();
  });
});
