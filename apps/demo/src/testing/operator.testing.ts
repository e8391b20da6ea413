import { PayPayments, unwrap } from 'nestjs-pay';
import { GOOD_CARD, Visitor, type RunningShop } from './running-shop.testing.js';

export interface MadeTransaction {
  readonly id: string;
  readonly orderCode: string;
}

/** An operator who uses the back office over HTTP. */
export class Operator {
  readonly visitor: Visitor;

  constructor(private readonly shop: RunningShop) {
    this.visitor = new Visitor(shop.url);
  }

  /** Creates an order of 24.50 euros and pays it, or tries to. */
  async payment({
    card = GOOD_CARD,
    preauth = false,
    amount = 2450,
  }: {
    readonly card?: string;
    readonly preauth?: boolean;
    readonly amount?: number;
  } = {}): Promise<MadeTransaction> {
    const payments = this.shop.app.get(PayPayments, { strict: false });
    const { orderCodeText } = unwrap(
      await payments.createOrder({ amount, preauth, customer: { email: 'ada@example.com' } }),
    );
    await this.shop.payWith(card, orderCodeText);
    const [made] = this.shop.simulator.transactions.list({ orderCode: orderCodeText });
    return { id: made?.id ?? '', orderCode: orderCodeText };
  }

  /** Creates a payment that has cleared, so that every account can refund a part of it. */
  async clearedPayment(): Promise<MadeTransaction> {
    const payment = await this.payment();
    await this.shop.simulator.clock.advance(24 * 3_600_000);
    return payment;
  }

  /** Returns the text of a page of the back office. */
  text(address: string): Promise<string> {
    return this.visitor.page(`/back-office${address}`);
  }

  /** Returns the one-time key of a form. */
  async key(address: string): Promise<string> {
    return /name="key"\s+value="([^"]+)"/.exec(await this.text(address))?.[1] ?? '';
  }

  /** Returns the value of a fact on a page. */
  fact(page: string, name: string): string | undefined {
    return new RegExp(`<dt>${name}</dt>\\s*<dd>([^<]*)</dd>`).exec(page)?.[1];
  }

  /** Plans an action. Returns the address of its confirmation, or the text of the page's alert. */
  async plan(transactionId: string, kind: string, amount = ''): Promise<string> {
    const address = `/back-office/transactions/${transactionId}/actions`;
    const response = await this.visitor.post(address, { kind, amount });
    if (response.status === 303) return (response.headers.get('location') ?? '').replace('/back-office', '');
    return /role="alert"[^>]*>([^<]*)</.exec(await response.text())?.[1]?.trim() ?? `HTTP ${response.status}`;
  }

  /** Confirms an action and returns its page. @param action - Address that {@link plan} returned. */
  async confirm(action: string): Promise<string> {
    await this.visitor.post(`/back-office${action}/confirm`);
    return this.text(action);
  }

  /** Returns the status on the page of an action. */
  label(page: string): string | undefined {
    return /<p><span class="label [a-z]+">([^<]*)<\/span><\/p>/.exec(page)?.[1];
  }

  /** Number of requests that refund or capture. */
  get sent(): number {
    const operations = ['transactions.cancelTransaction', 'transactions.createTransaction'];
    return this.shop.simulator.requests().filter(({ operation }) => operations.includes(operation ?? ''))
      .length;
  }
}
