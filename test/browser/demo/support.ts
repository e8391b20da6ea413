import { expect } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { DemoProcess } from './demo-process.js';

/** A payment of the shop. */
export interface Bought {
  readonly orderCode: string;
  readonly id: string;
}

/** Entries of the simulator's ledger. */
interface Ledger {
  readonly bookings: readonly { readonly text: string; readonly entries: Readonly<Record<string, number>> }[];
}

/** A transaction of the simulator. */
interface Made {
  readonly id: string;
  readonly parentId: string | null;
  readonly amount: number;
}

/** A support person at the demo's back office, with a browser. */
export class Support {
  private constructor(
    readonly page: Page,
    private readonly demo: DemoProcess,
  ) {}

  static async enter(context: BrowserContext, demo: DemoProcess): Promise<Support> {
    const support = new Support(await context.newPage(), demo);
    await support.open();
    return support;
  }

  /** Opens a page of the payments. */
  async open(path = ''): Promise<void> {
    await this.page.goto(`${this.demo.shop}/back-office/payments/default${path}`);
  }

  /** A customer orders a mug for €18.50, and pays for it or reserves it. */
  async sell(email = 'ada@example.com', more: Record<string, string> = {}): Promise<Bought> {
    const { shop } = this.demo;
    const form = await (await fetch(`${shop}/checkout?mug=1`)).text();
    const key = /name="key"\s+value="([^"]+)"/.exec(form)?.[1] ?? '';
    const body = new URLSearchParams({ name: 'Ada Lovelace', email, mug: '1', key, ...more });
    const { headers } = await fetch(`${shop}/orders`, { method: 'POST', body, redirect: 'manual' });
    const orderCode = new URL(headers.get('location') ?? '').searchParams.get('ref') ?? '';
    await this.demo.post(`/checkout/${orderCode}/pay`, {});
    const all = await this.demo.control<(Made & { orderCode: string })[]>('/transactions');
    return { orderCode, id: all.find((one) => one.orderCode === orderCode)?.id ?? '' };
  }

  /** As {@link sell}, and the payment clears at night. */
  async sellCleared(): Promise<Bought> {
    const bought = await this.sell();
    await this.demo.advance(86_400_000);
    return bought;
  }

  /** Types what the customer says into the search. */
  async find(what: string): Promise<void> {
    await this.page.getByLabel(/^Order code, transaction ID/).fill(what);
    await this.page.getByRole('button', { name: 'Find', exact: true }).click();
  }

  /** Fills in a form of an action, and opens its confirmation. */
  async decide(title: RegExp, fields: Readonly<Record<string, string>> = {}): Promise<void> {
    const card = this.page.locator('details', { has: this.page.getByRole('heading', { name: title }) });
    if ((await card.getAttribute('open')) === null) await card.getByRole('heading', { name: title }).click();
    for (const [label, value] of Object.entries({ Reason: 'the customer asked', ...fields })) {
      if (label === 'Way') await card.getByLabel(value).check();
      else await card.getByLabel(label, { exact: label === 'Reason' }).fill(value);
    }
    await card.getByRole('button', { name: 'Continue' }).click();
    await this.sees('Waits for your confirmation');
  }

  /** Confirms the action. */
  async confirm(): Promise<void> {
    await this.page.getByRole('button', { name: /^(Refund|Void|Capture|Release|Cancel)/ }).click();
  }

  /** Waits until the page shows this label. */
  async sees(label: string): Promise<void> {
    await this.page
      .locator('.label', { hasText: new RegExp(`^${label}$`) })
      .first()
      .waitFor();
  }

  /** Becomes another person, on the page of the audit. */
  async become(name: string): Promise<void> {
    await this.page.goto(`${this.demo.shop}/back-office/audit`);
    await this.page.getByRole('button', { name: `Be ${name}` }).click();
    await this.page.getByRole('heading', { name: `You are ${name}` }).waitFor();
  }

  /** Returns the signed amounts of the transactions that were derived from a payment. */
  async madeOf({ id }: Bought): Promise<number[]> {
    const all = await this.demo.control<Made[]>('/transactions');
    return all.filter(({ parentId }) => parentId === id).map(({ amount }) => amount);
  }

  /** Expects that what the page of each order says about money is what the simulator's ledger says. */
  async expectBooks(orders: readonly Bought[]): Promise<void> {
    const { bookings } = await this.demo.control<Ledger>('/ledger');
    const transactions = await this.demo.control<(Made & { orderCode: string })[]>('/transactions');
    for (const { orderCode } of orders) {
      const address = `${this.demo.shop}/back-office/payments/default/orders/${orderCode}`;
      const response = await fetch(address, { headers: { accept: 'application/json' } });
      const { state } = (await response.json()) as {
        state: { captured: number; refunded: number; chargedBack: number };
      };
      const ids = transactions.filter((one) => one.orderCode === orderCode).map(({ id }) => id);
      const cardholder = bookings
        .filter(({ text }) => ids.some((id) => text.includes(id)))
        .reduce((sum, { entries }) => sum + Number(entries['cardholders'] ?? 0), 0);
      expect({ orderCode, net: state.refunded + state.chargedBack - state.captured }).toEqual({
        orderCode,
        net: cardholder,
      });
    }
  }
}
