import { kindOfType, takesOnly } from '../areas/transactions/movement-kind.js';
import type { MovementKind } from '../areas/transactions/movement-kind.js';
import { TransactionStatus } from '../areas/coded-values.generated.js';
import { sum } from './amounts.js';
import type { TransactionFact } from './payment-fact.js';
import { getOrAdd } from '../core/values/get-or-add.js';

/** Returns the kind of a transaction. The sign decides for an unknown type; a negative amount is always a refund. */
export function kindOf({ type, amount }: TransactionFact): MovementKind {
  const kind = kindOfType(type) ?? 'charge';
  return takesOnly(kind) && amount < 0 ? 'refund' : kind;
}

/** Returns whether the transaction is in progress. */
export const isActive = ({ status }: TransactionFact): boolean => status === TransactionStatus.Active;
/** Returns whether the transaction failed. */
export const isFailed = ({ status }: TransactionFact): boolean => status === TransactionStatus.Error;

/** Transactions of an order, and how they derive from each other. */
export class Movements {
  readonly #byId: ReadonlyMap<string, TransactionFact>;
  readonly #derived = new Map<string, TransactionFact[]>();

  constructor(readonly all: readonly TransactionFact[]) {
    this.#byId = new Map(all.map((one) => [one.transactionId, one]));
    for (const one of all) {
      const parent = parentOf(one);
      if (parent !== null) getOrAdd(this.#derived, parent, () => []).push(one);
    }
  }

  of(...kinds: readonly MovementKind[]): TransactionFact[] {
    return this.all.filter((one) => kinds.includes(kindOf(one)));
  }

  /** Returns the transactions of some kinds that derive from a transaction. */
  derived({ transactionId }: TransactionFact, ...kinds: readonly MovementKind[]): TransactionFact[] {
    return (this.#derived.get(transactionId) ?? []).filter((one) => kinds.includes(kindOf(one)));
  }

  /** Returns the parent of a transaction, or undefined if there is none or it is unknown. */
  parent(one: TransactionFact): TransactionFact | undefined {
    const parent = parentOf(one);
    return parent === null ? undefined : this.#byId.get(parent);
  }

  /** Returns the successful captures of a pre-authorization. */
  captures(hold: TransactionFact): TransactionFact[] {
    return this.derived(hold, 'capture').filter((one) => !isActive(one) && !isFailed(one));
  }

  /** Returns the pre-authorization of a capture, or null if it is unknown. A failed pre-authorization has no captures. */
  holdOf(capture: TransactionFact): TransactionFact | null {
    const parent = this.parent(capture);
    return parent !== undefined && kindOf(parent) === 'hold' && !isFailed(parent) ? parent : null;
  }

  /** Adds up the effects of transactions in minor units, less what was reversed of them. */
  effects(some: readonly TransactionFact[]): number {
    return sum(some.map((one) => this.#effect(one)));
  }

  /**
   * Returns the refunds and voids of a transaction. A parent that only an event names is unconfirmed, so it must be
   * plausible. Otherwise a payment's refund could count as a release, or as the reversal of a refund.
   */
  reversals(one: TransactionFact): TransactionFact[] {
    return this.derived(one, 'refund', 'void').filter(
      (reversal) => reversal.parentId !== null || this.#isPlausible(reversal, one),
    );
  }

  /** Returns the amount that refunds and voids reversed. */
  reversedAmount(one: TransactionFact): number {
    return this.effects(this.reversals(one));
  }

  #isPlausible(reversal: TransactionFact, parent: TransactionFact): boolean {
    const kind = kindOf(parent);
    const isVoid = kindOf(reversal) === 'void';
    if (kind === 'charge' || kind === 'capture') return true;
    if (kind === 'verification') return false;
    // The rest of a captured hold is released without a void.
    if (kind === 'hold') return isVoid !== this.captures(parent).length > 0;
    // Only a void of the whole amount reverses a refund or credit.
    return isVoid && Math.abs(reversal.amount) === Math.abs(parent.amount);
  }

  #effect(one: TransactionFact): number {
    const { Active, Error: Failed, Canceled } = TransactionStatus;
    if (([Active, Failed, Canceled] as string[]).includes(one.status)) return 0;
    return Math.max(Math.abs(one.amount) - this.reversedAmount(one), 0);
  }
}

/** Returns the parent's ID. A read takes precedence over an event. */
export function parentOf({ parentId, postedParentId }: TransactionFact): string | null {
  return parentId ?? postedParentId;
}
