import { PERMISSION_OFF_TEXT } from './contract.generated.js';
import { derivedTransaction, type DerivedTerms } from './derived-transaction.js';
import type { PublishEvent } from './events.js';
import type { Orders } from './orders.js';
import type { Permissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { Sources } from './sources.js';
import { isPayment, refundable, TransactionType, type Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';

/** What a merchant asks to give back. */
export interface ReversalRequest extends DerivedTerms {
  /** Whole minor units; absent: all that is left. */
  readonly amount?: number;
  readonly currencyCode?: string;
}

/** Gives money back: a void on the day of payment, a refund later, the release of a pre-authorisation. */
export class Reversals {
  constructor(
    private readonly orders: Orders,
    private readonly transactions: Transactions,
    private readonly wallet: Wallet,
    private readonly permissions: Permissions,
    private readonly sources: Sources,
    private readonly publish: PublishEvent,
  ) {}

  /**
   * Cancels a transaction, wholly or in part.
   *
   * @returns the new transaction that gives the money back; its amount is negative.
   * @throws Refusal 403 refunds are off, 404 unknown, 409 nothing is left, 452 balance too low, 400 amount not possible.
   */
  cancel(id: string, request: ReversalRequest): Transaction {
    if (!this.permissions.get().allowRefunds) throw new Refusal(403, PERMISSION_OFF_TEXT);
    const original = this.transactions.get(id);
    if (request.currencyCode !== undefined && request.currencyCode !== original.currencyCode) {
      throw new Refusal(
        400,
        `currencyCode: expected ${original.currencyCode}, the currency of the transaction`,
      );
    }
    if (request.sourceCode !== undefined) this.sources.usable(request.sourceCode);
    if (original.type === TransactionType.CardPreauth) return this.release(original, request);
    if (!isPayment(original) || original.status === 'E')
      throw new Refusal(400, 'The transaction took no money that could be given back');
    const left = refundable(original);
    if (left === 0) throw new Refusal(409, 'The transaction is already refunded or voided');
    const amount = request.amount ?? left;
    if (amount > left) throw invalidAmount();
    // The clearing run at midnight ends the day of payment: until then it can be voided.
    return original.clearedAt === null
      ? this.giveBackToday(original, amount, request)
      : this.refund(original, amount, request);
  }

  private release(preauth: Transaction, request: ReversalRequest): Transaction {
    if (preauth.status !== 'F') throw new Refusal(409, 'The pre-authorisation is no longer held');
    if (request.amount !== undefined && request.amount !== preauth.amount) throw invalidAmount();
    this.transactions.move(preauth.id, 'X');
    return this.write(preauth, TransactionType.CardVoid, preauth.amount, request);
  }

  private giveBackToday(payment: Transaction, amount: number, request: ReversalRequest): Transaction {
    if (amount === payment.amount) {
      this.wallet.void(payment);
      this.transactions.move(payment.id, 'X');
      return this.write(payment, TransactionType.CardVoid, amount, request);
    }
    if (!this.permissions.get().sameDayPartialRefunds) throw invalidAmount();
    this.wallet.refundPending(payment, amount);
    this.transactions.noteRefund(payment.id, amount);
    return this.write(payment, TransactionType.CardRefund, amount, request);
  }

  private refund(payment: Transaction, amount: number, request: ReversalRequest): Transaction {
    this.wallet.refund(payment, amount);
    this.transactions.noteRefund(payment.id, amount);
    return this.write(payment, TransactionType.CardRefund, amount, request);
  }

  private write(
    original: Transaction,
    type: TransactionType,
    amount: number,
    request: ReversalRequest,
  ): Transaction {
    const reversal = this.transactions.create(
      derivedTransaction(original, request, {
        // Cash has one type for all that goes back (inferred: the list has no void of cash).
        type: original.type === TransactionType.Cash ? TransactionType.CashRefund : type,
        amount: -amount,
      }),
    );
    this.publish({
      type: 'reversal-created',
      transaction: reversal,
      order: this.orders.get(original.orderCode),
    });
    return reversal;
  }
}

function invalidAmount(): Refusal {
  return new Refusal(400, 'PaymentsInvalidAmountForVoid', 0, 400);
}
