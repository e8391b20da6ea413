import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { describeInBrowser, launchChromium } from '../chromium.js';
import { objections, PHONE, WIDE } from '../page-checks.js';
import { ATTEMPTS, LONGEST_STOP_MS, DemoProcess } from './demo-process.js';

// Browsers are slow on a busy machine.
jest.setTimeout(90_000);

let browser: Browser;
let demo: DemoProcess;
let contexts: BrowserContext[] = [];

/** A cashier with the till and a terminal. */
class Cashier {
  constructor(
    readonly till: Page,
    readonly terminal: Page,
  ) {}

  static async arrive(options: BrowserContextOptions = WIDE): Promise<Cashier> {
    // Two contexts, because a hidden tab is slow.
    const open = async (): Promise<Page> => {
      const context = await browser.newContext({ locale: 'en-GB', ...options });
      contexts.push(context);
      return context.newPage();
    };
    const [till, terminal] = [await open(), await open()];
    await till.goto(`${demo.shop}/till`);
    return new Cashier(till, terminal);
  }

  /** Starts a sale and opens its terminal. */
  async sell(amount = '11.70'): Promise<void> {
    await this.fill(amount);
    await this.till.getByRole('button', { name: 'Charge' }).click();
    const link = this.till.getByRole('link', { name: 'Go to the simulated terminal' });
    await this.terminal.goto((await link.getAttribute('href')) ?? '');
    await this.terminal.locator('#screen').getByText(`€${amount}`).waitFor();
  }

  async fill(amount = '11.70'): Promise<void> {
    await this.till.getByLabel('Terminal').selectOption('16000010');
    await this.till.getByLabel('Amount in euros').fill(amount);
    await this.till.getByLabel('Reference').fill('receipt-1');
  }

  /** Taps a key of the terminal. */
  tap(name: string): Promise<void> {
    return this.terminal.getByRole('button', { name, exact: true }).click();
  }

  /** Waits until the till's page, which updates itself, shows this heading. */
  sees(heading: string): Promise<void> {
    return this.till.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }
}

const sales = (): Promise<readonly unknown[]> => demo.control('/transactions');

describeInBrowser('till', () => {
  beforeAll(async () => {
    demo = await DemoProcess.start();
    browser = await launchChromium();
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(async () => {
    await browser.close();
    expect(await demo.stop()).toBeLessThan(LONGEST_STOP_MS);
  });

  it.each<[string, BrowserContextOptions]>([
    ['wide', WIDE],
    ['phone', PHONE],
    ['without JavaScript', { ...WIDE, javaScriptEnabled: false }],
  ])('charges after a tap on the terminal, and refunds (%s)', async (_name, options) => {
    const cashier = await Cashier.arrive(options);
    const before = (await sales()).length;
    await cashier.sell();
    await cashier.sees('Waiting for the card');
    await cashier.tap('Visa 0133');
    await cashier.sees('Paid');
    expect(await sales()).toHaveLength(before + 1);
    await cashier.till.getByLabel('Amount in euros').fill('4.20');
    await cashier.till.getByRole('button', { name: 'Refund' }).click();
    await cashier.sees('Refunded');
    await cashier.till.getByRole('link', { name: 'the sale' }).click();
    await cashier.sees('Paid');
    await cashier.till.getByRole('button', { name: 'Refund' }).click();
    await cashier.sees('Refunded');
    await cashier.till.getByRole('link', { name: 'the sale' }).click();
    await cashier.till.getByText('Nothing is left to refund.').waitFor();
  });

  it('shows a declined card, and charges again on request', async () => {
    const cashier = await Cashier.arrive();
    await cashier.sell();
    await cashier.tap('Insufficient funds');
    await cashier.sees('Declined');
    await cashier.till.getByRole('link', { name: 'Charge again' }).click();
    expect(await cashier.till.getByLabel('Amount in euros').inputValue()).toBe('11.70');
    await cashier.till.getByRole('button', { name: 'Charge' }).click();
    await cashier.tap('Mastercard 0101');
    await cashier.sees('Paid');
  });

  it('aborts a sale', async () => {
    const cashier = await Cashier.arrive();
    const before = (await sales()).length;
    await cashier.sell();
    await cashier.till.getByRole('button', { name: 'Abort' }).click();
    await cashier.sees('Aborted');
    await cashier.terminal.locator('#screen').getByText('Aborted').first().waitFor();
    expect(await sales()).toHaveLength(before);
  });

  it('shows a timeout if the customer leaves', async () => {
    const cashier = await Cashier.arrive();
    await cashier.sell();
    await cashier.tap('Walk away');
    await cashier.tap('Let a minute pass');
    await cashier.sees('Timed out');
  });

  it('charges once for a double click', async () => {
    const cashier = await Cashier.arrive();
    const before = (await sales()).length;
    await cashier.fill();
    await cashier.till.getByRole('button', { name: 'Charge' }).dblclick();
    await cashier.sees('Waiting for the card');
    await cashier.terminal.goto(`${demo.simulator}/terminal/16000010`);
    await cashier.tap('Visa 0133');
    await cashier.sees('Paid');
    expect(await sales()).toHaveLength(before + 1);
  });

  it.each<[string, BrowserContextOptions]>([
    ['wide', WIDE],
    ['phone', PHONE],
  ])('has accessible pages that fit the screen (%s)', async (name, options) => {
    const cashier = await Cashier.arrive(options);
    const seen: string[] = [];
    const look = async (what: string): Promise<void> => {
      seen.push(...(await objections(cashier.till, `till-${name}-${what}`)));
    };
    await cashier.fill('11,705');
    await cashier.till.getByRole('button', { name: 'Charge' }).click();
    await cashier.till.getByText('Please enter an amount such as 12.50').waitFor();
    await look('problem');
    await demo.fault('pos.transactions.initiateSaleRequest', 'reset-before', { times: ATTEMPTS });
    await cashier.fill();
    await cashier.till.getByRole('button', { name: 'Charge' }).click();
    await cashier.sees('Outcome unknown');
    await look('unknown');
    await cashier.till.getByRole('button', { name: 'Send the same again' }).click();
    await cashier.sees('Waiting for the card');
    await look('waiting');
    await cashier.terminal.goto(`${demo.simulator}/terminal/16000010`);
    await cashier.tap('Visa 0133');
    await cashier.sees('Paid');
    await look('paid');
    await cashier.till.getByLabel('Amount in euros').fill('1.70');
    await cashier.till.getByRole('button', { name: 'Refund' }).click();
    await cashier.sees('Refunded');
    await look('refunded');
    await cashier.till.getByRole('link', { name: 'the sale' }).first().click();
    await cashier.till.getByLabel('Amount in euros').fill('99');
    await cashier.till.getByRole('button', { name: 'Refund' }).click();
    await cashier.till.getByText('Please enter at most').waitFor();
    await look('refund-problem');
    await cashier.till.getByRole('link', { name: 'Till', exact: true }).first().click();
    await look('list');
    expect(seen).toEqual([]);
  });
});
