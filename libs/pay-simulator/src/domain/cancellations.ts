import { athensDay } from './athens-time.js';
import type { SimulatorClock } from './clock.js';
import { derivedTransaction, type DerivedTexts } from './derived-transaction.js';
import { ServiceId } from './disbursements.js';
import type { PublishEvent } from './events.js';
import type { Orders } from './orders.js';
import { Refusal } from './refusal.js';
import type { Sources } from './sources.js';
import { TransactionType, type Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';

/** What a merchant asks to cancel. */
export interface CancellationRequest extends DerivedTexts {
  /** Whole minor units: all of the transaction. */
  readonly amount: number;
  readonly currencyCode?: string;
}

/** Cancels, on the same day, what card acquiring did: rebates, fast refunds and partial authorisations. What the transaction is decides. */
export class Cancellations {
  constructor(
    private readonly clock: SimulatorClock,
    private readonly orders: Orders,
    private readonly transactions: Transactions,
    private readonly wallet: Wallet,
    private readonly sources: Sources,
    private readonly publish: PublishEvent,
  ) {}

  /**
   * Cancels a transaction wholly.
   *
   * @returns the new transaction: positive where money comes back from a card, negative where it goes back to one.
   * @throws Refusal 403 source not usable, 404 unknown, 400 none of the three, another amount, no longer the same day or cancelled before.
   */
  cancel(id: string, request: CancellationRequest): Transaction {
    const original = this.transactions.get(id);
    const kind = kindOf(original);
    if (kind === 'other')
      throw new Refusal(400, 'The transaction is no rebate, fast refund or partial authorisation');
    if (original.status !== 'F') throw new Refusal(400, 'The transaction was cancelled or refunded before');
    if (request.amount !== Math.abs(original.amount))
      throw new Refusal(400, 'amount: expected the amount of the transaction');
    if (request.currencyCode !== undefined && request.currencyCode !== original.currencyCode) {
      throw new Refusal(
        400,
        `currencyCode: expected ${original.currencyCode}, the currency of the transaction`,
      );
    }
    if (athensDay(original.createdAt) !== athensDay(this.clock.now()))
      throw new Refusal(400, 'The transaction is not of the same day');
    if (request.sourceCode !== undefined) this.sources.usable(request.sourceCode);
    if (kind === 'partial-authorisation') this.wallet.void(original);
    else this.reclaim(original, kind);
    this.transactions.move(original.id, 'X');
    const own = { type: TransactionType.CardVoid, amount: -original.amount };
    const transaction = this.transactions.create(derivedTransaction(original, request, own));
    this.publish({ type: 'reversal-created', transaction, order: this.orders.get(original.orderCode) });
    return transaction;
  }

  private reclaim(disbursement: Transaction, kind: 'rebate' | 'fast-refund'): void {
    const amount = -disbursement.amount;
    if (kind === 'rebate') return this.wallet.takeBackDisbursement(disbursement, amount);
    const payment = this.transactions.get(disbursement.parentId ?? '');
    // No clearing run lies between: the refund came out of where it goes back to.
    this.wallet.takeBackRefund(payment, disbursement, amount);
    this.transactions.noteRefundTakenBack(payment.id, amount);
  }
}

function kindOf({
  serviceId,
  type,
  requestedAmount,
}: Transaction): 'rebate' | 'fast-refund' | 'partial-authorisation' | 'other' {
  if (requestedAmount !== undefined) return 'partial-authorisation';
  if (serviceId === ServiceId.FastRefund) return 'fast-refund';
  // An original credit has the rebate's type and a ServiceId of its own: it cannot be cancelled.
  return type === TransactionType.CardOct && serviceId === undefined ? 'rebate' : 'other';
}
