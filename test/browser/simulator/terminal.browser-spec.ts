import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from 'nestjs-pay/simulator';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { describeInBrowser, launchChromium } from '../chromium.js';
import { objections, PHONE, WIDE } from '../page-checks.js';
import { askTerminal, TERMINAL } from './cash-register.js';

// A browser on a busy machine takes its time.
jest.setTimeout(60_000);

let browser: Browser;
let simulator: PaySimulator;
let contexts: BrowserContext[] = [];

async function open(path: string, options: BrowserContextOptions = WIDE): Promise<Page> {
  const context = await browser.newContext(options);
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(simulator.url + path);
  return page;
}
const terminal = (options?: BrowserContextOptions): Promise<Page> => open(`/terminal/${TERMINAL}`, options);
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const shows = (page: Page, text: string): Promise<void> =>
  page.locator('#screen').getByText(text, { exact: true }).waitFor();
const statuses = (): readonly string[] => simulator.transactions.list().map(({ status }) => status);

describeInBrowser('a card terminal', () => {
  beforeAll(async () => {
    simulator = await createPaySimulator();
    browser = await launchChromium();
  });
  beforeEach(() => {
    simulator.reset();
    simulator.terminals.configure({ customer: 'waits' });
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(async () => {
    await browser.close();
    await simulator.close();
  });

  it('shows by itself what the terminal is asked for, takes a card, and shows by itself what became of it', async () => {
    const page = await terminal();
    await shows(page, 'Ready');
    await askTerminal(simulator, 'session-1');
    await shows(page, '€11.70');
    await shows(page, 'Two tickets, Athens – Naxos');
    await press(page, 'Mastercard 0101');
    await shows(page, 'Please wait');
    await shows(page, 'Approved');
    expect(statuses()).toEqual(['F']);
  });

  it('keeps the focus where it can be seen when the keys go away', async () => {
    await askTerminal(simulator, 'session-1');
    const page = await terminal();
    await page.getByRole('button', { name: 'Cancel (red key)' }).focus();
    simulator.terminals.cancel(TERMINAL);
    await shows(page, 'Cancelled');
    expect(await page.evaluate('document.activeElement.id')).toBe('screen');
  });

  it('charges once for a double click', async () => {
    await askTerminal(simulator, 'session-1');
    const page = await terminal();
    await page.getByRole('button', { name: 'Visa 0133', exact: true }).dblclick();
    await shows(page, 'Approved');
    expect(statuses()).toEqual(['F']);
  });

  it.each<[string, BrowserContextOptions]>([
    ['with JavaScript', WIDE],
    ['without JavaScript', { ...WIDE, javaScriptEnabled: false }],
  ])('declines, is cancelled, is left alone, is switched off (%s)', async (_name, options) => {
    await askTerminal(simulator, 'session-1');
    const page = await terminal(options);
    await press(page, 'Visa 0141, declined');
    await shows(page, 'Declined');
    await askTerminal(simulator, 'session-2');
    await shows(page, '€11.70');
    await press(page, 'Insufficient funds');
    await shows(page, 'Declined');
    await askTerminal(simulator, 'session-3');
    await press(page, 'Cancel (red key)');
    await shows(page, 'Cancelled');
    await askTerminal(simulator, 'session-4');
    await press(page, 'Walk away');
    await page.getByText('The customer has left.').waitFor();
    await press(page, 'Let a minute pass');
    await shows(page, 'Timed out');
    await press(page, 'Switch the terminal off');
    await shows(page, 'Switched off');
  });

  it.each<[string, BrowserContextOptions]>([
    ['wide', WIDE],
    ['phone', PHONE],
  ])('has pages that everybody can use, and no wider than the screen (%s)', async (name, options) => {
    const seen: string[] = [];
    const look = async (page: Page, what: string): Promise<void> => {
      seen.push(...(await objections(page, `terminal-${name}-${what}`)));
    };
    const list = await open('/terminal', options);
    await look(list, 'list');
    await list.getByRole('link', { name: TERMINAL }).click();
    await shows(list, 'Ready');
    await look(list, 'ready');
    await askTerminal(simulator, 'session-1');
    await shows(list, '€11.70');
    await look(list, 'asks');
    await press(list, 'Walk away');
    await list.getByText('The customer has left.').waitFor();
    await look(list, 'left');
    expect(await list.getByRole('button', { name: /Visa|Declined/ }).count()).toBe(0);
    await press(list, 'Let a minute pass');
    await shows(list, 'Timed out');
    await askTerminal(simulator, 'session-2');
    await press(list, 'American Express 0009');
    await shows(list, 'Approved');
    await look(list, 'approved');
    await askTerminal(simulator, 'session-3');
    await press(list, 'Declined');
    await shows(list, 'Declined');
    await look(list, 'declined');
    expect(seen).toEqual([]);
  });
});
