import type { MovementTerms } from './movement-terms.js';

/**
 * Accounts of the books. `cardholders` and `counter` are who pays, with a card and in cash; `pending` and `pendingCash` is
 * paid but not cleared; `wallet` is the merchant's to spend, `reserved` is held for transfers that have not run.
 */
export const LEDGER_ACCOUNTS = [
  'cardholders',
  'counter',
  'pending',
  'pendingCash',
  'wallet',
  'reserved',
  'secondWallet',
  'secondReserved',
  'otherMerchant',
  'otherReserved',
  'commission',
  'bank',
  'equity',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** One booking: what each account gains, negative where it loses, minor units. The amounts sum to 0. */
export interface Booking {
  readonly text: string;
  readonly currencyCode: string;
  readonly entries: Readonly<Partial<Record<LedgerAccount, bigint>>>;
  /** What the statement says of it, in this order; absent: one part for each wallet, its reason read from the accounts. */
  readonly parts?: readonly BookingPart[];
}

/** Why a wallet's account changes by a part of a booking; the parts of an account sum to what it gains. */
export interface BookingPart {
  readonly account: LedgerAccount;
  readonly amount: bigint;
  readonly terms: MovementTerms;
}

/** Double-entry books: money moves between accounts and is never made or lost. */
export class Ledger {
  private booked: Booking[] = [];
  private readonly watchers: ((booking: Booking) => void)[] = [];
  private readonly balances = new Map<string, bigint>();

  /** @throws Error when the entries do not sum to 0. */
  book(booking: Booking): void {
    const entries = Object.entries(booking.entries);
    const sum = entries.reduce((total, [, amount]) => total + amount, 0n);
    if (sum !== 0n) throw new Error(`booking '${booking.text}' does not balance: ${sum}`);
    this.booked.push(booking);
    for (const [account, amount] of entries) {
      const key = `${booking.currencyCode} ${account}`;
      this.balances.set(key, (this.balances.get(key) ?? 0n) + amount);
    }
    for (const watcher of this.watchers) watcher(booking);
  }

  /** Tells of every booking from now on, also after a reset. */
  watch(watcher: (booking: Booking) => void): void {
    this.watchers.push(watcher);
  }

  /** Balance of an account in minor units. */
  balance(account: LedgerAccount, currencyCode: string): bigint {
    return this.balances.get(`${currencyCode} ${account}`) ?? 0n;
  }

  /** Sum over all accounts of each currency: always 0. */
  totals(): Readonly<Record<string, bigint>> {
    const totals: Record<string, bigint> = {};
    for (const [key, balance] of this.balances) {
      const currency = key.slice(0, 3);
      totals[currency] = (totals[currency] ?? 0n) + balance;
    }
    return totals;
  }

  bookings(): readonly Booking[] {
    return [...this.booked];
  }

  reset(): void {
    this.booked = [];
    this.balances.clear();
  }
}
