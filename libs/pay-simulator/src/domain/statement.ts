import { Archive } from './archive.js';
import type { Booking, MovementReason, NewBooking, StatementLine } from './ledger.js';
import { MovementSubType } from './contract.generated.js';
import type { MerchantBasics } from './merchant-basics.js';
import { MovementType, type Movement, type ServiceWallet } from './movement.js';
import { Table } from './table.js';

/** Default movement types by the other account of the entry. */
const DEFAULT_TYPES: Readonly<Record<string, number>> = {
  pending: MovementSubType.ClearanceCards,
  pendingCash: MovementSubType.ClearanceCash,
  cardholders: MovementSubType.CardRefund,
  counter: MovementSubType.CashDisbursement,
  bank: MovementSubType.PayOutIBAN,
  commission: MovementSubType.IBANPayoutFee,
  equity: MovementSubType.ManualDeposit,
};

/** A movement without the values that it gets when it is recorded. */
type Change = Omit<Movement, 'id' | 'createdAt' | 'balanceAfter'>;

/** Statements of all wallets, derived from the ledger. Publishes an event for each change of a balance, but not for holds. */
export class Statement {
  private readonly opened = new Table<ServiceWallet>('openedWallets');
  private readonly recorded = new Archive<Movement>('movements');
  private readonly balances = new Map<string, { available: bigint; reserved: bigint }>();

  constructor(
    private readonly core: Pick<MerchantBasics, 'books' | 'clock' | 'ids' | 'publish'>,
    private readonly initial: readonly ServiceWallet[],
    private readonly ownerId: string,
  ) {
    this.recorded.onLoad = () => {
      this.balances.clear();
      for (const { wallet, balanceAfter } of this.recorded.values())
        this.balances.set(wallet.id, balanceAfter);
    };
    for (const booking of core.books.bookings()) this.record(booking);
    core.books.watch((booking) => this.record(booking));
  }

  /** Adds a seller's wallet to the statements. */
  open(wallet: ServiceWallet): void {
    this.opened.set(wallet.id, wallet);
  }

  /** Lists the movements of all wallets, oldest first. */
  all(): readonly Movement[] {
    return [...this.recorded.values()];
  }

  /** Lists the movements of the merchant's wallets, oldest first. */
  lines(): readonly Movement[] {
    return this.all().filter(({ wallet }) => wallet.ownerId === this.ownerId);
  }

  /** Posts an entry and returns the resulting movements. */
  book(booking: NewBooking): readonly Movement[] {
    const before = this.recorded.size;
    this.core.books.book(booking);
    return Array.from(
      { length: this.recorded.size - before },
      (_, index) => this.recorded.get(String(before + index)) as Movement,
    );
  }

  reset(): void {
    this.balances.clear();
  }

  private record(booking: Booking): void {
    const affected = [...this.initial, ...this.opened.values()].filter(
      ({ currencyCode }) => currencyCode === booking.currencyCode,
    );
    // A hold or release changes only the available balance. The release comes before the payment.
    for (const wallet of affected) {
      const held = booking.entries[wallet.reserved] ?? 0n;
      if (held === 0n) continue;
      const change = { wallet, type: MovementType.AvailableOnly, amount: -held, parentId: null };
      this.add({ ...defaultReason(booking), ...change });
    }
    let first: Movement | undefined;
    for (const { account, amount, reason } of checkedLines(booking, affected)) {
      const wallet = affected.find(({ available }) => available === account);
      if (!wallet || amount === 0n) continue;
      const parentId = first?.id ?? null;
      const movement = this.add({ ...reason, wallet, type: MovementType.Balance, amount, parentId });
      first ??= movement;
      // Events of a seller go to the platform. Events of another merchant are not sent here.
      const isPublished = wallet.ownerId === this.ownerId || wallet.connectedAccountId !== undefined;
      if (isPublished && booking.isOpening !== true)
        this.core.publish({ type: 'account-transaction', movement });
    }
  }

  private add(change: Change): Movement {
    const { wallet, type, amount } = change;
    const { available, reserved } = this.balances.get(wallet.id) ?? { available: 0n, reserved: 0n };
    const balanceAfter = {
      available: available + amount,
      reserved: type === MovementType.AvailableOnly ? reserved - amount : reserved,
    };
    this.balances.set(wallet.id, balanceAfter);
    const movement = { ...change, id: this.core.ids.uuid(), createdAt: this.core.clock.now(), balanceAfter };
    this.recorded.append(movement);
    return movement;
  }
}

/** Returns the statement lines of an entry. @throws Error if the lines of a wallet do not add up to its change. */
function checkedLines(booking: Booking, wallets: readonly ServiceWallet[]): readonly StatementLine[] {
  const changes = defaultLines(booking, wallets);
  const { statementLines = changes, text } = booking;
  for (const { account, amount } of changes) {
    const sum = statementLines
      .filter((line) => line.account === account)
      .reduce((total, line) => total + line.amount, 0n);
    if (sum !== amount)
      throw new Error(
        `entry '${text}': its statement lines add up to ${sum} for ${account}, expected ${amount}`,
      );
  }
  return statementLines;
}

function defaultLines(booking: Booking, wallets: readonly ServiceWallet[]): readonly StatementLine[] {
  return wallets.map((wallet) => ({
    account: wallet.available,
    amount: (booking.entries[wallet.available] ?? 0n) + (booking.entries[wallet.reserved] ?? 0n),
    reason: defaultReason(booking),
  }));
}

/** The order of the entries does not matter, unless the money moves to two of these accounts. */
function defaultReason({ entries, text }: Booking): MovementReason {
  const other = Object.keys(entries).find((name) => DEFAULT_TYPES[name] !== undefined) ?? '';
  const subTypeId = DEFAULT_TYPES[other];
  return {
    subTypeId: subTypeId ?? MovementSubType.WalletToWalletTransfer,
    description: text,
    isInternal: subTypeId === undefined,
  };
}
