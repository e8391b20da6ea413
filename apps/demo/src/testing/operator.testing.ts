import { PayPayments, unwrap } from 'nestjs-pay';
import { GOOD_CARD, Visitor, type RunningShop } from './running-shop.testing.js';

/** A transaction that a test begins with. */
export interface MadeTransaction {
  readonly id: string;
  readonly orderCode: string;
}

/** Somebody in the back office, as far as HTTP goes. */
export class Operator {
  readonly visitor: Visitor;

  constructor(private readonly shop: RunningShop) {
    this.visitor = new Visitor(shop.url);
  }

  /** An order of 24.50 euro that somebody paid, or tried to; `preauth` only reserves. */
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
    const [made] = this.shop.simulator.transactions.ofOrder(orderCodeText);
    return { id: made?.id ?? '', orderCode: orderCodeText };
  }

  /** An order that was paid and has cleared, so that a part of it can be given back anywhere. */
  async clearedPayment(): Promise<MadeTransaction> {
    const payment = await this.payment();
    await this.shop.simulator.clock.advance(24 * 3_600_000);
    return payment;
  }

  /** Text of a page of the back office. */
  text(address: string): Promise<string> {
    return this.visitor.page(`/back-office${address}`);
  }

  /** The one-time key of a form. */
  async key(address: string): Promise<string> {
    return /name="key"\s+value="([^"]+)"/.exec(await this.text(address))?.[1] ?? '';
  }

  /** The value of a fact on a page. */
  fact(page: string, name: string): string | undefined {
    return new RegExp(`<dt>${name}</dt>\\s*<dd>([^<]*)</dd>`).exec(page)?.[1];
  }

  /** Sends the first form of an action; gives the address of its confirmation, or what is complained about. */
  async plan(transactionId: string, kind: string, amount = ''): Promise<string> {
    const address = `/back-office/transactions/${transactionId}/actions`;
    const response = await this.visitor.post(address, { kind, amount });
    if (response.status === 303) return (response.headers.get('location') ?? '').replace('/back-office', '');
    return /role="alert"[^>]*>([^<]*)</.exec(await response.text())?.[1]?.trim() ?? `HTTP ${response.status}`;
  }

  /** Confirms, and gives the page of the action. @param action as {@link plan} gave it. */
  async confirm(action: string): Promise<string> {
    await this.visitor.post(`/back-office${action}/confirm`);
    return this.text(action);
  }

  /** What a page's action came to. */
  label(page: string): string | undefined {
    return /<p><span class="label [a-z]+">([^<]*)<\/span><\/p>/.exec(page)?.[1];
  }

  /** How many requests to give back or to capture the service has got. */
  get sent(): number {
    const operations = ['transactions.cancelTransaction', 'transactions.createTransaction'];
    return this.shop.simulator.requests().filter(({ operation }) => operations.includes(operation ?? ''))
      .length;
  }
}
