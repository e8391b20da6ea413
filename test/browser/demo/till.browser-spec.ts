import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { until } from '../../until.js';
import { describeInBrowser, openContext, openPage } from '../chromium.js';
import { checkPage, PHONE, SCRIPTLESS } from '../page-checks.js';
import { LONGEST_STOP_MS, DemoProcess } from './demo-process.js';

let demo: DemoProcess;

/** A request reaches its terminal after 1 s, a card is authorized after 1.5 s, and an abort takes 2 s. */
const STEP_MS = 2_500;

/** Clicks a button, and moves the simulator's clock when its form has been received. */
async function press(page: Page, name: string): Promise<void> {
  const responded = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name, exact: true }).click();
  await responded;
  await demo.advance(STEP_MS);
}

/** A cashier with the till and a terminal. */
class Cashier {
  private constructor(
    readonly till: Page,
    readonly terminal: Page,
    private readonly hasJavaScript: boolean,
  ) {}

  static async arrive(options: BrowserContextOptions = {}): Promise<Cashier> {
    // Two contexts, because a hidden tab is slow.
    const [till, terminal] = [await openPage(`${demo.shop}/till`, options), await openContext(options)];
    return new Cashier(till, await terminal.newPage(), options.javaScriptEnabled !== false);
  }

  /** Starts a sale and opens its terminal. */
  async sell(amount = '11.70'): Promise<void> {
    await this.fill(amount);
    await press(this.till, 'Charge');
    const link = this.till.getByRole('link', { name: 'Go to the simulated terminal' });
    await this.terminal.goto((await link.getAttribute('href')) ?? '');
    await this.terminal.locator('#screen').getByText(`€${amount}`).waitFor();
    if (this.hasJavaScript) await this.sees('Waiting for the card');
  }

  async fill(amount = '11.70'): Promise<void> {
    await this.till.getByLabel('Terminal').selectOption('16000010');
    await this.till.getByLabel('Amount in euros').fill(amount);
    await this.till.getByLabel('Reference').fill('receipt-1');
  }

  /** Taps a key of the terminal. */
  tap(name: string): Promise<void> {
    return press(this.terminal, name);
  }

  /** Waits until the till's page, which updates itself, shows this heading. */
  sees(heading: string): Promise<void> {
    return this.till.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  /** Refunds an amount, by default what is left. */
  async refund(amount?: string): Promise<void> {
    if (amount !== undefined) await this.till.getByLabel('Amount in euros').fill(amount);
    await press(this.till, 'Refund');
    // Without JavaScript, the page refreshes every four seconds. One wait for that is enough.
    const refunded = this.till.getByRole('heading', { name: 'Refunded', exact: true });
    while (!this.hasJavaScript && !(await refunded.isVisible())) await this.till.reload();
    await this.sees('Refunded');
  }
}

const sales = (): Promise<readonly unknown[]> => demo.control('/transactions');

describeInBrowser('till', () => {
  beforeAll(async () => {
    demo = await DemoProcess.start();
  });
  afterAll(async () => {
    expect(await demo.stop()).toBeLessThan(LONGEST_STOP_MS);
  });

  it.each<[string, BrowserContextOptions]>([
    ['wide', {}],
    ['phone', PHONE],
    ['without JavaScript', SCRIPTLESS],
  ])('charges after a tap on the terminal, and refunds (%s)', async (_name, options) => {
    const cashier = await Cashier.arrive(options);
    const before = (await sales()).length;
    await cashier.sell();
    await cashier.tap('Visa 0133');
    await cashier.sees('Paid');
    expect(await sales()).toHaveLength(before + 1);
    await cashier.refund('4.20');
    await cashier.till.getByRole('link', { name: 'the sale' }).click();
    await cashier.sees('Paid');
    await cashier.refund();
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
    await press(cashier.till, 'Charge');
    await cashier.tap('Mastercard 0101');
    await cashier.sees('Paid');
  });

  it('keeps a sale through refreshes of the page in the middle', async () => {
    const cashier = await Cashier.arrive();
    const before = (await sales()).length;
    await cashier.sell();
    await cashier.till.reload();
    await cashier.sees('Waiting for the card');
    const tapping = cashier.tap('Visa 0133');
    await cashier.till.reload();
    await tapping;
    await cashier.till.reload();
    await cashier.sees('Paid');
    expect(await sales()).toHaveLength(before + 1);
  });

  it('aborts a sale', async () => {
    const cashier = await Cashier.arrive();
    const before = (await sales()).length;
    await cashier.sell();
    await press(cashier.till, 'Abort');
    await cashier.sees('Aborted');
    await cashier.terminal.locator('#screen').getByText('Aborted').first().waitFor();
    expect(await sales()).toHaveLength(before);
  });

  it('sends a form although the page is about to refresh itself', async () => {
    const cashier = await Cashier.arrive();
    await cashier.sell();
    const { till } = cashier;
    const answers: Route[] = [];
    await till.route('**/version', (route) => void answers.push(route));
    await until(() => answers.length > 0);
    await till.route('**/abort', async (route) => {
      const answered = till.waitForEvent('requestfinished', (request) => request.url().endsWith('/version'));
      await answers[0]?.fulfill({ json: { version: 'newer' } });
      await answered;
      await route.continue();
    });
    await press(till, 'Abort');
    await till.unroute('**/version');
    await cashier.sees('Aborted');
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
    await demo.advance(STEP_MS);
    await cashier.terminal.goto(`${demo.simulator}/terminal/16000010`);
    await cashier.tap('Visa 0133');
    await cashier.sees('Paid');
    expect(await sales()).toHaveLength(before + 1);
  });

  it('has accessible pages that fit the screen', async () => {
    const cashier = await Cashier.arrive(PHONE);
    const look = (what: string): Promise<void> => checkPage(cashier.till, `till-${what}`);
    await cashier.fill('11,705');
    await cashier.till.getByRole('button', { name: 'Charge' }).click();
    await cashier.till.getByText('Please enter an amount such as 12.50').waitFor();
    await look('problem');
    await demo.fault('pos.transactions.initiateSaleRequest', 'reset-before', { times: 1 });
    await cashier.fill();
    await press(cashier.till, 'Charge');
    const unknown = cashier.till.getByRole('heading', { level: 1, name: 'Outcome unknown' });
    while (!(await unknown.isVisible())) await demo.advance(STEP_MS);
    await look('unknown');
    await cashier.till.getByRole('link', { name: 'Till', exact: true }).first().click();
    await cashier.sell();
    await cashier.sees('Waiting for the card');
    await look('waiting');
    await cashier.tap('Visa 0133');
    await cashier.sees('Paid');
    await look('paid');
    await cashier.refund('1.70');
    await look('refunded');
    await cashier.till.getByRole('link', { name: 'the sale' }).first().click();
    await cashier.till.getByLabel('Amount in euros').fill('99');
    await cashier.till.getByRole('button', { name: 'Refund' }).click();
    await cashier.till.getByText('Please enter at most').waitFor();
    await look('refund-problem');
    await cashier.till.getByRole('link', { name: 'Till', exact: true }).first().click();
    await look('list');
    await cashier.till.getByRole('button', { name: 'Sell as in Greece' }).click();
    await cashier.sell();
    await cashier.sees('Waiting for the card');
    await cashier.tap('Visa 0133');
    await cashier.sees('Paid');
    await cashier.till.getByText('Reported', { exact: true }).waitFor();
    await look('receipt');
    await cashier.till.getByRole('link', { name: 'Till', exact: true }).first().click();
    await cashier.till.getByText('All payments are reported.').waitFor();
    await look('fiscal');
  });
});
