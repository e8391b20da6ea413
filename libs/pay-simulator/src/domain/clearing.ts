import { nextAthensMidnight } from '../athens-time.js';
import type { SimulatorClock } from '../clock.js';
import type { Transaction } from './transaction.js';
import type { Transactions } from './transactions.js';
import type { Wallet } from './wallet.js';

/** Clears the day's payments at the next midnight of the service's calendar; a void is possible until then. */
export class Clearing {
  private waiting: string[] = [];
  private readonly watchers: ((payment: Transaction) => void)[] = [];

  constructor(
    private readonly clock: SimulatorClock,
    private readonly transactions: Transactions,
    private readonly wallet: Wallet,
  ) {}

  /** Puts a payment into the next clearing run. */
  add(transactionId: string): void {
    if (this.waiting.length === 0)
      this.clock.schedule(nextAthensMidnight(this.clock.now()), () => this.run());
    this.waiting.push(transactionId);
  }

  /** Tells of every payment that has cleared, also after a reset. */
  watch(watcher: (payment: Transaction) => void): void {
    this.watchers.push(watcher);
  }

  reset(): void {
    this.waiting = [];
  }

  private run(): void {
    for (const id of this.waiting.splice(0)) {
      const transaction = this.transactions.get(id);
      if (transaction.status === 'X') continue;
      this.wallet.clear(transaction);
      const cleared = this.transactions.noteClearance(id);
      for (const watcher of this.watchers) watcher(cleared);
    }
  }
}
