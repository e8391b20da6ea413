import type { SimulatorClock } from './clock.js';
import type { Clearing } from './clearing.js';
import { Refusal } from './refusal.js';
import { isPayment, type Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';
import { Table } from './table.js';
import type { Wallet } from './wallet.js';

/** A dispute that was opened (`M`), won (`MW`) or lost (`ML`). */
export interface DisputeStep {
  readonly paymentId: string;
  readonly status: 'M' | 'MW' | 'ML';
  /** Virtual time, milliseconds. */
  readonly at: number;
}

/**
 * Disputes of cardholders. The statuses are documented; their order, the money and the lack of events are inferred.
 * @see contract/transactions.json transitions dispute-f-m-ms
 */
export class Disputes {
  private readonly steps = new Table<DisputeStep>('disputeSteps');

  constructor(
    private readonly clock: SimulatorClock,
    private readonly transactions: Transactions,
    private readonly clearing: Clearing,
    private readonly wallet: Wallet,
  ) {}

  /** Opens a dispute about a payment, which clears first. @throws Refusal 404 for an unknown transaction, 409 if it cannot be disputed. */
  open(paymentId: string): Transaction {
    const payment = this.transactions.get(paymentId);
    if (
      !isPayment(payment) ||
      payment.card === null ||
      !/^[FR]$/.test(payment.status) ||
      unrefunded(payment) === 0
    )
      throw new Refusal(409, `Transaction ${payment.id} is not a card payment that can be disputed`);
    this.clearing.clearNow(payment.id);
    return this.move(payment, 'M');
  }

  /** Lists the openings and decisions of the disputes about a payment, oldest first. */
  ofPayment(paymentId: string): readonly DisputeStep[] {
    return [...this.steps.values()].filter((step) => step.paymentId === paymentId);
  }

  reset(): void {
    this.steps.clear();
  }

  /** Decides a dispute for the merchant, who keeps the money. @throws Refusal 404 for an unknown transaction, 409 if it is not disputed. */
  win(paymentId: string): Transaction {
    return this.move(this.getDisputed(paymentId), 'MW');
  }

  /**
   * Decides a dispute for the cardholder, who gets what is not refunded yet from the merchant's balance.
   *
   * @throws Refusal 404 for an unknown transaction, 409 if it is not disputed, 452 if the balance is too low.
   */
  lose(paymentId: string): Transaction {
    const payment = this.getDisputed(paymentId);
    this.wallet.refund(payment, unrefunded(payment));
    return this.move(payment, 'ML');
  }

  private move({ id }: Transaction, status: DisputeStep['status']): Transaction {
    const moved = this.transactions.move(id, status);
    this.steps.append({ paymentId: id, status, at: this.clock.now() });
    return moved;
  }

  private getDisputed(paymentId: string): Transaction {
    const payment = this.transactions.get(paymentId);
    if (payment.status !== 'M') throw new Refusal(409, `Transaction ${payment.id} is not disputed`);
    return payment;
  }
}

const unrefunded = ({ amount, refunded }: Transaction): number => amount - refunded;
