import { PayTill } from 'nestjs-pay/till';
import { until } from '../../../../test/until.js';
import type { RunningShop } from './running-shop.testing.js';
import { Visitor } from './running-shop.testing.js';

/** Terminal of the tests. */
export const TERMINAL = '16000010';

/** A cashier who uses the till over HTTP. */
export class Cashier {
  private readonly visitor: Visitor;

  constructor(private readonly shop: RunningShop) {
    this.visitor = new Visitor(shop.url);
  }

  /** Returns the one-time key of the form on a page. */
  async key(page = '/till'): Promise<string> {
    return /name="key"\s+value="([^"]+)"/.exec(await this.visitor.page(page))?.[1] ?? '';
  }

  /** Sends the form of a sale of €11.70. */
  async send(fields: Readonly<Record<string, string>> = {}): Promise<Response> {
    const sale = { terminalId: TERMINAL, amount: '11.70', reference: 'receipt-1', key: await this.key() };
    return this.visitor.post('/till/sales', { ...sale, ...fields });
  }

  /** Starts a sale and returns the address of its page. */
  async sell(fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const response = await this.send(fields);
    if (response.status !== 303) throw new Error(`no sale: HTTP ${response.status}`);
    return response.headers.get('location') ?? '';
  }

  /** Starts a sale and waits until the terminal asks for a card. */
  async sellToScreen(fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const page = await this.sell(fields);
    const till = this.shop.app.get(PayTill, { strict: false });
    const id = page.replace('/till/', '');
    await until(async () => (await till.get(id))?.step === 'sent', { what: 'the service has the sale' });
    await this.shop.simulator.clock.advance(1_000);
    return page;
  }

  /** Completes a sale and returns the address of its page. */
  async sold(fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const page = await this.sellToScreen(fields);
    this.shop.simulator.terminals.insertCard(TERMINAL);
    await this.shop.simulator.clock.advance(5_000);
    await this.learns(page, 'Paid');
    return page;
  }

  /** Refunds a part of a sale. */
  async refund(sale: string, amount: string, key?: string): Promise<Response> {
    return this.visitor.post(`${sale}/refunds`, { amount, key: key ?? (await this.key(sale)) });
  }

  /** Presses a button of a session's page. */
  press(page: string, action: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.visitor.post(`${page}/${action}`, {}, headers);
  }

  page(address: string): Promise<string> {
    return this.visitor.page(address);
  }

  async heading(address: string): Promise<string> {
    return /<h1>([^<]*)<\/h1>/.exec(await this.page(address))?.[1] ?? '';
  }

  /** Has the till read the session, and returns its page when it shows this heading. */
  async learns(address: string, heading: string): Promise<string> {
    await this.press(address, 'ask');
    return this.sees(address, heading);
  }

  /** Waits until the page of a session shows this heading. */
  async sees(address: string, heading: string): Promise<string> {
    await until(async () => (await this.heading(address)) === heading, {
      everyMs: 50,
      what: `${address} shows "${heading}"`,
    });
    return this.page(address);
  }
}
