import { newTotals } from './payouts.types.js';
import type { Movement } from './match-day.js';
import type { PayoutExplanation, PayoutLine, PayoutLineKind, PayoutTotals } from './payouts.types.js';
import { getOrAdd } from '../core/values/get-or-add.js';

type Sums = Partial<Record<PayoutLineKind, number>>;

/** Adds up the lines of a report. */
export class PayoutSums {
  readonly #currencies = new Map<string, PayoutTotals>();
  readonly #wallets = new Map<string, { before: number | null; sums: Sums }>();
  readonly payouts: PayoutExplanation[] = [];

  get currencies(): PayoutTotals[] {
    return [...this.#currencies.values()];
  }

  addStatement(currencyCode: string, change: number): void {
    const totals = this.#of(currencyCode);
    totals.statement += change;
    totals.remainder += change;
  }

  /** @returns The line. */
  addLine(line: PayoutLine): PayoutLine {
    const { currencyCode, amount, kind, status, reason, onStatement } = line;
    const totals = this.#of(currencyCode);
    totals.lines[status] += 1;
    if (onStatement) {
      totals.remainder -= amount;
      add(totals.kinds, kind, amount);
      if (status === 'unexplained') totals.unexplained += amount;
    } else if (status === 'open') {
      const sum = reason === 'no-statement' ? totals.noStatement : totals.notCleared;
      sum.amount += amount;
      sum.lines += 1;
    }
    return line;
  }

  /** Adds a movement in the order of time. A payout explains the movements since the one before it. */
  addMovement(movement: Movement, kind: PayoutLineKind): void {
    const { movementId, walletId, amount, balance, currencyCode, day, counterPart } = movement;
    if (walletId === null || movementId === null) return;
    const before = balance === null ? null : balance - amount;
    const wallet = getOrAdd(this.#wallets, walletId, () => ({ before, sums: {} }));
    if (kind !== 'payout' || amount >= 0) return add(wallet.sums, kind, amount);
    const paid = { movementId, day, walletId, currencyCode, amount: -amount, counterPart };
    this.payouts.push({ ...paid, before: wallet.before, sums: wallet.sums, left: balance });
    this.#wallets.set(walletId, { before: balance, sums: {} });
  }

  #of(currencyCode: string): PayoutTotals {
    return getOrAdd(this.#currencies, currencyCode, newTotals);
  }
}

function add(sums: Sums, kind: PayoutLineKind, amount: number): void {
  sums[kind] = (sums[kind] ?? 0) + amount;
}
