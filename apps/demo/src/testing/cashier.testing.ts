import { until } from '../../../../test/until.js';
import type { RunningShop } from './running-shop.testing.js';
import { Visitor } from './running-shop.testing.js';

/** The terminal that the tests sell at. */
export const TERMINAL = '16000010';

/** A cashier at the till, as far as HTTP goes. */
export class Cashier {
  private readonly visitor: Visitor;

  constructor(private readonly shop: RunningShop) {
    this.visitor = new Visitor(shop.url);
  }

  /** The one-time key of the form on a page. */
  async key(page = '/till'): Promise<string> {
    return /name="key"\s+value="([^"]+)"/.exec(await this.visitor.page(page))?.[1] ?? '';
  }

  /** Fills the form of a sale of €11.70 in and sends it. */
  async send(fields: Readonly<Record<string, string>> = {}): Promise<Response> {
    const sale = { terminalId: TERMINAL, amount: '11.70', reference: 'receipt-1', key: await this.key() };
    return this.visitor.post('/till/sales', { ...sale, ...fields });
  }

  /** Starts a sale. @returns the address of its page. */
  async sell(fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const answer = await this.send(fields);
    if (answer.status !== 303) throw new Error(`no sale: HTTP ${answer.status}`);
    return answer.headers.get('location') ?? '';
  }

  /** Starts a sale and waits until the terminal asks for a card. */
  async sellToScreen(fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const page = await this.sell(fields);
    await this.shop.simulator.clock.advance(1_000);
    return page;
  }

  /** A sale that was paid. */
  async sold(fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const page = await this.sellToScreen(fields);
    this.shop.simulator.terminals.insertCard(TERMINAL);
    await this.shop.simulator.clock.advance(5_000);
    await this.press(page, 'ask');
    return page;
  }

  /** Gives back a part of a sale. */
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

  /** Asks how a session stands, and gives its page, which must show this heading. */
  async learns(address: string, heading: string): Promise<string> {
    await this.press(address, 'ask');
    return this.sees(address, heading);
  }

  /** Waits until a session's page shows this heading: the till asks for news by itself. */
  async sees(address: string, heading: string): Promise<string> {
    await until(async () => (await this.heading(address)) === heading, {
      everyMs: 50,
      what: `${address} shows "${heading}"`,
    });
    return this.page(address);
  }
}
