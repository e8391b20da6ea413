import type { MerchantCore } from './merchant-core.js';
import type { Transaction } from './transaction.js';
import { PlannedWork } from './planned-work.js';
import { Table } from './table.js';

/** Clears payments at the midnight that begins the next business day of the service's calendar. A void is possible until then. */
export class Clearing {
  /** Payments that wait for the next run. */
  private readonly waiting = new Table<true>('clearing');
  private readonly planned = new PlannedWork<null>('plannedClearing', this.core.clock, () => {
    const due = [...this.waiting.keys()];
    this.waiting.clear();
    this.clear(due);
  });
  private readonly watchers: ((payment: Transaction) => void)[] = [];

  constructor(private readonly core: MerchantCore) {}

  /** Adds a payment to the next clearing run. */
  add(transactionId: string): void {
    if (this.waiting.size === 0)
      this.planned.plan('', this.core.days.nextMidnight(this.core.clock.now()), null);
    this.waiting.set(transactionId, true);
  }

  /** Clears a payment now instead of at midnight. Does nothing if the payment is not waiting. */
  clearNow(transactionId: string): void {
    if (this.waiting.delete(transactionId)) this.clear([transactionId]);
  }

  /** Returns the next run and the number of its payments, or undefined if no payment waits. */
  coming(): { readonly at: number; readonly payments: number } | undefined {
    const payments = [...this.waiting.keys()].filter(
      (id) => this.core.transactions.find(id)?.status !== 'X',
    ).length;
    const [run] = this.planned.list();
    return run && payments > 0 ? { at: run.at, payments } : undefined;
  }

  /** Calls the watcher for each cleared payment. The watcher stays registered after a reset. */
  watch(watcher: (payment: Transaction) => void): void {
    this.watchers.push(watcher);
  }

  private clear(ids: readonly string[]): void {
    const payments = ids
      .flatMap((id) => this.core.transactions.find(id) ?? [])
      .filter(({ status }) => status !== 'X');
    for (const payment of payments) this.core.wallet.clear(payment);
    for (const { id } of payments) {
      const cleared = this.core.transactions.recordClearing(id);
      for (const watcher of this.watchers) watcher(cleared);
    }
  }
}
