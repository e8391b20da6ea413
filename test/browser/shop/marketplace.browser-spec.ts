import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { hasChromium, launchChromium, NO_CHROMIUM } from '../chromium.js';
import { GOOD_CARD } from './customer.js';
import { SampleProcess } from './sample-process.js';

// A browser on a busy machine takes its time.
jest.setTimeout(90_000);

const SHOTS = process.env['SHOTS'];
const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TITLE = 'the market in a real browser';
const describeInBrowser = hasChromium ? describe : describe.skip;

let browser: Browser;
let sample: SampleProcess;
let contexts: BrowserContext[] = [];

/** Somebody in front of a browser: sellers, a customer and the operator in turn. */
class Person {
  private constructor(
    readonly page: Page,
    private readonly name: string,
  ) {}

  static async arrive(name: string, options: BrowserContextOptions): Promise<Person> {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    contexts.push(context);
    return new Person(await context.newPage(), name);
  }

  async open(address: string): Promise<void> {
    await this.page.goto(sample.shop + address);
  }

  click(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Waits until the page shows this heading by itself. */
  sees(heading: string): Promise<void> {
    return this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  /** Invites a seller, and accepts and verifies in its name on the service's page. */
  async onboard(seller: string): Promise<void> {
    await this.open('/marketplace/sellers');
    await this.click(`Invite ${seller}`);
    await this.page.getByRole('link', { name: `Onboarding of ${seller}` }).click();
    await this.sees('Accept your invitation');
    expect(await this.page.getByLabel('Legal name').inputValue()).toBe(seller);
    await this.click('Accept and continue');
    await this.page.waitForURL(`${sample.shop}/marketplace/sellers`);
    // Back is not verified: the service has to say so.
    await this.page.getByRole('link', { name: `Onboarding of ${seller}` }).click();
    await this.click('Approve');
    await this.page.getByRole('link', { name: 'Continue' }).click();
    await this.page.waitForURL(`${sample.shop}/marketplace/sellers`);
  }

  /** Buys two mugs of the one seller and a notebook of the other. */
  async buy(): Promise<void> {
    const { page } = this;
    await this.open('/marketplace');
    await page.getByLabel('How many: Glazed mug').fill('2');
    await page.getByLabel('How many: Bound notebook').fill('1');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await this.checks('market');
    await this.click('Buy');
    await page.waitForURL(/\/web\/checkout\?ref=\d{16}/);
    await page.locator('#number').fill(GOOD_CARD);
    await page.locator('#expiry').fill('08/35');
    await page.locator('#cvc').fill('111');
    await page.locator('#holderName').fill('Ada Lovelace');
    await page.locator('button.primary').click();
    await page.waitForURL(`${sample.shop}/marketplace/orders/*`);
    await this.sees('Paid');
  }

  /** What each party has, as the ledger shows it. */
  async balances(): Promise<string[]> {
    const rows = this.page.getByRole('table', { name: 'Who has what of it' }).getByRole('row');
    return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  }

  /** Keeps a picture where SHOTS names a folder, and expects a page that everybody can use and that is no wider than it is. */
  async checks(what: string): Promise<void> {
    const { page } = this;
    if (SHOTS !== undefined)
      await page.screenshot({ path: `${SHOTS}/market-${this.name}-${what}.png`, fullPage: true });
    await page.evaluate(AXE);
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      'axe.run()',
    );
    const wider = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect([what, wider, violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)]).toEqual([
      what,
      0,
      [],
    ]);
  }
}

const transfers = async (): Promise<number> =>
  (await sample.control<readonly { operation: string | null }[]>('/requests')).filter(
    ({ operation }) => operation === 'transfers.sendFunds',
  ).length;

describeInBrowser(hasChromium ? TITLE : `${TITLE} ${NO_CHROMIUM}`, () => {
  beforeAll(() => launchChromium().then((launched) => void (browser = launched)));
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    expect(await sample.stop()).toBeLessThan(3000);
  });
  afterAll(() => browser.close());

  it.each<[string, BrowserContextOptions]>([
    ['wide', WIDE],
    ['phone', PHONE],
    ['no-javascript', { ...WIDE, javaScriptEnabled: false }],
  ])('two sellers, one order, a split, a refund, every cent (%s)', async (name, options) => {
    sample = await SampleProcess.start({ SIMULATOR_ORDER_CODES: 'beyond-safe' });
    const person = await Person.arrive(name, options);
    const check = (what: string) =>
      options.javaScriptEnabled === false ? Promise.resolve() : person.checks(what);
    if (options.javaScriptEnabled === false) person.checks = () => Promise.resolve();
    await person.open('/marketplace/sellers');
    await check('sellers-before');
    await person.open('/marketplace');
    await person.page.getByText('Opens soon').first().waitFor();
    await check('closed');
    for (const seller of ['Naxos Pottery', 'Delft Paper']) await person.onboard(seller);
    expect(await person.page.getByText('Verified', { exact: true }).count()).toBe(2);
    await check('sellers');

    await person.buy();
    await check('paid');
    await person.open('/marketplace/sales');
    await check('sales');
    await person.page.locator('.orders a').first().click();
    await person.page.getByText('€35.98 to Naxos Pottery').waitFor();
    expect(await person.balances()).toEqual([
      'Customer -€52.73',
      'Naxos Pottery €35.98',
      'Delft Paper €11.48',
      'Market €4.75',
      'Payment service €0.52',
      'Sum €0.00',
    ]);
    await check('sale');

    await person.page.getByRole('link', { name: 'Give one back of Glazed mug' }).click();
    await person.sees('Give one back?');
    await check('refund');
    await person.page.getByRole('button', { name: 'Give €19.99 back' }).dblclick();
    await person.page.getByText('€17.99 back from Naxos Pottery').waitFor();
    expect(await person.balances()).toEqual([
      'Customer -€32.74',
      'Naxos Pottery €17.99',
      'Delft Paper €11.48',
      'Market €2.75',
      'Payment service €0.52',
      'Sum €0.00',
    ]);
    await check('refunded');
    expect(await transfers()).toBe(2);
  });

  it('says honestly that a transfer has no known end, and offers nothing that could pay twice', async () => {
    sample = await SampleProcess.start();
    const person = await Person.arrive('unknown', PHONE);
    for (const seller of ['Naxos Pottery', 'Delft Paper']) await person.onboard(seller);
    await sample.fault('transfers.sendFunds', 'reset-before');
    await person.buy();
    await person.open('/marketplace/sales');
    await person.page.locator('.orders a').first().click();
    await person.page.getByText('So it is not sent again').waitFor();
    expect(await person.page.getByRole('button').count()).toBe(0);
    await person.checks('transfer');
    expect(await transfers()).toBe(2);
  });
});
