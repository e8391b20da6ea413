import type { PaySplitMovement } from 'nestjs-pay/splits';
import { MoneyService } from '../marketplace/money/money.service.js';
import { MarketOrders } from '../marketplace/orders/market-orders.service.js';
import type { MarketOrder } from '../marketplace/orders/market-order.js';
import { GOOD_CARD, Visitor, type RunningShop } from './running-shop.testing.js';

const HOUR_MS = 3_600_000;
const HOUR_OF_SERVICE = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: 'Europe/Athens' });
const DAY_OF_SERVICE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone: 'Europe/Athens' });

/** The market's operator and customers, who use it over HTTP. */
export class MarketTester {
  readonly visitor: Visitor;

  constructor(private readonly shop: RunningShop) {
    this.visitor = new Visitor(shop.url);
  }

  page(address = ''): Promise<string> {
    return this.visitor.page(`/marketplace${address}`);
  }

  post(address: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.visitor.post(`/marketplace${address}`, fields);
  }

  /** Invites a seller, completes its onboarding, and returns the ID of its account. */
  async onboard(key: string): Promise<string> {
    await this.post(`/sellers/${key}/invitation`);
    const account = this.shop.simulator.sellers.list().at(-1)?.accountId ?? '';
    const link = `${this.shop.simulator.url}/app/register/invite/3/${account}`;
    const form = new URLSearchParams({ legalName: key, email: `${key}@example.com` });
    await fetch(link, { method: 'POST', body: form, redirect: 'manual' });
    await fetch(`${link}/approve`, { method: 'POST', redirect: 'manual' });
    await this.shop.settled();
    return account;
  }

  /** Returns the one-time key of the form on a page. */
  async key(address = ''): Promise<string> {
    return /name="key"\s+value="([^"]+)"/.exec(await this.page(address))?.[1] ?? '';
  }

  /** Places an order and returns its order code. */
  async order(goods: Record<string, string>, key?: string): Promise<string> {
    await this.page();
    const response = await this.post('/orders', {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      key: key ?? (await this.key()),
      ...goods,
    });
    const location = response.headers.get('location') ?? '';
    return new URL(location, this.shop.url).searchParams.get('ref') ?? `${response.status} ${location}`;
  }

  /** Places an order and pays it. Resolves when every notification was handled. */
  async buy(goods: Record<string, string>): Promise<MarketOrder> {
    const orderCode = await this.order(goods);
    await this.shop.payWith(GOOD_CARD, orderCode);
    return this.stored(orderCode);
  }

  /** Returns the stored order. */
  async stored(orderCode: string): Promise<MarketOrder> {
    const order = await this.shop.app.get(MarketOrders, { strict: false }).findByReference(orderCode);
    if (order === undefined) throw new Error(`no order ${orderCode}`);
    return order;
  }

  /** Returns the movements of an order's money. */
  async movements(order: MarketOrder): Promise<readonly PaySplitMovement[]> {
    const { split } = await this.shop.app.get(MoneyService, { strict: false }).sale(order);
    return split?.movements ?? [];
  }

  /** Returns the kinds of movements with their states: `transfer done`. */
  async states(order: MarketOrder): Promise<string[]> {
    return (await this.movements(order)).map(({ kind, state }) => `${kind} ${state}`);
  }

  /** Refunds one piece. Returns the page that follows, or the text of its alert. */
  async refund({ id }: MarketOrder, goods: string, form?: Record<string, string>): Promise<string> {
    const fields = form ?? (await this.refundForm(id, goods));
    if (fields['piece'] === '') return alertOf(await this.page(`/sales/${id}/refunds/new?goods=${goods}`));
    const response = await this.post(`/sales/${id}/refunds`, fields);
    await this.shop.settled();
    return response.status === 303 ? this.page(`/sales/${id}`) : alertOf(await response.text());
  }

  /** Returns the fields of the form that confirms a refund. */
  async refundForm(id: string, goods: string): Promise<Record<string, string>> {
    const page = await this.page(`/sales/${id}/refunds/new?goods=${goods}`);
    const value = (name: string): string =>
      new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1] ?? '';
    return { goods, piece: value('piece') };
  }

  /** Returns the balances on the page of a sale, with the sum last. */
  balances(page: string): string[] {
    const table = /<caption class="unseen">\s*Balances[\s\S]*?<\/table>/.exec(page)?.[0] ?? '';
    return [...table.matchAll(/<t[dh][^>]*>([^<]*)<\/t[dh]>\s*<td>([^<]*)<\/td>/g)].map(
      ([, name, amount]) => `${name} ${amount}`,
    );
  }

  /** Moves the clock to the next night of the service's calendar, after which today's payments have settled. */
  async passTheNight(): Promise<void> {
    const today = DAY_OF_SERVICE.format(this.shop.simulator.clock.now());
    // Between midnight and one o'clock, the next one o'clock is on the same day.
    await this.passTo(1, (now) => DAY_OF_SERVICE.format(now) !== today);
  }

  /** Moves the clock to an hour of the service's day. */
  async passTo(hour: number, isDay: (now: number) => boolean = () => true): Promise<void> {
    const { clock } = this.shop.simulator;
    do await clock.advance(HOUR_MS);
    while (Number(HOUR_OF_SERVICE.format(clock.now())) !== hour || !isDay(clock.now()));
    await this.shop.settled();
  }

  /** Returns the number of requests of an operation. */
  sent(operation: string): number {
    return this.shop.simulator.requests().filter((request) => request.operation === operation).length;
  }
}

function alertOf(page: string): string {
  return /role="alert"[^>]*>([^<]*)</.exec(page)?.[1]?.trim() ?? 'no alert';
}
