import type { SimulatorClock } from './clock.js';
import type { Ids } from './ids.js';
import { Refusal } from './refusal.js';
import { moveTransaction, type Transaction, type TransactionStatus } from './transaction.js';

/** What the caller decides about a new transaction; ids, time and references are given here. */
export type NewTransaction = Omit<
  Transaction,
  | 'id'
  | 'createdAt'
  | 'clearedAt'
  | 'refunded'
  | 'referenceNumber'
  | 'authorizationId'
  | 'retrievalReferenceNumber'
>;

/** The transactions of the account. */
export class Transactions {
  private readonly byId = new Map<string, Transaction>();
  private readonly byOrder = new Map<string, string[]>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
  ) {}

  /** Writes a new transaction; one that failed, and cash, has no authorisation. */
  create(terms: NewTransaction): Transaction {
    const reference = this.ids.digits(6);
    const authorised = terms.status !== 'E' && terms.card !== null;
    const transaction: Transaction = {
      ...terms,
      id: this.ids.uuid(),
      createdAt: this.clock.now(),
      clearedAt: null,
      refunded: 0,
      referenceNumber: Number(reference),
      authorizationId: authorised ? reference : null,
      retrievalReferenceNumber: authorised ? this.retrievalReference(reference) : null,
    };
    this.byId.set(transaction.id, transaction);
    this.byOrder.set(transaction.orderCode, [
      ...(this.byOrder.get(transaction.orderCode) ?? []),
      transaction.id,
    ]);
    return transaction;
  }

  find(id: string): Transaction | undefined {
    return this.byId.get(id.toLowerCase());
  }

  /** The transaction. @throws Refusal 404 when there is none with that id. */
  get(id: string): Transaction {
    const transaction = this.find(id);
    if (!transaction) throw new Refusal(404, `Transaction was not found`);
    return transaction;
  }

  list(): readonly Transaction[] {
    return [...this.byId.values()];
  }

  ofOrder(orderCode: string): readonly Transaction[] {
    return (this.byOrder.get(orderCode) ?? []).map((id) => this.get(id));
  }

  /** Moves a transaction along a documented edge. */
  move(id: string, status: TransactionStatus): Transaction {
    return this.save(moveTransaction(this.get(id), status));
  }

  /** Notes that a part was given back. @throws Error when it would be more than was taken. */
  noteRefund(id: string, amount: number): Transaction {
    const transaction = this.get(id);
    const refunded = transaction.refunded + amount;
    if (amount <= 0 || refunded > transaction.amount)
      throw new Error(`transaction ${id}: ${refunded} refunded of ${transaction.amount}`);
    return this.save({ ...moveTransaction(transaction, 'R'), refunded });
  }

  /** Notes that a refund was taken back. @throws Error when it would be more than was refunded. */
  noteRefundTakenBack(id: string, amount: number): Transaction {
    const transaction = this.get(id);
    const refunded = transaction.refunded - amount;
    if (amount <= 0 || refunded < 0)
      throw new Error(`transaction ${id}: ${amount} taken back of ${transaction.refunded} refunded`);
    return this.save({ ...moveTransaction(transaction, refunded === 0 ? 'F' : 'R'), refunded });
  }

  /** Adds to what a pre-authorisation holds, minor units. */
  increase(id: string, amount: number): Transaction {
    const transaction = this.get(id);
    return this.save({ ...transaction, amount: transaction.amount + amount });
  }

  noteClearance(id: string): Transaction {
    return this.save({ ...this.get(id), clearedAt: this.clock.now() });
  }

  reset(): void {
    this.byId.clear();
    this.byOrder.clear();
  }

  private save(transaction: Transaction): Transaction {
    this.byId.set(transaction.id, transaction);
    return transaction;
  }

  /** Twelve digits: last digit of the year, day of the year, hour, reference number. */
  private retrievalReference(reference: string): string {
    const now = new Date(this.clock.now());
    const day = Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
    const hour = String(now.getUTCHours()).padStart(2, '0');
    return `${now.getUTCFullYear() % 10}${String(day).padStart(3, '0')}${hour}${reference}`;
  }
}
