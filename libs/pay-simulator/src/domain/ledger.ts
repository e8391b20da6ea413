import { Archive } from './archive.js';
import { serializable } from './wire-json.js';

/**
 * Accounts of each merchant. `pending` and `pendingCash` hold uncleared payments, `wallet` is available to the merchant, and
 * `reserved` is held for pending transfers and open disputes.
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

/** Accounts that are always shown: those of the main merchant and the external ones. Payers are `cardholders` and `counter`. */
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

/** A ledger account. The names of a connected merchant's or seller's accounts end with its ID. */
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number] | `${string}:${string}`;

/** A ledger entry: the change of each account in minor units. The changes add up to 0. */
export interface Booking {
  readonly text: string;
  readonly currencyCode: string;
  readonly entries: Readonly<Partial<Record<LedgerAccount, bigint>>>;
  /** Statement lines in this order. @default one line for each wallet, with a reason derived from the accounts */
  readonly statementLines?: readonly StatementLine[];
  /** Whether this is an opening balance, for which no event is sent. */
  readonly isOpening?: true;
}

/** A new entry. Accounts without a change may be among its entries. */
export interface NewBooking extends Omit<Booking, 'entries' | 'statementLines'> {
  readonly entries: Readonly<Record<string, number | bigint | undefined>>;
  readonly statementLines?: readonly NewStatementLine[];
}

/** Reason of a wallet movement. */
export interface MovementReason {
  /** @see contract/behaviour/data-services.yaml enums.AccountTransactionSubTypeId */
  readonly subTypeId: number;
  readonly description: string;
  /** Whether the money stays in the service. */
  readonly isInternal: boolean;
  /** IBAN of the external account. */
  readonly iban?: string;
  readonly bankAccountId?: string;
  readonly saleTransactionId?: string;
}

/** One statement line of a ledger entry. The lines of an account add up to its change. */
export interface StatementLine {
  readonly account: LedgerAccount;
  readonly amount: bigint;
  readonly reason: MovementReason;
}
export type NewStatementLine = Omit<StatementLine, 'amount'> & { readonly amount: number | bigint };

/** The ledger from the view of one merchant. */
export type Books = Pick<Ledger, 'book' | 'balance' | 'bookings' | 'watch'>;

/** A double-entry ledger. Money moves between accounts and is never created or lost. */
export class Ledger {
  private readonly booked = new Archive<Booking>('bookings');
  private readonly watchers: ((booking: Booking) => void)[] = [];
  private merchantWatchers: ((booking: Booking) => void)[] = [];
  private readonly balances = new Map<string, bigint>();

  constructor() {
    this.booked.onLoad = () => {
      this.balances.clear();
      for (const booking of this.booked.values()) this.addToBalances(booking);
    };
  }

  /** Adds an entry. @throws Error if the changes do not add up to 0. */
  book(added: NewBooking): void {
    const booking = exact(added);
    const sum = amountsOf(booking).reduce((total, [, amount]) => total + amount, 0n);
    if (sum !== 0n) throw new Error(`entry '${booking.text}' does not balance: ${sum}`);
    this.booked.append(booking);
    this.addToBalances(booking);
    for (const watcher of [...this.watchers, ...this.merchantWatchers]) watcher(booking);
  }

  /** Calls the watcher for each new entry. The watcher stays registered after a reset. */
  watch(watcher: (booking: Booking) => void): void {
    this.watchers.push(watcher);
  }

  /** Returns the balance of an account in minor units. */
  balance(account: LedgerAccount, currencyCode: string): bigint {
    return this.balances.get(`${currencyCode} ${account}`) ?? 0n;
  }

  /** Returns the ledger from the view of a connected merchant: with its own accounts and the shared external ones. */
  ofMerchant(merchantId: string): Books {
    const ownAccounts: ReadonlySet<string> = new Set(MERCHANT_ACCOUNTS);
    const suffix = `:${merchantId}`;
    const toShared = (account: string): string => (ownAccounts.has(account) ? account + suffix : account);
    // Accounts without a suffix belong to the main merchant.
    const toOwn = (account: string): string =>
      account.endsWith(suffix)
        ? account.slice(0, -suffix.length)
        : ownAccounts.has(account)
          ? `${account}:main`
          : account;
    return {
      book: (booking) => this.book(exact(booking, toShared)),
      balance: (account, currencyCode) => this.balance(toShared(account) as LedgerAccount, currencyCode),
      bookings: () => this.bookings().map((booking) => exact(booking, toOwn)),
      watch: (watcher) => void this.merchantWatchers.push((booking) => watcher(exact(booking, toOwn))),
    };
  }

  /** Lists the accounts that are always shown or have entries in a currency. */
  accounts(currencyCode: string): readonly LedgerAccount[] {
    const used = [...this.balances.keys()]
      .filter((key) => key.startsWith(`${currencyCode} `))
      .map((key) => key.slice(currencyCode.length + 1) as LedgerAccount);
    return [...new Set<LedgerAccount>([...LEDGER_ACCOUNTS, ...used])];
  }

  /** Returns the sum over all accounts for each currency, which is always 0. */
  totals(): Readonly<Record<string, bigint>> {
    const totals: Record<string, bigint> = {};
    for (const [key, balance] of this.balances) {
      const currency = key.slice(0, 3);
      totals[currency] = (totals[currency] ?? 0n) + balance;
    }
    return serializable(totals);
  }

  bookings(): readonly Booking[] {
    return [...this.booked.values()].map(serializable);
  }

  reset(): void {
    // A reset removes the connected merchants. A restored one watches again.
    this.merchantWatchers = [];
    this.balances.clear();
  }

  private addToBalances(booking: Booking): void {
    for (const [account, amount] of amountsOf(booking)) {
      const key = `${booking.currencyCode} ${account}`;
      this.balances.set(key, (this.balances.get(key) ?? 0n) + amount);
    }
  }
}

const amountsOf = ({ entries }: Booking): readonly [string, bigint][] =>
  Object.entries(entries) as [string, bigint][];

/** Returns the entry with other names of accounts, exact amounts, and without accounts that do not change. */
function exact(
  { entries, statementLines, ...booking }: NewBooking,
  name = (account: string) => account,
): Booking {
  const changes = Object.entries(entries)
    .map(([account, amount = 0]) => [name(account), BigInt(amount)] as const)
    .filter(([, amount]) => amount !== 0n);
  return {
    ...booking,
    entries: Object.fromEntries(changes),
    ...(statementLines && {
      statementLines: statementLines.map(({ account, amount, reason }) => ({
        account: name(account) as LedgerAccount,
        amount: BigInt(amount),
        reason,
      })),
    }),
  };
}
