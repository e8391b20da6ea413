import type { BrowserContext, Page } from 'playwright-core';
import { payByCard } from '../card-form.js';

/** Test cards of the payment service. */
export const GOOD_CARD = '4147463011110133';
export const BAD_CARD = '4147463011110141';

/** A customer with their own browser context. */
export class Customer {
  private constructor(
    readonly page: Page,
    private readonly shop: string,
  ) {}

  static async visit(context: BrowserContext, shop: string): Promise<Customer> {
    const page = await context.newPage();
    await page.goto(shop);
    return new Customer(page, shop);
  }

  /** Chooses goods, fills in the form and opens the payment page. */
  async goToPaymentPage(): Promise<void> {
    const { page } = this;
    await page.getByLabel('How many: Stoneware mug').fill('2');
    await page.getByLabel('How many: Tin of tea').fill('1');
    await page.getByRole('button', { name: 'Go to checkout' }).click();
    await page.getByRole('button', { name: 'Pay €45.00' }).click();
    await page.waitForURL(/\/web\/checkout\?ref=\d{16}/);
  }

  /** Enters a card on the payment page and pays. */
  async pay(card: string): Promise<void> {
    await payByCard(this.page, card);
  }

  /** Waits until the order's page, which updates itself, shows this heading. */
  async sees(heading: string): Promise<void> {
    await this.page.waitForURL(`${this.shop}/orders/*`);
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  /** Order code of the open payment page. */
  get orderCode(): string {
    return new URL(this.page.url()).searchParams.get('ref') ?? '';
  }
}
