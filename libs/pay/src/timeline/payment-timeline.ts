import type { Order } from '../areas/payments/payments.types.js';
import type { LegacyTransaction } from '../areas/transactions/legacy-transaction.types.js';
import type { Transaction } from '../areas/transactions/transactions.types.js';
import type { PayWebhookEvent } from '../webhooks/event.types.js';
import { factOfEvent, factOfLegacyTransaction, factOfOrder, factOfTransaction } from './facts.js';
import { joined, keyOf } from './payment-fact.js';
import type { PaymentFact } from './payment-fact.js';
import { paymentState } from './payment-state.js';
import type { PaymentState } from './payment-state.js';

/** A timeline as it is stored. */
export interface StoredPaymentTimeline {
  version: 1;
  orderCode: string;
  facts: PaymentFact[];
}

const VERSION = 1;

/**
 * All that is known of an order's payment: events, reads of transactions and of the order. It comes to the same state in
 * whatever order the facts come, and however often. It never changes: `with…` gives another one.
 *
 * @example
 * const timeline = PaymentTimeline.fromJSON(row.timeline).withEvent(event);
 * if (timeline.state.status === 'paid') …
 */
export class PaymentTimeline {
  readonly #facts: ReadonlyMap<string, PaymentFact>;
  #state: PaymentState | undefined;

  private constructor(
    /** The order's exact digits. */
    readonly orderCode: string,
    facts: ReadonlyMap<string, PaymentFact>,
  ) {
    this.#facts = facts;
  }

  /** The timeline of an order of which nothing is known. @param orderCode its exact digits: `orderCodeText`. */
  static of(orderCode: string): PaymentTimeline {
    return new PaymentTimeline(orderCode, new Map());
  }

  /**
   * The timeline that was stored: `JSON.stringify(timeline)`, parsed.
   *
   * @throws TypeError for anything else.
   */
  static fromJSON(stored: StoredPaymentTimeline): PaymentTimeline {
    if (stored?.version !== VERSION || typeof stored.orderCode !== 'string' || !Array.isArray(stored.facts))
      throw new TypeError(`a stored timeline has version ${VERSION}, an orderCode and facts`);
    return PaymentTimeline.of(stored.orderCode).with(...stored.facts);
  }

  /** What the payment came to, as far as it is known. */
  get state(): PaymentState {
    return (this.#state ??= this.#read());
  }

  /**
   * The timeline with these facts, too.
   *
   * @throws RangeError for a fact of another order, or in another currency: amounts of two are never added.
   */
  with(...facts: readonly PaymentFact[]): PaymentTimeline {
    const all = new Map(this.#facts);
    for (const fact of facts) {
      if (fact.orderCode !== null && fact.orderCode !== this.orderCode)
        throw new RangeError(
          `the fact is about order ${fact.orderCode}, the timeline about ${this.orderCode}`,
        );
      const key = keyOf(fact);
      const known = all.get(key);
      all.set(key, Object.freeze(known === undefined ? { ...fact } : joined(known, fact)));
    }
    const currencies = [...all.values()].flatMap((one) => ('currencyCode' in one ? [one.currencyCode] : []));
    const other = currencies.find((currency) => currency !== currencies[0]);
    if (other !== undefined)
      throw new RangeError(`order ${this.orderCode} has two currencies: ${currencies[0]} and ${other}`);
    return new PaymentTimeline(this.orderCode, all);
  }

  /**
   * With what an event tells: one that a handler got, or one that you read and confirmed yourself. Events of other kinds
   * change nothing.
   *
   * @param receivedAt when it was received: its own `created`, which nobody confirms, counts for no later time.
   * @throws RangeError as `with`, and for an amount that is not exact.
   */
  withEvent(
    event: Pick<PayWebhookEvent, 'eventTypeId' | 'data' | 'created'>,
    receivedAt: Date = new Date(),
  ): PaymentTimeline {
    const fact = factOfEvent(event, receivedAt);
    return fact === null ? this : this.with(fact);
  }

  /**
   * With the order's transactions as `transactions.getLegacyTransactions(undefined, { orderCode })` gives them.
   *
   * @param readAt when they were read.
   * @throws RangeError as `withEvent`.
   */
  withTransactions(transactions: readonly LegacyTransaction[], readAt: Date = new Date()): PaymentTimeline {
    return this.with(...transactions.map((one) => factOfLegacyTransaction(one, readAt)));
  }

  /** With a transaction as `transactions.getTransactionById` gives it. @throws RangeError as `withEvent`. */
  withTransaction(
    transactionId: string,
    transaction: Transaction,
    readAt: Date = new Date(),
  ): PaymentTimeline {
    return this.with(factOfTransaction(transactionId, transaction, readAt));
  }

  /** With the order as `payments.getOrder` gives it. @throws RangeError for another order. */
  withOrder(order: Order, readAt: Date = new Date()): PaymentTimeline {
    return this.with(factOfOrder(order, readAt));
  }

  /** Plain data to store: the same for the same facts. */
  toJSON(): StoredPaymentTimeline {
    return { version: VERSION, orderCode: this.orderCode, facts: this.#sorted() };
  }

  #read(): PaymentState {
    const facts = this.#sorted();
    return paymentState(
      facts.filter((fact) => fact.kind === 'transaction'),
      facts.find((fact) => fact.kind === 'order'),
      facts.filter((fact) => fact.kind === 'session'),
    );
  }

  #sorted(): PaymentFact[] {
    return [...this.#facts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, fact]) => fact);
  }
}
