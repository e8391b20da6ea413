import { kindOfType, takesOnly } from '../areas/transactions/movement-kind.js';
import type { MovementKind } from '../areas/transactions/movement-kind.js';
import { TransactionStatus } from '../areas/transactions/transactions.enums.js';
import { sum } from './amounts.js';
import type { TransactionFact } from './payment-fact.js';

/** The kind of a transaction; one of a type that is not known is told by its sign, and what takes is never negative. */
export function kindOf({ type, amount }: TransactionFact): MovementKind {
  const kind = kindOfType(type) ?? 'charge';
  return takesOnly(kind) && amount < 0 ? 'refund' : kind;
}

/** Has not ended. */
export const isActive = ({ status }: TransactionFact): boolean => status === TransactionStatus.Active;
/** Came to nothing. */
export const isFailed = ({ status }: TransactionFact): boolean => status === TransactionStatus.Error;

/** The transactions of an order, and what derives from what. */
export class Movements {
  readonly #byId: ReadonlyMap<string, TransactionFact>;
  readonly #derived = new Map<string, TransactionFact[]>();

  constructor(readonly all: readonly TransactionFact[]) {
    this.#byId = new Map(all.map((one) => [one.transactionId, one]));
    for (const one of all) {
      const parent = parentOf(one);
      if (parent !== null) this.#derived.set(parent, [...(this.#derived.get(parent) ?? []), one]);
    }
  }

  of(...kinds: readonly MovementKind[]): TransactionFact[] {
    return this.all.filter((one) => kinds.includes(kindOf(one)));
  }

  /** What derives from a transaction, of some kinds. */
  derived({ transactionId }: TransactionFact, ...kinds: readonly MovementKind[]): TransactionFact[] {
    return (this.#derived.get(transactionId) ?? []).filter((one) => kinds.includes(kindOf(one)));
  }

  /** What a transaction derives from; undefined where that is not known (yet). */
  parent(one: TransactionFact): TransactionFact | undefined {
    const parent = parentOf(one);
    return parent === null ? undefined : this.#byId.get(parent);
  }

  /** The captures of a pre-authorisation that took place. */
  captures(hold: TransactionFact): TransactionFact[] {
    return this.derived(hold, 'capture').filter((one) => !isActive(one) && !isFailed(one));
  }

  /** What was made of a pre-authorisation, or null of anything else. */
  holdOf(capture: TransactionFact): TransactionFact | null {
    const parent = this.parent(capture);
    return parent !== undefined && kindOf(parent) === 'hold' ? parent : null;
  }

  /** What went back by transactions, in minor units, less what of it was taken back itself. */
  effects(some: readonly TransactionFact[]): number {
    return sum(some.map((one) => this.#effect(one)));
  }

  /**
   * The refunds and voids of a transaction. What an event alone says to derive from it, which nobody confirms, must be what can:
   * else a payment's refund would pass for a release, or for one that took a refund back.
   */
  backs(one: TransactionFact): TransactionFact[] {
    return this.derived(one, 'refund', 'void').filter(
      (back) => back.parentId !== null || this.#isPlausible(back, one),
    );
  }

  /** What refunds and voids gave a transaction back. */
  givenBack(one: TransactionFact): number {
    return this.effects(this.backs(one));
  }

  #isPlausible(back: TransactionFact, of: TransactionFact): boolean {
    const kind = kindOf(of);
    const isVoid = kindOf(back) === 'void';
    if (kind === 'charge' || kind === 'capture') return true;
    if (kind === 'verification') return false;
    // The rest of a hold that was captured is let go without a void.
    if (kind === 'hold') return isVoid !== this.captures(of).length > 0;
    // A refund or credit is taken back whole, by a void.
    return isVoid && Math.abs(back.amount) === Math.abs(of.amount);
  }

  #effect(one: TransactionFact): number {
    const { Active, Error: Failed, Canceled } = TransactionStatus;
    if (([Active, Failed, Canceled] as string[]).includes(one.status)) return 0;
    return Math.max(Math.abs(one.amount) - this.givenBack(one), 0);
  }
}

/** What was read counts more than what was posted. */
export function parentOf({ parentId, postedParentId }: TransactionFact): string | null {
  return parentId ?? postedParentId;
}
