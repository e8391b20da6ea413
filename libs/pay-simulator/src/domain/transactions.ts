import type { MerchantBasics } from './merchant-basics.js';
import { Archive } from './archive.js';
import type { Order } from './order.js';
import { Records } from './records.js';
import { Refusal } from './refusal.js';
import {
  DEFAULT_TRANSACTION,
  moveTransaction,
  TransactionType,
  type NewTransaction,
  type Transaction,
  type TransactionStatus,
} from './transaction.js';

/** The longest hold of a credit card; debit cards hold for one to five days. @see contract/behaviour/transactions.yaml lifecycle */
const HOLD_DAYS = 30;
const DAY_MS = 86_400_000;

/** Values that a transaction has from its order. */
export function transactionOfOrder(order: Order) {
  const { code: orderCode, tipAmount, currencyCode, sourceCode, customerTrns, merchantTrns } = order;
  const { email, fullName, phone } = order.customer;
  const { channelId } = order;
  return {
    orderCode,
    ...DEFAULT_TRANSACTION,
    ...{ tipAmount, currencyCode, sourceCode, customerTrns, merchantTrns },
    ...{ email, fullName, phone },
    ...(channelId !== undefined && { channelId }),
  };
}

/** Transactions of the account. */
export class Transactions extends Records<Transaction> {
  private readonly byOrder = new Map<string, string[]>();

  constructor(private readonly core: MerchantBasics) {
    super(new Archive<Transaction>('transactions'), () => new Refusal(404, 'Transaction was not found'));
    this.records.onLoad = () => {
      this.byOrder.clear();
      for (const transaction of this.records.values()) this.addToOrder(transaction);
    };
  }

  /** Creates a transaction. Cash and failed transactions have no authorization. */
  create(details: NewTransaction): Transaction {
    const reference = this.core.ids.digits(6);
    const isAuthorized = details.status !== 'E' && details.card !== null;
    const transaction: Transaction = {
      // A literal that starts with a member instead of a spread takes half the memory and a tenth of the time.
      clearedAt: null,
      ...details,
      id: this.core.ids.uuid(),
      createdAt: this.core.clock.now(),
      refunded: 0,
      referenceNumber: Number(reference),
      authorizationId: isAuthorized ? reference : null,
      retrievalReferenceNumber: isAuthorized ? this.retrievalReference(reference) : null,
    };
    this.records.set(transaction.id, transaction);
    this.addToOrder(transaction);
    return transaction;
  }

  ofOrder(orderCode: string): readonly Transaction[] {
    return (this.byOrder.get(orderCode) ?? []).map((id) => this.get(id));
  }

  /** Changes the status of a transaction, and the given values. @throws Error if the change is not allowed. */
  move(id: string, status: TransactionStatus, changes: Partial<Transaction> = {}): Transaction {
    return this.save({ ...moveTransaction(this.get(id), status), ...changes });
  }

  /** Returns whether a pre-authorization still holds its amount. A hold that is not captured lapses without an event. */
  isHeld(transaction: Transaction): boolean {
    return this.heldUntil(transaction) !== undefined;
  }

  /** Returns the time at which the hold of an open pre-authorization lapses, or undefined without a hold. */
  heldUntil({ type, status, createdAt }: Transaction): number | undefined {
    const until = createdAt + HOLD_DAYS * DAY_MS;
    return type === TransactionType.CardPreauth && status === 'F' && this.core.clock.now() < until
      ? until
      : undefined;
  }

  /** Removes transactions, as the service does with payments that it reverses itself. */
  remove(...ids: readonly string[]): void {
    for (const id of ids) {
      const { orderCode } = this.get(id);
      this.records.delete(id);
      this.byOrder.set(
        orderCode,
        (this.byOrder.get(orderCode) ?? []).filter((other) => other !== id),
      );
    }
  }

  /** Records a refund. @throws Error if the refunds exceed the amount. */
  recordRefund(id: string, amount: number): Transaction {
    const transaction = this.get(id);
    const refunded = transaction.refunded + amount;
    if (amount <= 0 || refunded > transaction.amount)
      throw new Error(`transaction ${id}: ${refunded} refunded of ${transaction.amount}`);
    return this.move(id, 'R', { refunded });
  }

  /** Records the cancellation of a refund. @throws Error if the amount exceeds the refunds. */
  recordRefundCancellation(id: string, amount: number): Transaction {
    const transaction = this.get(id);
    const refunded = transaction.refunded - amount;
    if (amount <= 0 || refunded < 0)
      throw new Error(`transaction ${id}: ${amount} canceled of ${transaction.refunded} refunded`);
    return this.move(id, refunded === 0 ? 'F' : 'R', { refunded });
  }

  /** Increases the amount of a pre-authorization in minor units. */
  increase(id: string, amount: number): Transaction {
    const transaction = this.get(id);
    return this.save({ ...transaction, amount: transaction.amount + amount });
  }

  recordClearing(id: string): Transaction {
    return this.save({ ...this.get(id), clearedAt: this.core.clock.now() });
  }

  reset(): void {
    this.byOrder.clear();
  }

  private addToOrder({ id, orderCode }: Transaction): void {
    this.byOrder.set(orderCode, (this.byOrder.get(orderCode) ?? []).concat(id));
  }

  private save(transaction: Transaction): Transaction {
    return this.records.put(transaction.id, transaction);
  }

  /**
   * Creates twelve digits: a digit of the reference number, day of the year, hour, reference number. Real ones begin with the
   * last digit of the year: the other digit shows the leading zero of 2030 in any year.
   */
  private retrievalReference(reference: string): string {
    const now = new Date(this.core.clock.now());
    const day = Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
    const hour = String(now.getUTCHours()).padStart(2, '0');
    return `${reference.slice(-1)}${String(day).padStart(3, '0')}${hour}${reference}`;
  }
}
