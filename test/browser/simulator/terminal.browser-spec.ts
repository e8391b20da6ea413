import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describeInBrowser, openPage } from '../chromium.js';
import { checkPage, PHONE, SCRIPTLESS } from '../page-checks.js';
import { requestSale, signedSale, TERMINAL } from './cash-register.js';

let simulator: PaySimulator;

const openTerminal = (options?: BrowserContextOptions): Promise<Page> =>
  openPage(`${simulator.url}/terminal/${TERMINAL}`, options);
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
/** Lets the issuer response, after the terminal has sent the card to it. */
const authorize = async (page: Page): Promise<void> => {
  await shows(page, 'Please wait');
  await simulator.clock.advance(1_500);
};
const shows = (page: Page, text: string): Promise<void> =>
  page.locator('#screen').getByText(text, { exact: true }).waitFor();
const statuses = (): readonly string[] => simulator.transactions.list().map(({ status }) => status);

describeInBrowser('a card terminal', () => {
  beforeAll(async () => {
    simulator = await createPaySimulator({ clock: 'manual' });
  });
  beforeEach(() => {
    simulator.reset();
    simulator.terminals.configure({ customer: 'waits' });
  });
  afterAll(() => simulator.close());

  it('shows a request without a reload, accepts a card, and shows the result', async () => {
    const page = await openTerminal();
    await shows(page, 'Ready');
    await requestSale(simulator, 'session-1');
    await shows(page, '€11.70');
    await shows(page, 'Two tickets, Athens – Naxos');
    await press(page, 'Mastercard 0101');
    await authorize(page);
    await shows(page, 'Approved');
    expect(statuses()).toEqual(['F']);
  });

  it('moves the focus to the screen if the focused button disappears', async () => {
    await requestSale(simulator, 'session-1');
    const page = await openTerminal();
    await page.getByRole('button', { name: 'Cancel (red key)' }).focus();
    simulator.terminals.cancel(TERMINAL);
    await shows(page, 'Canceled');
    expect(await page.evaluate('document.activeElement.id')).toBe('screen');
  });

  it('takes a card with the green key, and cancels with the red one', async () => {
    await requestSale(simulator, 'session-1');
    const page = await openTerminal();
    await page.getByRole('heading', { name: `Counter 1 · ${TERMINAL}` }).waitFor();
    await press(page, 'Pay by Visa (green key)');
    await authorize(page);
    await shows(page, 'Approved');
    expect(await page.getByRole('group', { name: 'Keypad' }).getByRole('button').count()).toBe(0);
    await requestSale(simulator, 'session-2');
    await press(page, 'Cancel (red key)');
    await shows(page, 'Canceled');
    expect(statuses()).toEqual(['F']);
  });

  it('charges once for a double click', async () => {
    await requestSale(simulator, 'session-1');
    const page = await openTerminal();
    await page.getByRole('button', { name: 'Visa 0133', exact: true }).dblclick();
    await authorize(page);
    await shows(page, 'Approved');
    expect(statuses()).toEqual(['F']);
  });

  it.each<[string, BrowserContextOptions]>([
    ['with JavaScript', {}],
    ['without JavaScript', SCRIPTLESS],
  ])('shows declines, a cancellation, a timeout and that it is switched off (%s)', async (_name, options) => {
    await requestSale(simulator, 'session-1');
    const page = await openTerminal(options);
    // Without JavaScript, the page refreshes every three seconds. One wait for that is enough.
    const refresh = async (): Promise<unknown> => options.javaScriptEnabled === false && page.reload();
    await press(page, 'Visa 0141, declined');
    await authorize(page);
    await shows(page, 'Declined');
    await requestSale(simulator, 'session-2');
    await refresh();
    await shows(page, '€11.70');
    await press(page, 'Insufficient funds');
    await authorize(page);
    await refresh();
    await shows(page, 'Declined');
    await requestSale(simulator, 'session-3');
    await refresh();
    await press(page, 'Cancel (red key)');
    await shows(page, 'Canceled');
    await requestSale(simulator, 'session-4');
    await refresh();
    await press(page, 'Walk away');
    await page.getByText('The customer has left.').waitFor();
    await press(page, 'Let a minute pass');
    await shows(page, 'Timed out');
    await press(page, 'Switch the terminal off');
    await shows(page, 'Switched off');
  });

  it('is accessible and fits the screen', async () => {
    const check = (shown: Page, state: string): Promise<void> => checkPage(shown, `terminal-${state}`);
    const page = await openPage(`${simulator.url}/terminal`, PHONE);
    await check(page, 'list');
    await page.getByRole('link', { name: TERMINAL }).click();
    await shows(page, 'Ready');
    await check(page, 'ready');
    await requestSale(simulator, 'session-1');
    await shows(page, '€11.70');
    await check(page, 'asks');
    await press(page, 'Walk away');
    await page.getByText('The customer has left.').waitFor();
    await check(page, 'left');
    expect(await page.getByRole('button', { name: /Visa|Declined/ }).count()).toBe(0);
    await press(page, 'Let a minute pass');
    await shows(page, 'Timed out');
    await requestSale(simulator, 'session-2');
    await press(page, 'American Express 0009');
    await authorize(page);
    await shows(page, 'Approved');
    await check(page, 'approved');
    await requestSale(simulator, 'session-3');
    await press(page, 'Declined');
    await authorize(page);
    await shows(page, 'Declined');
    await check(page, 'declined');
  });

  it('sells fiscally: preloaded sales appear, and the receipt has each Greek letter', async () => {
    const letters = 'Ώρα καλή στην πρύμνη σας, ΑΪΒΑΛΙ ΰ ΐ ΄Αλς';
    simulator.permissions.set({ useAade: true });
    const page = await openTerminal();
    await requestSale(simulator, 'session-1', { ...signedSale(simulator), aadePreloaded: true });
    await requestSale(simulator, 'session-2', { ...signedSale(simulator), aadePreloaded: true });
    await requestSale(simulator, 'session-3');
    await page.getByText('Only AADE transactions are accepted while AADE is on').waitFor();
    await checkPage(page, 'terminal-fiscal-refused');
    await page.getByRole('button', { name: 'Start the sale of €11.70, session-1' }).click();
    await shows(page, '€11.70');
    await checkPage(page, 'terminal-fiscal-asks');
    await press(page, 'Cancel (red key)');
    await requestSale(simulator, 'session-4', { ...signedSale(simulator), customerTrns: letters });
    await press(page, 'Visa 0133');
    await authorize(page);
    await shows(page, 'Approved');
    const receipt = (await page.locator('pre.receipt').innerText()).replaceAll(/\s+/g, ' ');
    expect(receipt).toContain(letters);
    expect(receipt).toContain('ΜΟΝΑΔΙΚΟΣ ΚΩΔΙΚΟΣ ΠΛΗΡΩΜΗΣ 116');
    await checkPage(page, 'terminal-fiscal-approved');
  });
});
