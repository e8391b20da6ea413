import type { BrowserContext, Page } from 'playwright-core';
import { payByCard } from '../card-form.js';
import { GOOD_CARD } from './customer.js';
import type { DemoProcess } from './demo-process.js';

/** A transaction of the simulator. */
export interface SimulatedTransaction {
  readonly id: string;
  readonly orderCode: string;
  readonly parentId: string | null;
  readonly status: string;
  /** Minor units, negative for refunds. */
  readonly amount: number;
}

/** An operator of the back office with their own browser context. */
export class Operator {
  private constructor(
    readonly page: Page,
    private readonly demo: DemoProcess,
  ) {}

  static async enter(context: BrowserContext, demo: DemoProcess): Promise<Operator> {
    const page = await context.newPage();
    await page.goto(`${demo.shop}/back-office`);
    return new Operator(page, demo);
  }

  /** Makes a link, pays it as the customer with a test card, and opens the page of the pre-authorisation. */
  async reserve(amount: string): Promise<string> {
    const { page } = this;
    await page.goto(`${this.demo.shop}/back-office`);
    await page.getByRole('link', { name: 'Reserve an amount' }).click();
    await page.getByLabel('Amount in euros').fill(amount);
    await page.getByLabel('Purpose').fill('Deposit for a bicycle');
    await page.getByLabel('The customer’s e-mail').fill('ada@example.com');
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.getByRole('heading', { name: 'Link for the customer' }).waitFor();
    const order = page.url();
    const customer = await page.context().newPage();
    await customer.goto((await page.locator('.link a').getAttribute('href')) ?? '');
    await payByCard(customer, GOOD_CARD);
    await customer.waitForURL(/\/return\/success/);
    await customer.getByRole('heading', { name: 'The amount is held' }).waitFor();
    await customer.close();
    await page.goto(order);
    return this.openFirst();
  }

  /** Reserves an amount, captures all of it, and opens the page of the capture. */
  async takePayment(amount: string): Promise<string> {
    await this.reserve(amount);
    await this.decide('Amount to capture', amount, 'Capture this amount');
    await this.confirm(/^Yes: Capture/);
    await this.page.getByRole('link', { name: 'The new transaction' }).click();
    return this.idOfPage();
  }

  /** Enters an amount and opens the confirmation. */
  async decide(label: string, amount: string, button: string): Promise<void> {
    await this.page.getByLabel(label).fill(amount);
    await this.page.getByRole('button', { name: button }).click();
  }

  /** Clicks the button of that name. */
  async confirm(name: RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).click();
  }

  /** Waits until the action's page shows this status. */
  async sees(label: string): Promise<void> {
    await this.page.locator('.status .label', { hasText: label }).waitFor();
  }

  /** Returns the value of a fact on the page, without its copy button. */
  async fact(name: string): Promise<string> {
    const text = await this.page.locator('.facts div', { hasText: name }).locator('dd').first().innerText();
    return text.replace(/\s*Copy$/, '');
  }

  /** Returns the transactions that the simulator derived from a transaction. */
  async madeOf(id: string): Promise<SimulatedTransaction[]> {
    const all = await this.demo.control<SimulatedTransaction[]>('/transactions');
    return all.filter(({ parentId }) => parentId === id);
  }

  /** Returns what cardholders received in refunds of a payment, in minor units, from the simulator's ledger. */
  async refundBookings(id: string): Promise<number[]> {
    const { bookings } = await this.demo.control<{
      bookings: { text: string; entries: Record<string, number> }[];
    }>('/ledger');
    return bookings
      .filter(({ text }) => text === `refund of ${id}`)
      .map(({ entries }) => Number(entries['cardholders']));
  }

  private async openFirst(): Promise<string> {
    await this.page.locator('.records tbody a').first().click();
    return this.idOfPage();
  }

  private async idOfPage(): Promise<string> {
    await this.page.waitForURL(/\/back-office\/transactions\//);
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
  }
}
