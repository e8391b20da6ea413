import type { SimulatorClock } from '../clock.js';
import type { Ids } from '../ids.js';
import type { Booking, Books } from './ledger.js';

/** Types of statement lines. @see contract/data-services.json enums.AccountTransactionTypeId */
export const StatementType = { Balance: 20, AvailableOnly: 32 } as const;

/** Why a balance changed, by where the money came from or went to. @see contract/data-services.json enums.AccountTransactionSubTypeId */
const SUB_TYPES: Readonly<Record<string, number>> = {
  pending: 83,
  pendingCash: 81,
  cardholders: 116,
  counter: 112,
  bank: 30,
  commission: 4,
  equity: 168,
};
const WALLET_TO_WALLET = 140;

/** A line of a wallet's statement. Amounts are whole minor units. */
export interface StatementLine {
  readonly id: string;
  readonly walletId: string;
  readonly currencyCode: string;
  readonly type: (typeof StatementType)[keyof typeof StatementType];
  readonly subType: number;
  /** Signed. */
  readonly amount: bigint;
  readonly text: string;
  readonly createdAt: number;
  readonly totalAfter: bigint;
  readonly availableAfter: bigint;
}

/** The ledger accounts that make one wallet of the merchant. */
export interface StatementWallet {
  readonly id: string;
  readonly currencyCode: string;
  readonly available: string;
  readonly reserved: string;
}

/** Writes the statement of the merchant's wallets as the books are kept, opening balances included. */
export class Statement {
  private written: StatementLine[] = [];
  private readonly balances = new Map<string, { total: bigint; available: bigint }>();

  constructor(
    private readonly clock: SimulatorClock,
    private readonly ids: Ids,
    private readonly wallets: readonly StatementWallet[],
    ledger: Books,
  ) {
    for (const booking of ledger.bookings()) this.write(booking);
    ledger.watch((booking) => this.write(booking));
  }

  /** Every line, oldest first. */
  lines(): readonly StatementLine[] {
    return [...this.written];
  }

  reset(): void {
    this.written = [];
    this.balances.clear();
  }

  private write(booking: Booking): void {
    for (const wallet of this.wallets) {
      if (wallet.currencyCode !== booking.currencyCode) continue;
      const entries: Readonly<Record<string, bigint | undefined>> = booking.entries;
      const available = entries[wallet.available] ?? 0n;
      const reserved = entries[wallet.reserved] ?? 0n;
      const others = Object.keys(entries).filter(
        (name) => name !== wallet.available && name !== wallet.reserved,
      );
      const total = available + reserved;
      this.add(wallet, booking, StatementType.Balance, total, total, others);
      // What is held or let go changes what is available and nothing else.
      this.add(wallet, booking, StatementType.AvailableOnly, -reserved, 0n, others);
    }
  }

  private add(
    wallet: StatementWallet,
    { text, currencyCode }: Booking,
    type: StatementLine['type'],
    amount: bigint,
    total: bigint,
    others: readonly string[],
  ): void {
    if (amount === 0n) return;
    const before = this.balances.get(wallet.id) ?? { total: 0n, available: 0n };
    const after = { total: before.total + total, available: before.available + amount };
    this.balances.set(wallet.id, after);
    this.written.push({
      id: this.ids.uuid(),
      walletId: wallet.id,
      currencyCode,
      type,
      subType: SUB_TYPES[others[0] ?? ''] ?? WALLET_TO_WALLET,
      amount,
      text,
      createdAt: this.clock.now(),
      totalAfter: after.total,
      availableAfter: after.available,
    });
  }
}
