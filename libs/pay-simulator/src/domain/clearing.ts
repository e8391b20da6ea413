import { nextAthensMidnight } from './athens-time.js';
import type { SimulatorClock } from './clock.js';
import type { Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';

/** Clears the payments of a day at the next midnight of the service's calendar. A void is possible until then. */
export class Clearing {
  private waiting: string[] = [];
  private readonly watchers: ((payment: Transaction) => void)[] = [];

  constructor(
    private readonly clock: SimulatorClock,
    private readonly transactions: Transactions,
    private readonly wallet: Wallet,
  ) {}

  /** Adds a payment to the next clearing run. */
  add(transactionId: string): void {
    if (this.waiting.length === 0)
      this.clock.schedule(nextAthensMidnight(this.clock.now()), () => this.clear(this.waiting.splice(0)));
    this.waiting.push(transactionId);
  }

  /** Clears a payment now instead of at midnight. Does nothing if the payment is not waiting. */
  clearNow(transactionId: string): void {
    if (!this.waiting.includes(transactionId)) return;
    this.waiting = this.waiting.filter((id) => id !== transactionId);
    this.clear([transactionId]);
  }

  /** Calls the watcher for each cleared payment. The watcher stays registered after a reset. */
  watch(watcher: (payment: Transaction) => void): void {
    this.watchers.push(watcher);
  }

  reset(): void {
    this.waiting = [];
  }

  private clear(ids: readonly string[]): void {
    const payments = ids
      .flatMap((id) => this.transactions.find(id) ?? [])
      .filter(({ status }) => status !== 'X');
    for (const payment of payments) this.wallet.clear(payment);
    for (const { id } of payments) {
      const cleared = this.transactions.recordClearing(id);
      for (const watcher of this.watchers) watcher(cleared);
    }
  }
}
