import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describeInBrowser, openContext } from '../chromium.js';
import { payByCard } from '../card-form.js';
import { checkPage, PHONE, SCRIPTLESS } from '../page-checks.js';
import { GOOD_CARD } from './customer.js';
import { DemoProcess } from './demo-process.js';

let demo: DemoProcess;

/** A person with a browser, who acts as seller, customer and operator. */
class Person {
  private constructor(
    readonly page: Page,
    private readonly hasPhone: boolean,
  ) {}

  static async arrive(options: BrowserContextOptions = {}): Promise<Person> {
    const context = await openContext(options);
    return new Person(await context.newPage(), options === PHONE);
  }

  async open(address: string): Promise<void> {
    await this.page.goto(demo.shop + address);
  }

  click(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Waits until the page shows this heading. */
  sees(heading: string): Promise<void> {
    return this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  /** Invites a seller, and completes its onboarding on the service's page. */
  async onboard(seller: string): Promise<void> {
    await this.open('/marketplace/sellers');
    await this.click(`Invite ${seller}`);
    await this.page.getByRole('link', { name: `Onboarding of ${seller}` }).click();
    await this.sees('Accept your invitation');
    expect(await this.page.getByLabel('Legal name').inputValue()).toBe(seller);
    await this.click('Accept and continue');
    await this.page.waitForURL(`${demo.shop}/marketplace/sellers`);
    // The return does not verify the seller. Only the service does.
    await this.page.getByRole('link', { name: `Onboarding of ${seller}` }).click();
    await this.click('Approve');
    await this.page.getByRole('link', { name: 'Continue' }).click();
    await this.page.waitForURL(`${demo.shop}/marketplace/sellers`);
  }

  /** Buys two mugs of one seller and a notebook of the other. */
  async buy(): Promise<void> {
    const { page } = this;
    await this.open('/marketplace');
    await page.getByLabel('How many: Glazed mug').fill('2');
    await page.getByLabel('How many: Bound notebook').fill('1');
    const [bar, details] = await Promise.all(
      ['.sticky', 'section.card'].map((part) => page.locator(part).boundingBox()),
    );
    // Nothing covers the fields of the customer.
    expect(bar?.y).toBeGreaterThanOrEqual((details?.y ?? Infinity) + (details?.height ?? 0));
    await this.checks('market');
    await this.click('Buy');
    await page.waitForURL(/\/web\/checkout\?ref=\d{16}/);
    await payByCard(page, GOOD_CARD);
    await page.waitForURL(`${demo.shop}/marketplace/orders/*`);
    await this.sees('Paid');
    await this.checks('paid');
  }

  /** Buys, and opens the operator's page of the sale. */
  async buyAndLook(): Promise<void> {
    await this.buy();
    await this.open('/marketplace/sales');
    await this.checks('sales');
    await this.page.locator('.orders a').first().click();
  }

  /** Waits until the page, which updates itself, shows these balances. */
  async seesBalances(...expected: string[]): Promise<void> {
    const table = this.page.getByRole('table', { name: 'Balances' });
    // After a timeout, the comparison below shows the difference.
    await table
      .filter({ hasText: expected.join(' ') })
      .waitFor()
      .catch(() => undefined);
    const rows = await table.locator('tbody tr, tfoot tr').allInnerTexts();
    expect(rows.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual(expected);
  }

  /** Checks accessibility and width of the page, if the person has a phone: the others see the same pages. */
  async checks(what: string): Promise<void> {
    if (this.hasPhone) await checkPage(this.page, `market-${what}`);
  }
}

const transfers = async (): Promise<number> =>
  (await demo.control<readonly { operation: string | null }[]>('/requests')).filter(
    ({ operation }) => operation === 'transfers.sendFunds',
  ).length;

describeInBrowser('market', () => {
  beforeAll(async () => {
    demo = await DemoProcess.start({ SIMULATOR_ORDER_CODES: 'beyond-safe' });
  });
  afterAll(async () => {
    await demo.stop();
  });

  it('begins with two verified sellers, and opens the third stall when its seller is verified', async () => {
    const phone = await Person.arrive(PHONE);
    await phone.open('/marketplace');
    await phone.page.getByText('Opens soon').waitFor();
    await phone.checks('shelf');
    await phone.onboard('Porto Candles');
    expect(await phone.page.getByText('Verified', { exact: true }).count()).toBe(3);
    await phone.checks('sellers');
    await phone.open('/marketplace');
    await phone.page.getByRole('button', { name: 'One more: Garden candle' }).click();
    await phone.page.getByText('1 item, €16.50').waitFor();
  });

  it.each<[string, BrowserContextOptions]>([
    ['wide', {}],
    ['phone', PHONE],
    ['no-javascript', SCRIPTLESS],
  ])('splits an order of two sellers and a refund to the cent (%s)', async (_name, options) => {
    const before = await transfers();
    const person = await Person.arrive(options);
    await person.buyAndLook();
    await person.seesBalances(
      'Customer -€52.73',
      'Naxos Pottery €35.98',
      'Delft Paper €11.48',
      'Market €4.75',
      'Payment service €0.52',
      'Sum €0.00',
    );
    await person.checks('sale');

    await person.page.getByRole('link', { name: 'Refund one of Glazed mug' }).click();
    await person.sees('Refund one?');
    await person.checks('refund');
    await person.page.getByRole('button', { name: 'Refund €19.99' }).dblclick();
    await person.seesBalances(
      'Customer -€32.74',
      'Naxos Pottery €17.99',
      'Delft Paper €11.48',
      'Market €2.75',
      'Payment service €0.52',
      'Sum €0.00',
    );
    await person.checks('refunded');
    expect(await transfers()).toBe(before + 2);
  });

  it('shows a transfer with an unknown outcome, and offers nothing that could pay twice', async () => {
    const before = await transfers();
    const person = await Person.arrive(PHONE);
    await demo.fault('transfers.sendFunds', 'reset-before');
    await person.buyAndLook();
    await person.page.getByText('It is not sent again').waitFor();
    expect(await person.page.getByRole('button').count()).toBe(0);
    await person.checks('transfer');
    expect(await transfers()).toBe(before + 1);
  });
});
