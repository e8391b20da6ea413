import { TransactionStatus, TransactionType } from '../areas/transactions/transactions.enums.js';
import { typesNamed } from '../areas/transactions/types-named.js';
import type { TransactionFact } from './payment-fact.js';

/** What a transaction does with the order's money. */
export type MovementKind = 'hold' | 'capture' | 'charge' | 'give-back' | 'claim' | 'credit' | 'verification';

const KINDS: readonly (readonly [MovementKind, ReadonlySet<number>])[] = [
  ['claim', new Set([TransactionType.CardRefundClaimed])],
  ['give-back', typesNamed(/Refund|Void/)],
  ['hold', typesNamed(/PreAuthorisation/)],
  ['capture', typesNamed(/Capture/)],
  ['credit', typesNamed(/Credit|Payout|Disbursement|Withdrawal/)],
  ['verification', typesNamed(/Verification/)],
  ['charge', typesNamed(/./)],
];

/** The kind of a transaction; one of a type that is not known is told by its sign. */
export function kindOf({ type, amount }: TransactionFact): MovementKind {
  const known = KINDS.find(([, types]) => type !== null && types.has(type));
  return known?.[0] ?? (amount < 0 ? 'give-back' : 'charge');
}

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

  /** What derives from a transaction, of a kind. */
  derived({ transactionId }: TransactionFact, kind: MovementKind): TransactionFact[] {
    return (this.#derived.get(transactionId) ?? []).filter((one) => kindOf(one) === kind);
  }

  /** What a transaction derives from; undefined where that is not known (yet). */
  parent(one: TransactionFact): TransactionFact | undefined {
    const parent = parentOf(one);
    return parent === null ? undefined : this.#byId.get(parent);
  }

  /** What went back by a refund, void, claim or credit, in minor units, less what of it was taken back itself. */
  effect(one: TransactionFact): number {
    const { status, amount } = one;
    if (status === TransactionStatus.Error || status === TransactionStatus.Canceled) return 0;
    return Math.abs(amount) - this.givenBack(one);
  }

  /** The sum of what gave a transaction back. */
  givenBack(one: TransactionFact): number {
    return sum(this.derived(one, 'give-back').map((back) => this.effect(back)));
  }
}

/** What was read counts more than what was posted. */
export function parentOf({ parentId, postedParentId }: TransactionFact): string | null {
  return parentId ?? postedParentId;
}

/** @throws RangeError when the sum is too large to be exact. */
export function sum(amounts: readonly number[]): number {
  const total = amounts.reduce((all, one) => all + one, 0);
  if (!Number.isSafeInteger(total)) throw new RangeError('the amounts are too large to be added exactly');
  return total;
}
