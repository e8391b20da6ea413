import { athensDay } from './athens-time.js';
import type { SimulatorClock } from './clock.js';
import type { DerivedTransactionDetails } from './derived-transaction.js';
import type { DerivedTransactions } from './derived-transactions.js';
import { ServiceId } from './disbursements.js';
import { Refusal } from './refusal.js';
import { TransactionType, type Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';

/** Details of a cancellation. */
interface CancellationRequest extends DerivedTransactionDetails {
  /** Full amount of the transaction, in minor units. */
  readonly amount: number;
  readonly currencyCode?: string;
}

/** Cancels rebates and fast refunds on the same day. The transaction decides which of them it is. */
export class Cancellations {
  constructor(
    private readonly clock: SimulatorClock,
    private readonly derived: DerivedTransactions,
    private readonly transactions: Transactions,
    private readonly wallet: Wallet,
  ) {}

  /**
   * Cancels a transaction in full.
   *
   * @returns The new transaction. Its amount is positive.
   * @throws Refusal 403 if the source is not usable, 404 for an unknown transaction, 400 for another kind of transaction, another
   * amount, another day or an earlier cancellation.
   */
  cancel(id: string, request: CancellationRequest): Transaction {
    const original = this.transactions.get(id);
    const kind = disbursementKind(original);
    if (kind === undefined) throw new Refusal(400, 'The transaction is not a rebate or fast refund');
    if (original.status !== 'F') throw new Refusal(400, 'The transaction is already canceled or refunded');
    if (request.amount !== Math.abs(original.amount))
      throw new Refusal(400, 'amount: expected the amount of the transaction');
    if (athensDay(original.createdAt) !== athensDay(this.clock.now()))
      throw new Refusal(400, 'The transaction can only be canceled on its own day');
    this.derived.check(original, request);
    this.returnMoney(original, kind);
    this.transactions.move(original.id, 'X');
    const values = { type: TransactionType.CardVoid, amount: -original.amount };
    return this.derived.createReversal(original, request, values);
  }

  private returnMoney(disbursement: Transaction, kind: 'rebate' | 'fast-refund'): void {
    const amount = -disbursement.amount;
    if (kind === 'rebate') return this.wallet.cancelDisbursement(disbursement, amount);
    const payment = this.transactions.get(disbursement.parentId ?? '');
    // Clearing has not run since the refund, so the money returns to the account that it came from.
    this.wallet.cancelRefund(payment, disbursement, amount);
    this.transactions.recordRefundCancellation(payment.id, amount);
  }
}

/** Returns what kind of money sent to a card a transaction is, or undefined for any other transaction. */
export function disbursementKind({ serviceId, type }: Transaction): 'rebate' | 'fast-refund' | undefined {
  if (serviceId === ServiceId.FastRefund) return 'fast-refund';
  // An original credit has the type of a rebate and its own ServiceId. It cannot be canceled.
  return type === TransactionType.CardOct && serviceId === undefined ? 'rebate' : undefined;
}
