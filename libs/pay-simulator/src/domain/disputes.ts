import type { Clearing } from './clearing.js';
import { Refusal } from './refusal.js';
import { isPayment, type Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';

/**
 * Disputes of cardholders. The statuses are documented; their order, the money and the lack of events are inferred.
 * @see contract/transactions.json transitions dispute-f-m-ms
 */
export class Disputes {
  constructor(
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
    return this.transactions.move(payment.id, 'M');
  }

  /** Decides a dispute for the merchant, who keeps the money. @throws Refusal 404 for an unknown transaction, 409 if it is not disputed. */
  win(paymentId: string): Transaction {
    return this.transactions.move(this.getDisputed(paymentId).id, 'MW');
  }

  /**
   * Decides a dispute for the cardholder, who gets what is not refunded yet from the merchant's balance.
   *
   * @throws Refusal 404 for an unknown transaction, 409 if it is not disputed, 452 if the balance is too low.
   */
  lose(paymentId: string): Transaction {
    const payment = this.getDisputed(paymentId);
    this.wallet.refund(payment, unrefunded(payment));
    return this.transactions.move(payment.id, 'ML');
  }

  private getDisputed(paymentId: string): Transaction {
    const payment = this.transactions.get(paymentId);
    if (payment.status !== 'M') throw new Refusal(409, `Transaction ${payment.id} is not disputed`);
    return payment;
  }
}

const unrefunded = ({ amount, refunded }: Transaction): number => amount - refunded;
