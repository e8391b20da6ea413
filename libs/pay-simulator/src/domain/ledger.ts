import type { MovementTerms } from './movement-terms.js';

/**
 * Accounts that each merchant has. `pending` and `pendingCash` is paid but not cleared; `wallet` is the merchant's to
 * spend, `reserved` is held for transfers that have not run.
 */
const MERCHANT_ACCOUNTS = [
  'pending',
  'pendingCash',
  'wallet',
  'reserved',
  'secondWallet',
  'secondReserved',
  'otherMerchant',
  'otherReserved',
] as const;

/** Accounts that are always shown: the main merchant's, and those outside. `cardholders` and `counter` are who pays. */
const LEDGER_ACCOUNTS = [
  'cardholders',
  'counter',
  ...MERCHANT_ACCOUNTS,
  'isvPending',
  'isvWallet',
  'commission',
  'bank',
  'equity',
] as const;

/** An account; those of a connected merchant or seller end in its id. */
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number] | `${string}:${string}`;

/** One booking: what each account gains, negative where it loses, minor units. The amounts sum to 0. */
export interface Booking {
  readonly text: string;
  readonly currencyCode: string;
  readonly entries: Readonly<Partial<Record<LedgerAccount, bigint>>>;
  /** What the statement says of it, in this order; absent: one part for each wallet, its reason read from the accounts. */
  readonly parts?: readonly BookingPart[];
  /** What was there before the merchant was: nobody is told of it. */
  readonly isOpening?: true;
}

/** Why a wallet's account changes by a part of a booking; the parts of an account sum to what it gains. */
export interface BookingPart {
  readonly account: LedgerAccount;
  readonly amount: bigint;
  readonly terms: MovementTerms;
}

/** The books as one merchant uses them. */
export type Books = Pick<Ledger, 'book' | 'balance' | 'bookings' | 'watch'>;

/** Double-entry books: money moves between accounts and is never made or lost. */
export class Ledger {
  private booked: Booking[] = [];
  private readonly watchers: ((booking: Booking) => void)[] = [];
  private readonly balances = new Map<string, bigint>();

  /** @throws Error when the entries do not sum to 0. */
  book(booking: Booking): void {
    const entries = Object.entries(booking.entries) as [string, bigint][];
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

  /** The books of a connected merchant: its own accounts apart, those outside shared. */
  ofMerchant(merchantId: string): Books {
    const own: ReadonlySet<string> = new Set(MERCHANT_ACCOUNTS);
    const suffix = `:${merchantId}`;
    const outward = (account: string): string => (own.has(account) ? account + suffix : account);
    // The accounts without a suffix are the main merchant's, not this one's.
    const inward = (account: string): string =>
      account.endsWith(suffix)
        ? account.slice(0, -suffix.length)
        : own.has(account)
          ? `${account}:main`
          : account;
    return {
      book: (booking) => this.book(renamed(booking, outward)),
      balance: (account, currencyCode) => this.balance(outward(account) as LedgerAccount, currencyCode),
      bookings: () => this.booked.map((booking) => renamed(booking, inward)),
      watch: (watcher) => this.watch((booking) => watcher(renamed(booking, inward))),
    };
  }

  /** The accounts that are shown or hold something in a currency. */
  accounts(currencyCode: string): readonly LedgerAccount[] {
    const used = [...this.balances.keys()]
      .filter((key) => key.startsWith(`${currencyCode} `))
      .map((key) => key.slice(currencyCode.length + 1) as LedgerAccount);
    return [...new Set<LedgerAccount>([...LEDGER_ACCOUNTS, ...used])];
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

function renamed({ entries, parts, ...booking }: Booking, name: (account: string) => string): Booking {
  return {
    ...booking,
    ...(parts && {
      parts: parts.map((part) => ({ ...part, account: name(part.account) as LedgerAccount })),
    }),
    entries: Object.fromEntries(Object.entries(entries).map(([account, amount]) => [name(account), amount])),
  };
}
