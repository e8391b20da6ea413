import { factOfEvent, factOfLegacyTransaction, factOfOrder, factOfTransaction } from './fact-reader.js';
import type { TimelineEvent } from './fact-reader.js';
import { keyOf, mergeFacts } from './payment-fact.js';
import type { PaymentFact } from './payment-fact.js';
import { paymentState } from './payment-state.js';
import type { PaymentState } from './payment-state.js';
import type { LegacyTransaction, Order, Transaction } from '../areas/results.generated.js';

/** Stored form of a timeline. */
export interface StoredPaymentTimeline {
  version: 1;
  orderCode: string;
  facts: PaymentFact[];
}

const VERSION = 1;

/**
 * All known facts about an order's payment: events, and reads of the order and its transactions. The state does not depend
 * on the order or number of the facts. A timeline is immutable: `with…` returns a new one.
 *
 * @example
 * const timeline = PaymentTimeline.fromJSON(row.timeline).withEvent(event);
 * if (timeline.state.status === 'paid') …
 */
export class PaymentTimeline {
  readonly #facts: ReadonlyMap<string, PaymentFact>;
  #state: PaymentState | undefined;

  private constructor(
    /** Exact digits of the order code. */
    readonly orderCode: string,
    facts: ReadonlyMap<string, PaymentFact>,
  ) {
    this.#facts = facts;
  }

  /**
   * Creates a timeline without facts.
   *
   * @param orderCode Exact digits of the order code: `orderCodeText`.
   */
  static of(orderCode: string): PaymentTimeline {
    return new PaymentTimeline(orderCode, new Map());
  }

  /**
   * Restores a timeline from the parsed JSON of `JSON.stringify(timeline)`.
   *
   * @throws TypeError for any other value.
   */
  static fromJSON(stored: StoredPaymentTimeline): PaymentTimeline {
    if (stored?.version !== VERSION || typeof stored.orderCode !== 'string' || !Array.isArray(stored.facts))
      throw new TypeError(`a stored timeline must have version ${VERSION}, an orderCode and facts`);
    return PaymentTimeline.of(stored.orderCode).with(...stored.facts);
  }

  /** State of the payment according to the known facts. */
  get state(): PaymentState {
    return (this.#state ??= this.#calculate());
  }

  /**
   * Adds facts.
   *
   * @throws RangeError if a fact belongs to another order or has another currency.
   */
  with(...facts: readonly PaymentFact[]): PaymentTimeline {
    const all = new Map(this.#facts);
    for (const fact of facts) {
      if (fact.orderCode !== null && fact.orderCode !== this.orderCode)
        throw new RangeError(
          `the fact belongs to order ${fact.orderCode}, the timeline to order ${this.orderCode}`,
        );
      const key = keyOf(fact);
      const known = all.get(key);
      all.set(key, Object.freeze(known === undefined ? { ...fact } : mergeFacts(known, fact)));
    }
    const currencies = [...all.values()].flatMap((one) => ('currencyCode' in one ? [one.currencyCode] : []));
    const other = currencies.find((currency) => currency !== currencies[0]);
    if (other !== undefined)
      throw new RangeError(`order ${this.orderCode} has two currencies: ${currencies[0]} and ${other}`);
    return new PaymentTimeline(this.orderCode, all);
  }

  /**
   * Adds an event: one that a handler received, or one that you confirmed yourself. Events without a fact about the payment
   * change nothing.
   *
   * @param receivedAt Time at which the event was received. It limits the event's own `created`, which is unconfirmed.
   * @throws RangeError like {@link with}, and if an amount is not exact in its currency.
   */
  withEvent(event: TimelineEvent, receivedAt: Date = new Date()): PaymentTimeline {
    const fact = factOfEvent(event, receivedAt);
    return fact === null ? this : this.with(fact);
  }

  /**
   * Adds the order's transactions from `transactions.getLegacyTransactions(undefined, { orderCode })`.
   *
   * @param readAt Time of the read.
   * @throws RangeError like {@link withEvent}.
   */
  withTransactions(transactions: readonly LegacyTransaction[], readAt: Date = new Date()): PaymentTimeline {
    return this.with(...transactions.map((one) => factOfLegacyTransaction(one, readAt)));
  }

  /**
   * Adds a transaction from `transactions.getTransactionById`.
   *
   * @param readAt Time of the read.
   * @throws RangeError like {@link withEvent}.
   */
  withTransaction(
    transactionId: string,
    transaction: Transaction,
    readAt: Date = new Date(),
  ): PaymentTimeline {
    return this.with(factOfTransaction(transactionId, transaction, readAt));
  }

  /**
   * Adds the order from `payments.getOrder`.
   *
   * @param readAt Time of the read.
   * @throws RangeError if it is another order.
   */
  withOrder(order: Order, readAt: Date = new Date()): PaymentTimeline {
    return this.with(factOfOrder(order, readAt));
  }

  /** Returns plain data to store. It is equal for equal facts. */
  toJSON(): StoredPaymentTimeline {
    return { version: VERSION, orderCode: this.orderCode, facts: this.#sorted() };
  }

  #calculate(): PaymentState {
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
